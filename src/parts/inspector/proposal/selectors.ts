/** Elements of a page's frame are no list of products. */
const FRAME = 'nav,header,footer,[role=navigation],[role=banner],[role=contentinfo]'

export const isInFrame = (element: Element): boolean => element.closest(FRAME) !== null

/** A class whose name a build made changes with the next release: of CSS modules, of Emotion. */
const isLasting = (name: string) =>
  !/\d{3}|__?[a-zA-Z0-9]{5,}$|--[\da-f]{5,}$|^css-|:|\[|\//.test(name)

/** styled-components gives an element two classes, `sc-bdvvtL iTTAxJ`; neither lasts. */
const isStyled = ({ classList }: Element) => /(^| )sc-/.test(classList.value)

const idOf = ({ id }: Element) => (id && !/\d/.test(id) ? `#${CSS.escape(id)}` : undefined)

/** Selectors of one element by itself: its id, its tag with what it is for, with each lasting class, and alone. */
function ownSelectors(element: Element): readonly string[] {
  const classes = isStyled(element) ? [] : [...element.classList].filter(isLasting)
  const tag = element.localName
  const byClass = classes.map((name) => `${tag}.${CSS.escape(name)}`)
  const byPurpose = ['role', 'action']
    .map((name) => `[${name}='${element.getAttribute(name)}']`)
    .filter((selector) => /='[\w/.-]+'/.test(selector) && element.matches(selector))
    .map((selector) => tag + selector)
  const id = idOf(element)
  return [...(id ? [id] : []), ...byPurpose, ...byClass, tag]
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

/** A selector below a scope that all these elements share, with as few others as can be. */
export function selectorForAll(elements: readonly Element[], scope: string): string {
  const [first, ...others] = elements
  if (!first) return scope
  const shared = ownSelectors(first).filter((selector) =>
    others.every((other) => other.matches(selector)),
  )
  const root = first.ownerDocument
  const candidates = (shared.length ? shared : ['*']).map((selector) => `${scope} ${selector}`)
  return candidates.reduce((best, other) =>
    countOf(other, root) < countOf(best, root) ? other : best,
  )
}
