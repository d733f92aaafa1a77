import { composedAncestors } from './dom'

/*
 * Positions and styles. Reading them right after a layout forces none: call these in the callback of an IntersectionObserver.
 */

/** Names that all browsers with `checkVisibility` know. */
const STYLES = { checkOpacity: true, checkVisibilityCSS: true }

/** Pixels between an element and the viewport: 0 inside, `Infinity` for an element without a size. */
export function distanceToViewport(element: Element): number {
  const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
  return width && height
    ? Math.max(0, top - innerHeight, -bottom) + Math.max(0, left - innerWidth, -right)
    : Number.POSITIVE_INFINITY
}

/** The element drawn on top at a point, open shadow roots entered. */
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

/**
 * Whether a fixed element, as dialogs are, lies over the middle of the visible part of an element. One hit test: up to a millisecond
 * on a page of ten thousand tiles.
 *
 * @param hasLeft - The element has left the viewport, so the middle of the viewport is tested. A fixed header does not reach it.
 */
export function isOccluded(element: Element, hasLeft = false): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const own = composedAncestors(element)
  const over = composedAncestors(
    hasLeft
      ? topmostAt(innerWidth / 2, innerHeight / 2)
      : topmostAt(middle(left, right, innerWidth), middle(top, bottom, innerHeight)),
  )
  return (
    !over.includes(element) &&
    over.some(
      (part) =>
        !own.includes(part) &&
        getComputedStyle(part).position === 'fixed' &&
        // The inspector's host has no width, so its overlay never hides a tile.
        part.getBoundingClientRect().width > 0,
    )
  )
}

/**
 * Whether a person can see an element that is in the viewport: it has a size and is neither transparent nor hidden. Browsers before
 * Chrome 105, Firefox 106 and Safari 17.4 cannot tell what is transparent.
 */
export const isPerceptible = (element: Element): boolean =>
  distanceToViewport(element) < Number.POSITIVE_INFINITY &&
  (element.checkVisibility?.(STYLES) ?? true)
