import { matches } from '../../browser/dom'
import { selector } from '../../track/attributes'

/** Roles that act or choose. */
const PRESSED = '[role=link],[role=button],[role=checkbox],[role=switch],[role=radio],[role=option]'

/** Only the space bar ticks these, by the [patterns that pages follow](https://www.w3.org/WAI/ARIA/apg/patterns/). */
const TICKED = '[role=checkbox],[role=switch],[role=radio]'

/** Focusable because the page says so. Of a key on its own controls the browser makes a click. */
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

/** Whether a key activates a control that only a script makes one. The browser makes no click of it, though the script may. */
export function isActivation(event: Event, [target]: readonly Element[]): boolean {
  const { type, key, repeat } = event as KeyboardEvent
  // Holding a key down activates once.
  if (type !== 'keydown' || repeat) return false
  activated = target && isActivating(target, key) ? target : undefined
  return activated !== undefined
}

/** Whether a click is the one that the page's script made of the last such key: one for each. */
export function isOwnClick({ isTrusted, type }: Event, path: readonly Element[]): boolean {
  const isOwn = !isTrusted && activated !== undefined && path.includes(activated)
  // A real click by the shopper also ends the wait for the script's click.
  if (isOwn || (isTrusted && type === 'click')) activated = undefined
  return isOwn
}
