/** Elements of a page's frame, which are not lists of products. */
const FRAME = 'nav,header,footer,[role=navigation],[role=banner],[role=contentinfo]'

export const isInFrame = (element: Element): boolean => element.closest(FRAME) !== null

/** A class whose name a build made changes with the next release: of CSS modules, of Emotion, of a page builder. */
const isLasting = (name: string) =>
  !/\d{3}|__?(?=[a-zA-Z0-9]*[A-Z\d])[a-zA-Z0-9]{5,}$|--[\da-f]{5,}$|^css-|^js-is-|:|\[|\//.test(
    name,
  )

/** styled-components gives an element two classes, `sc-bdvvtL iTTAxJ`; neither lasts. */
const isStyled = ({ classList }: Element) => /(^| )sc-/.test(classList.value)

/** A field named `id` takes the place of a form's own member. */
function idOf(element: Element): string | undefined {
  const id = element.getAttribute('id')
  return id && !/\d/.test(id) ? `#${CSS.escape(id)}` : undefined
}

const LOCALE = /^[a-z]{2}([-_][a-z]{2})?$/i

/** The end of an action, without the folder of a language: `/fr/cart/add` is `[action$='/cart/add']`. */
export function actionSelectors(form: Element): readonly string[] {
  const action = (form.getAttribute('action') ?? '').replace(/[?#].*|^https?:\/\/[^/]*/g, '')
  const parts = action.split('/').filter((part) => part && !LOCALE.test(part))
  const end = parts.slice(-2).join('/')
  return /^[\w/.-]+$/.test(end) ? [`form[action$='/${end}']`] : []
}

/** Classes that say what an element is, before those that say how it is laid out. */
const TELLING = /product|result|listing|collection|catalog|article|item|card|tile|cart|search/i

const tellingFirst = (classes: readonly string[]) => [
  ...classes.filter((name) => TELLING.test(name)),
  ...classes.filter((name) => !TELLING.test(name)),
]

/** Roles that many elements have. */
const COMMON_ROLE = /^(?:list|listitem|presentation|none|group|button|img|main)$/

/** Selectors of one element by itself: its id, its tag with what it is for, with each lasting class, and alone. */
export function ownSelectors(element: Element): readonly string[] {
  const classes = isStyled(element) ? [] : tellingFirst([...element.classList].filter(isLasting))
  const tag = element.localName
  const byClass = classes.map((name) => `${tag}.${CSS.escape(name)}`)
  const byPurpose = ['role', 'data-testid'].flatMap((name) => {
    const value = element.getAttribute(name) ?? ''
    return /^[a-z][a-z_-]*$/i.test(value) && !COMMON_ROLE.test(value)
      ? [`${tag}[${name}='${value}']`]
      : []
  })
  const id = idOf(element)
  return [...(id ? [id] : []), ...actionSelectors(element), ...byPurpose, ...byClass, tag]
}

const countOf = (selector: string, root: ParentNode) => root.querySelectorAll(selector).length

/** A short selector that finds this element, and nothing else of the page. Other pages have other forms. */
export function selectorFor(element: Element): string {
  const root = element.ownerDocument
  const own = ownSelectors(element)
  const alone = own.find((selector) => selector !== 'form' && countOf(selector, root) === 1)
  if (alone) return alone
  const { parentElement } = element
  const [best = element.localName] = own
  return parentElement && parentElement !== root.documentElement
    ? `${selectorFor(parentElement)} > ${best}`
    : best
}

const sharedBy = ([first, ...others]: readonly Element[], selectors: readonly string[]) =>
  first
    ? selectors.filter((selector) => others.every((other) => other.matches(selector)))
    : selectors

/** A selector below a scope that all these elements share, with as few others as can be. */
export function selectorForAll(elements: readonly Element[], scope: string): string {
  const [first] = elements
  if (!first) return scope
  const shared = sharedBy(elements, ownSelectors(first))
  const root = first.ownerDocument
  const candidates = (shared.length ? shared : ['*']).map((selector) => `${scope} ${selector}`)
  return candidates.reduce((best, other) =>
    countOf(other, root) < countOf(best, root) ? other : best,
  )
}

/** What a selector has to fit, and what it must not. */
export interface Sides {
  readonly meant: readonly Element[]
  readonly others: readonly Element[]
  /** A selector that stands before it. */
  readonly scope?: string
  /** Selectors to try first. */
  readonly first?: readonly string[]
}

/** A selector that fits all that is meant and nothing else of the two; `undefined` when nothing tells them apart. */
export function selectorApart({
  meant,
  others,
  scope = '',
  first = [],
}: Sides): string | undefined {
  const [one] = meant
  if (!one) return undefined
  const isApart = (selector: string) =>
    meant.every((element) => element.matches(selector)) &&
    !others.some((element) => element.matches(selector))
  const own = sharedBy(meant, [...first, ...ownSelectors(one)]).filter((own) => own !== 'form')
  const alone = own.map((selector) => `${scope} ${selector}`.trim()).find(isApart)
  if (alone || scope) return alone
  const around: Element[] = []
  for (let part = one.parentElement; part && part.localName !== 'body'; part = part.parentElement)
    around.push(part)
  return around
    .flatMap((part) => ownSelectors(part))
    .filter((outer) => !/^(div|section|main|article)$/.test(outer))
    .flatMap((outer) => (own.length ? own : [one.localName]).map((inner) => `${outer} ${inner}`))
    .find(isApart)
}
