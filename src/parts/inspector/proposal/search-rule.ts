import { findCartControls, isCartForm } from './cart-controls'
import { selectorApart } from './selectors'

/** Parameters in which shops carry the text of a search, the usual ones first. */
const EXACT = /^(?:q|s|k|query|keywords?|search|search_?query|suche|recherche)$/i
const SIMILAR = /^(?:term|text)$|search/i

/** The parameter of an address that carries the text searched. */
export function searchParameter(url: string): string | undefined {
  const filled = [...new URL(url).searchParams].filter(([, text]) => text.trim())
  const [found] =
    filled.find(([name]) => EXACT.test(name)) ?? filled.find(([name]) => SIMILAR.test(name)) ?? []
  return found
}

const isSearchField = (field: Element) => {
  const name = field.getAttribute('name') ?? ''
  return field.getAttribute('type') === 'search' || EXACT.test(name) || SIMILAR.test(name)
}

/** Forms in which something is searched. One that carries a product, or puts it into the cart, asks for a text of its own. */
export function findSearchForms(document: Document): readonly Element[] {
  const carts = findCartControls(document)
  return [...document.forms].filter(
    (form) =>
      !isCartForm(form) &&
      !carts.some((control) => form.contains(control)) &&
      !form.querySelector('[name*=product i]:not([type=search]),[name=add-to-cart],[name=id]') &&
      (form.matches('[role=search],[role=search] *') ||
        [...form.querySelectorAll('input')].some(isSearchField)),
  )
}

/** Selectors of a form by its field. */
const byField = (form: Element) =>
  [...form.querySelectorAll('input[name]')]
    .filter(isSearchField)
    .map((field) => field.getAttribute('name') ?? '')
    .filter((name) => /^[\w-]+$/.test(name))
    .map((name) => `form:has([name='${name}'])`)

/** A selector of the search forms that fits no other form; `undefined` when nothing tells them apart. */
export function searchSelector(forms: readonly Element[]): string | undefined {
  const [first] = forms
  if (!first) return undefined
  const others = [...first.ownerDocument.forms].filter((form) => !forms.includes(form))
  const parts = forms.map((form) =>
    selectorApart({
      meant: [form],
      others,
      first: ["form[role='search']", "[role='search'] form"],
    }),
  )
  const found = parts.map((part, place) => {
    const form = forms[place]
    // Every page has other forms: a class of layout is not enough.
    const isTelling = part && /action|search|such|role|#/i.test(part)
    const [field] = form ? byField(form) : []
    return (!isTelling && field) || part
  })
  return found.every(Boolean) ? [...new Set(found)].join(', ') : undefined
}
