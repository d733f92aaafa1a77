import { matches } from '../../browser/dom'
import { selector } from '../../track/attributes'

/** Roles of controls that trigger an action or choose something. */
const PRESSED = '[role=link],[role=button],[role=checkbox],[role=switch],[role=radio],[role=option]'

/** Roles that only the space bar activates, by the [patterns that pages follow](https://www.w3.org/WAI/ARIA/apg/patterns/). */
const TICKED = '[role=checkbox],[role=switch],[role=radio]'

/** Elements that the page has made focusable. For a key on a native control, the browser itself fires a click. */
const FOCUSED = '[tabindex]:not(:any-link,button,input,select,textarea,summary)'

/** The control that the last key activated. */
let activated: Element | undefined

function isActivating(target: Element, key: string): boolean {
  if (key !== 'Enter' && key !== ' ') return false
  const not = key === ' ' ? `[role=link],:is(${selector('product')}):not(${PRESSED})` : TICKED
  const named = selector(
    'product',
    'click',
    'cart',
    'search',
    'value',
    'facets-apply',
    'facets-reset',
  )
  return matches(target, `${FOCUSED}:not(${not}):is(${PRESSED},${named})`)
}

/** Whether a key activates a scripted control. The browser fires no click for it, but the page's script may. */
export function isActivation(event: Event, [target]: readonly Element[]): boolean {
  const { type, key, repeat } = event as KeyboardEvent
  // Holding a key down activates once.
  if (type !== 'keydown' || repeat) return false
  activated = target && isActivating(target, key) ? target : undefined
  return activated !== undefined
}

/** Whether the page's script made this click for the last such key. Only one click counts per key. */
export function isOwnClick({ isTrusted, type }: Event, path: readonly Element[]): boolean {
  const isOwn = !isTrusted && activated !== undefined && path.includes(activated)
  // A real click by the shopper also ends the wait for the script's click.
  if (isOwn || (isTrusted && type === 'click')) activated = undefined
  return isOwn
}
