import { lineage } from './tree'

/*
 * What an IntersectionObserver cannot tell. To be asked right after a layout, where none of it forces one.
 */

/** `checkVisibility` by the names that all browsers that have it know. */
const STYLES = { checkOpacity: true, checkVisibilityCSS: true }

/** How many pixels an element is away from the window; 0 inside, infinite for one without a size. */
export function distanceFrom(element: Element): number {
  const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
  return width && height
    ? Math.max(0, top - innerHeight, -bottom) + Math.max(0, left - innerWidth, -right)
    : Number.POSITIVE_INFINITY
}

/** Whether any of an element is in the window. */
export const isInWindow = (element: Element): boolean => !distanceFrom(element)

/** The middle of the part of an element that is in the window. */
function middleOf(element: Element): readonly [number, number] {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const middle = (start: number, end: number, limit: number) =>
    (Math.max(0, start) + Math.min(limit, end)) / 2
  return [middle(left, right, innerWidth), middle(top, bottom, innerHeight)]
}

/** What is drawn on top at a point, open shadow roots entered. */
function topmostAt(x: number, y: number): Element | undefined {
  let found: Element | undefined
  for (
    let root: DocumentOrShadowRoot | null | undefined = document;
    root;
    root = found?.shadowRoot
  ) {
    const inner = root.elementFromPoint(x, y)
    if (!inner || inner === found) break
    found = inner
  }
  return found
}

/**
 * Whether something that stays put when the page scrolls, as dialogs do, lies over the middle of what an element shows in the window.
 * Costs up to a millisecond on a page of ten thousand tiles.
 */
export function isCovered(element: Element): boolean {
  const around = lineage(element)
  const over = lineage(topmostAt(...middleOf(element)))
  const isOver = (part: Element) =>
    !around.includes(part) &&
    getComputedStyle(part).position === 'fixed' &&
    // The inspector has none: what it shows lies beside its element, and changes nothing of what counts.
    part.getBoundingClientRect().width > 0
  return !over.includes(element) && over.some(isOver)
}

/**
 * Whether a person could see an element that is in the window and not covered: it has a size, and is neither transparent nor hidden.
 *
 * Browsers before Chrome 105, Firefox 106 and Safari 17.4 cannot tell what is transparent or hidden.
 */
export const canBeSeen = (element: Element): boolean =>
  distanceFrom(element) < Number.POSITIVE_INFINITY && (element.checkVisibility?.(STYLES) ?? true)
