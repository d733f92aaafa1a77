import { composedAncestors, matches } from './dom'

/*
 * Positions and styles. Call these functions in the callback of an IntersectionObserver: it runs
 * right after a layout, so reading them there does not force another one.
 */

/** Option names that all browsers with `checkVisibility` support. */
const STYLES = { checkOpacity: true, checkVisibilityCSS: true }

/** Pixels between an element and the viewport: 0 inside, `Infinity` for an element without a size. */
export function distanceToViewport(element: Element): number {
  const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
  return width && height
    ? Math.max(0, top - innerHeight, -bottom) + Math.max(0, left - innerWidth, -right)
    : Number.POSITIVE_INFINITY
}

/** The topmost element at a point, including elements in open shadow roots. */
function topmostAt(x: number, y: number): Element | undefined {
  let found: Element | undefined
  let root: DocumentOrShadowRoot | null | undefined = document
  while (root) {
    const { elementFromPoint }: DocumentOrShadowRoot =
      root === document ? Document.prototype : ShadowRoot.prototype
    const inner: Element | null = elementFromPoint.call(root, x, y)
    if (!inner || inner === found) break
    found = inner
    root = inner.shadowRoot
  }
  return found
}

const middle = (start: number, end: number, limit: number) =>
  (Math.max(0, start) + Math.min(limit, end)) / 2

/** Elements that show something although they have no background. */
const REPLACED = 'img,video,canvas,iframe,object,embed,svg'

/**
 * Whether something of an element can be seen: a link that is stretched over a tile shows nothing, a veil or the back of a card does. Of a
 * fixed element, such as a dialog, the parts are not examined. The inspector's host has no width, so its overlay never hides a tile.
 */
function isDrawn(element: Element): boolean {
  const { position, backgroundColor, backgroundImage } = getComputedStyle(element)
  return (
    (position === 'fixed' && element.getBoundingClientRect().width > 0) ||
    matches(element, REPLACED) ||
    backgroundImage !== 'none' ||
    !/^transparent$|[,/] ?0\)$/.test(backgroundColor)
  )
}

/**
 * Whether another element covers the middle of the visible part of an element. Takes one hit test: up to a millisecond on a page of ten
 * thousand tiles.
 */
export function isOccluded(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const own = composedAncestors(element)
  const over = composedAncestors(
    topmostAt(middle(left, right, innerWidth), middle(top, bottom, innerHeight)),
  )
  return !over.includes(element) && over.some((part) => !own.includes(part) && isDrawn(part))
}

/**
 * Whether a person can see an element that is in the viewport: it has a size and is neither transparent nor hidden. Browsers before Chrome
 * 105, Firefox 106 and Safari 17.4 cannot detect transparency.
 */
export const isPerceptible = (element: Element): boolean =>
  distanceToViewport(element) < Number.POSITIVE_INFINITY &&
  (element.checkVisibility?.(STYLES) ?? true)
