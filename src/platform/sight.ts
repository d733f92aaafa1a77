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

/** The middle of the part of an element that is in the window; `undefined` for one without a size. */
function middleOf(element: Element): readonly [number, number] | undefined {
  const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
  const middle = (start: number, end: number, limit: number) =>
    (Math.max(0, start) + Math.min(limit, end)) / 2
  return width && height
    ? [middle(left, right, innerWidth), middle(top, bottom, innerHeight)]
    : undefined
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

/** What lies over an element and stays put when the page scrolls, as dialogs do. Costs milliseconds on a large page. */
export function coverOver(element: Element): Element | undefined {
  const middle = middleOf(element)
  const around = lineage(element)
  const over = lineage(middle && topmostAt(...middle))
  return over.includes(element)
    ? undefined
    : over.find((part) => !around.includes(part) && getComputedStyle(part).position === 'fixed')
}

/** Whether a cover, if it is still there, is over a point. A dialog is over everything: its backdrop is no element of its own. */
function isUnder(cover: Element, [x, y]: readonly [number, number]): boolean {
  const { left, right, top, bottom, width } = cover.getBoundingClientRect()
  const isInside = x >= left && x <= right && y >= top && y <= bottom
  return width > 0 && (isInside || cover.tagName === 'DIALOG')
}

/**
 * Whether a person could see an element that is in the window: it has a size, is neither transparent nor hidden, and its
 * middle is not under the cover.
 *
 * Browsers before Chrome 105, Firefox 106 and Safari 17.4 cannot tell what is transparent or hidden.
 */
export function canBeSeen(element: Element, cover: Element | undefined): boolean {
  const middle = middleOf(element)
  if (!middle || (cover && isUnder(cover, middle))) return false
  return element.checkVisibility?.(STYLES) ?? true
}
