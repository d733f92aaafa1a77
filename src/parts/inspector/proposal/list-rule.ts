import type { MapRule, PageMap } from '../../map/map-markup'
import { findCartControls, isCartForm } from './cart-controls'
import { HAS, selectorApart, selectorFor } from './selectors'

/** Parameters in which shops pass the search text, the most usual first. */
const EXACT = /^(?:q|s|k|query|keywords?|search|search_?query|suche|recherche)$/i
const SIMILAR = /^(?:term|text)$|search/i

/** The parameter of an address that contains the search text. */
function searchParameter(url: string): string | undefined {
  const filled = [...new URL(url).searchParams].filter(([, text]) => text.trim())
  const [found] =
    filled.find(([name]) => EXACT.test(name)) ?? filled.find(([name]) => SIMILAR.test(name)) ?? []
  return found
}

/** A field that filters what the page already shows, such as the brands of a facet. */
const FILTERS = /filter|refine|narrow|within|facet/i

const isFilter = (field: Element) =>
  field.closest('aside:not([role=dialog]),[class*=filter i],[class*=facet i],[id*=filter i]') !==
    null ||
  ['name', 'id', 'placeholder', 'aria-label', 'title'].some((name) =>
    FILTERS.test(field.getAttribute(name) ?? ''),
  )

const isSearchField = (field: Element) => {
  const name = field.getAttribute('name') ?? ''
  if (isFilter(field)) return false
  return field.getAttribute('type') === 'search' || EXACT.test(name) || SIMILAR.test(name)
}

/** Search forms. A form that contains a product or adds it to the cart has a text field for another purpose. */
export function findSearchForms(): readonly Element[] {
  const carts = findCartControls()
  return [...document.forms].filter(
    (form) =>
      !isCartForm(form) &&
      !carts.some((control) => form.contains(control)) &&
      !form.querySelector('[name*=product i]:not([type=search]),[name=add-to-cart],[name=id]') &&
      ((form.matches('[role=search],[role=search] *') && !isFilter(form)) ||
        [...form.querySelectorAll('input')].some(isSearchField)),
  )
}

/** Selectors of a form by its field. */
const byField = (form: Element) =>
  [...form.querySelectorAll('input[name]')]
    .filter(isSearchField)
    .map((field) => field.getAttribute('name') ?? '')
    .filter((name) => /^[\w-]+$/.test(name))
    .map((name) => `form${HAS}[name='${name}'])`)

/** Selectors that match the search forms and no other form, one for each kind of form; `undefined` if nothing distinguishes them. */
export function searchSelectors(forms: readonly Element[]): readonly string[] | undefined {
  const others = [...document.forms].filter((form) => !forms.includes(form))
  const found = forms.map((form) => {
    const first = ["form[role='search']", "[role='search'] form"]
    const part = selectorApart({ meant: [form], others, first })
    // Every page has other forms, so a layout class is not enough to tell them apart.
    const isTelling = part && /action|search|such|role|#/i.test(part)
    const [field] = byField(form)
    return isTelling ? part : (field ?? part)
  })
  return found.every((one) => one !== undefined) ? [...new Set(found)] : undefined
}

const CRUMBS = '[aria-label*=breadcrumb i],[class*=breadcrumb i]'

/** Separators of two levels of a breadcrumb, the strictest first. */
const SEPARATORS = ['\\s+[/>›»|]\\s+', '\\s*[/>›»|]\\s*', '\\s*\\n\\s*']

/** The start page of a shop, or of one of its languages. */
const START = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.\w+|home\/?)?$/i

/** Parameters that select no page: campaigns, languages, currencies, sessions, the tag's own. */
const INCIDENTAL =
  /^(?:utm_\w+|gclid|fbclid|msclkid|ref|referrer|lang|language|locale|currency|country|sid|session_?id|svc_inspect)$/i

/** The parameters of an address that select a page, as in `/index.php?route=product/category&path=24`. */
const selecting = (url: string) =>
  [...new URL(url).searchParams].filter(
    ([name, value]) => value && !INCIDENTAL.test(name) && !/(?:^|\/)(?:home|index)$/i.test(value),
  )

/** Whether an address is the start page of a shop. */
export const isStart = (url: string): boolean =>
  START.test(new URL(url).pathname) && selecting(url).length === 0

/** Whether the first level of a breadcrumb is the start page rather than a category. */
function beginsAtStart(crumbs: Element, level: string): boolean {
  const [first] = crumbs.querySelectorAll<HTMLAnchorElement>('a[href]')
  return first?.textContent?.trim() === level && isStart(first.href)
}

function levelsOf(crumbs: Element): readonly string[] {
  const texts = document.createTreeWalker(crumbs, NodeFilter.SHOW_TEXT)
  const levels: string[] = []
  while (texts.nextNode()) {
    const level = texts.currentNode.nodeValue?.replace(/^[\s/>›»|]+|[\s/>›»|]+$/g, '')
    if (level) levels.push(level)
  }
  return levels
}

/** A rule for the levels of a breadcrumb, if it ends with this page and only its text separates the levels. */
function crumbsRule(list: string, heading: string, crumbs: Element): MapRule | undefined {
  const levels = levelsOf(crumbs)
  const [first = '', second] = levels
  const text = crumbs.textContent?.trim() ?? ''
  if (levels[levels.length - 1] !== heading) return undefined
  const from = { in: list, at: 'html', from: selectorFor(crumbs) }
  if (!second) return { ...from, as: 'categoryPath:"$&"' }
  const separator = SEPARATORS.find((one) => `${text.split(new RegExp(one))}` === `${levels}`)
  if (!separator) return undefined
  return beginsAtStart(crumbs, first)
    ? { ...from, match: `^[^]*?${separator}([^]+)$`, as: 'categoryPath:"$1"', levels: separator }
    : { ...from, as: 'categoryPath:"$&"', levels: separator }
}

/** The name of a list. */
export interface ListName {
  readonly map: PageMap
  /** The parameter that contains the search text. */
  readonly parameter?: string
}

const HIDDEN = '[class*=visually-hidden i],[class*=sr-only i],[class*=screen-reader i]'

/** The heading, without a prefix for screen readers, as in `Collection: Boots`. */
function headingRule(h1: Element | null): Omit<MapRule, 'in'> {
  const before = h1?.querySelector(HIDDEN)?.textContent?.trim()
  return before && h1?.textContent?.trim().startsWith(before)
    ? {
        from: 'h1',
        match: `^${before.replace(/[^\p{L}\d]/gu, '\\$&')}\\s*([^]+)$`,
        as: 'categoryPath:"$1"',
      }
    : { from: 'h1', as: 'categoryPath:"$&"' }
}

/** The end of the path, or the parameter that selects the page. */
function pathRule(list: string): MapRule {
  const [[name] = []] = selecting(document.URL).slice(-1)
  return name && START.test(new URL(document.URL).pathname)
    ? { in: list, from: `@?${name}`, as: 'categoryPathId:"$&"' }
    : { in: list, from: '@/', match: '([^/]+)/?$', as: 'categoryPath:"$1"', decode: 'uri' }
}

/** The search in the address; otherwise the breadcrumb, heading or path, which the shop must check. `undefined` on the start page. */
export function listName(list: string): ListName | undefined {
  const parameter = searchParameter(document.URL)
  if (parameter) return { map: { query: { in: list, from: `@?${parameter}` } }, parameter }
  if (isStart(document.URL)) return undefined
  const h1 = document.querySelector('h1')
  const heading = h1?.textContent?.trim()
  const crumbs = document.querySelector(CRUMBS)
  const page: MapRule = heading
    ? ((crumbs && crumbsRule(list, heading, crumbs)) ?? {
        in: list,
        at: 'html',
        ...headingRule(h1),
      })
    : pathRule(list)
  return { map: { page } }
}
