import { guard } from './guard'

const { addEventListener, removeEventListener } = EventTarget.prototype

/**
 * Listens to events with a guarded, passive listener. Returns the function that stops listening.
 *
 * The methods come from the prototype: an element named `addEventListener` replaces the one of `document`.
 *
 * @param types - Event names, separated by spaces.
 * @param isCapture - Before the page's own listeners, which often stop propagation.
 */
export function listen(
  target: EventTarget,
  types: string,
  onEvent: (event: Event) => void,
  isCapture = true,
): () => void {
  const listener = guard(onEvent)
  // Without a prototype: a page may have put `signal` or `once` on Object.prototype.
  const options: object = { __proto__: null, capture: isCapture, passive: true }
  const names = types.split(' ')
  for (const name of names) addEventListener.call(target, name, listener, options)
  return () => {
    for (const name of names) removeEventListener.call(target, name, listener, options)
  }
}
