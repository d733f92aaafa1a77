import { matches } from '../platform/tree'
import type { Markup } from './attributes'

/** What is pressed to act or to choose. */
const PRESSED = '[role=link],[role=button],[role=checkbox],[role=switch],[role=radio],[role=option]'

/** Only the space bar ticks these, by the [patterns that pages follow](https://www.w3.org/WAI/ARIA/apg/patterns/). */
const TICKED = '[role=checkbox],[role=switch],[role=radio]'

/** What has the focus because the page says so: of a key on its own controls the browser makes a click. */
const FOCUSED = '[tabindex]:not(:any-link,button,input,select,textarea,summary)'

/**
 * What a key presses that only a script makes a control: by its role, or as a mark says. The browser makes no click of it, though the
 * script may.
 */
export function pressedBy(
  { selector }: Markup,
  event: Event,
  [target]: readonly Element[],
): Element | undefined {
  const { key } = event as KeyboardEvent
  if (!target || (key !== 'Enter' && key !== ' ')) return undefined
  const marked = selector(
    'product',
    'click',
    'cart',
    'search',
    'value',
    'facets-apply',
    'facets-reset',
  )
  const not = key === ' ' ? `[role=link],:is(${selector('product')}):not(${PRESSED})` : TICKED
  return matches(target, `${FOCUSED}:not(${not}):is(${PRESSED},${marked})`) ? target : undefined
}
