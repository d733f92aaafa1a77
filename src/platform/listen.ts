import type { Cancel, Clock } from './clock'
import type { Guard } from './guard'

/**
 * Hears events, and never holds them up. Returns the function that stops listening.
 *
 * @param types - Event names, separated by spaces.
 * @param isFirst - Before the page does: tiles and forms often stop propagation to run their own router.
 */
export function listen(
  guard: Guard,
  target: EventTarget,
  types: string,
  onEvent: (event: Event) => void,
  isFirst = true,
): () => void {
  const listener = guard(types, onEvent) as EventListener
  const options = { capture: isFirst, passive: true }
  const names = types.split(' ')
  for (const name of names) target.addEventListener(name, listener, options)
  return () => {
    for (const name of names) target.removeEventListener(name, listener, options)
  }
}

/**
 * Hears, of events that come in every frame, the first, and after a rest once more for all that may have come meanwhile: in between
 * the page pays for no listener. Returns the function that stops listening.
 *
 * @param types - Event names, separated by spaces.
 */
export function listenNowAndThen(
  guard: Guard,
  clock: Clock,
  target: EventTarget,
  types: string,
  restMs: number,
  onEvent: () => void,
): () => void {
  let cancel: Cancel | undefined
  let unlisten: () => void

  function hear() {
    unlisten = listen(guard, target, types, () => {
      unlisten()
      cancel = clock.schedule(again, restMs)
      onEvent()
    })
  }
  function again() {
    hear()
    onEvent()
  }

  hear()
  return () => {
    unlisten()
    cancel?.()
  }
}
