import { matches } from '../platform/tree'
import type { Markup } from './attributes'

/** What is pressed to act or to choose. */
const PRESSED = '[role=link],[role=button],[role=checkbox],[role=switch],[role=radio],[role=option]'

/** Only the space bar ticks these, by the [patterns that pages follow](https://www.w3.org/WAI/ARIA/apg/patterns/). */
const TICKED = '[role=checkbox],[role=switch],[role=radio]'

/** What has the focus because the page says so: of a key on its own controls the browser makes a click. */
const FOCUSED = '[tabindex]:not(:any-link,button,input,select,textarea,summary)'

/** Keys that press what only a script makes a control. The browser makes no click of them, though the script may. */
export interface Keys {
  /** Whether an event presses such a control: by its role, or as a mark says. */
  readonly press: (event: Event, path: readonly Element[]) => boolean
  /** Whether it is the click that the page's script made of the last such press: one for each. */
  readonly isOwnClick: (event: Event, path: readonly Element[]) => boolean
  /** A pointer was pressed since. */
  readonly forget: () => void
}

/** Starts with no key pressed. */
export function createKeys({ selector }: Markup): Keys {
  let pressed: Element | undefined

  function isPressed(target: Element, key: string): boolean {
    if (key !== 'Enter' && key !== ' ') return false
    const not = key === ' ' ? `[role=link],:is(${selector('product')}):not(${PRESSED})` : TICKED
    const marked = selector(
      'product',
      'click',
      'cart',
      'search',
      'value',
      'facets-apply',
      'facets-reset',
    )
    return matches(target, `${FOCUSED}:not(${not}):is(${PRESSED},${marked})`)
  }

  return {
    press(event, [target]) {
      const { type, key, repeat } = event as KeyboardEvent
      // A key that is held down goes on pressing, once.
      if (type !== 'keydown' || repeat) return false
      pressed = target && isPressed(target, key) ? target : undefined
      return pressed !== undefined
    },
    isOwnClick({ isTrusted }, path) {
      const isOwn = !isTrusted && pressed !== undefined && path.includes(pressed)
      if (isOwn) pressed = undefined
      return isOwn
    },
    forget() {
      pressed = undefined
    },
  }
}
