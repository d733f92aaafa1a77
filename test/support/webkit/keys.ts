import type { Place } from './window.ts'

/** Keys by Playwright's names, as WebDriver writes them: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  ControlOrMeta: '\uE009',
}

const BUTTONS = { left: 0, middle: 1, right: 2 } as const

export type Button = keyof typeof BUTTONS

type Act = Readonly<Record<string, unknown>>

/** Real keys, pointer and wheel of one window. */
export interface Hands {
  /** Presses a key, or several as `Shift+Tab`. */
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  /** Holds a key down until `keyUp`. */
  keyDown(key: string): Promise<void>
  keyUp(key: string): Promise<void>
  /** Moves to a place in the window. */
  move(x: number, y: number): Promise<void>
  down(button?: Button): Promise<void>
  up(button?: Button): Promise<void>
  /** In one chain, without which two clicks are no double click: https://github.com/w3c/webdriver/issues/1772 */
  click(x: number, y: number, options?: { button?: Button; times?: number }): Promise<void>
  wheel(deltaX: number, deltaY: number): Promise<void>
  /** Does something with keys held down. */
  holding(keys: readonly string[], task: () => Promise<void>): Promise<void>
  /** Puts a finger there, and lifts it. */
  tap(x: number, y: number): Promise<void>
}

export function createHands({ inTurn }: Pick<Place, 'inTurn'>): Hands {
  let at = { x: 0, y: 0 }
  let turned = { deltaX: 0, deltaY: 0 }
  const act = (source: Act, ...actions: Act[]) =>
    inTurn((command) => command<void>('POST', '/actions', { actions: [{ ...source, actions }] }))
  const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }
  const finger = { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' } }
  const keyboard = { type: 'key', id: 'keyboard' }
  const moving = (x: number, y: number) => ({
    type: 'pointerMove',
    origin: 'viewport',
    duration: 0,
    x: Math.round(x),
    y: Math.round(y),
  })
  const key = (type: string, name: string) => ({ type, value: KEYS[name] ?? name })

  const hands: Hands = {
    press(names) {
      // The plus itself is a key, too.
      const keys = names.split(/(?<=.)\+/)
      const downs = keys.map((name) => key('keyDown', name))
      const ups = keys.reverse().map((name) => key('keyUp', name))
      return act(keyboard, ...downs, ...ups)
    },
    async type(text) {
      if (text === '') return
      const strokes = [...text].flatMap((name) => [key('keyDown', name), key('keyUp', name)])
      await act(keyboard, ...strokes)
    },
    keyDown: (name) => act(keyboard, key('keyDown', name)),
    keyUp: (name) => act(keyboard, key('keyUp', name)),
    move(x, y) {
      at = { x, y }
      return act(mouse, moving(x, y))
    },
    down: (button = 'left') => act(mouse, { type: 'pointerDown', button: BUTTONS[button] }),
    up: (button = 'left') => act(mouse, { type: 'pointerUp', button: BUTTONS[button] }),
    click(x, y, { button = 'left', times = 1 } = {}) {
      at = { x, y }
      const once = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: BUTTONS[button] }))
      return act(mouse, moving(x, y), ...Array.from({ length: times }, () => once).flat())
    },
    wheel(deltaX, deltaY) {
      // The driver turns the wheel by how much further this is than the time before.
      turned = { deltaX: turned.deltaX + deltaX, deltaY: turned.deltaY + deltaY }
      return act(
        { type: 'wheel', id: 'wheel' },
        { type: 'scroll', duration: 0, x: Math.round(at.x), y: Math.round(at.y), ...turned },
      )
    },
    async holding(keys, task) {
      for (const name of keys) await hands.keyDown(name)
      await task()
      for (const name of keys) await hands.keyUp(name)
    },
    tap: (x, y) =>
      act(
        finger,
        moving(x, y),
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ),
  }
  return hands
}
