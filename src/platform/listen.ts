import type { Guard } from './guard'

/**
 * Hears events before the page does, and never holds them up. Returns the function that stops listening.
 *
 * @param types - Event names, separated by spaces.
 */
export function listen(
  guard: Guard,
  target: EventTarget,
  types: string,
  onEvent: (event: Event) => void,
): () => void {
  const listener = guard('capture', onEvent) as EventListener
  // Capture phase, because tiles and forms often stop propagation to run their own router.
  const options = { capture: true, passive: true }
  const names = types.split(' ')
  for (const name of names) target.addEventListener(name, listener, options)
  return () => {
    for (const name of names) target.removeEventListener(name, listener, options)
  }
}
