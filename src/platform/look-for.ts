import type { Guard } from './guard'
import { listen } from './listen'

/** Starts to watch what it finds, and returns how to stop; `undefined` while there is nothing. */
type Look = () => (() => void) | undefined

/**
 * Looks for what a page may get at any time and tells nobody of: now, whenever a script (or anything else) has loaded, and at each press.
 * What a manager of consent does late comes with a script of its own, or is answered with a press: no timer has to run for it.
 *
 * @returns The function that stops looking, and what the looks have started.
 */
export function lookFor(guard: Guard, ...looks: readonly Look[]): () => void {
  const missing = new Set(looks)
  const lookAgain = () => {
    for (const look of missing) {
      const stop = look()
      if (!stop) continue
      stops.push(stop)
      missing.delete(look)
    }
  }

  const stops = [
    // The window is told of the page itself alone: https://dom.spec.whatwg.org/#interface-document (its get-the-parent).
    listen(guard, document, 'load click', lookAgain),
    // After the page's own listeners, one of which may make what is looked for.
    listen(guard, window, 'load', lookAgain, false),
  ]
  lookAgain()
  return () => {
    for (const stop of stops) stop()
  }
}
