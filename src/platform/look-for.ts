import type { Clock } from './clock'

const FIRST_PAUSE_MS = 250
const HOUR_MS = 3_600_000

/**
 * Looks for something that a page may get at any time, until it is there: at first soon, then each time after twice as long, so that it
 * is found when the page has had it for no longer than it was without it. To look costs next to nothing.
 *
 * @param look - Starts watching what it finds, and returns how to stop.
 * @returns The function that stops looking, and what the look has started.
 */
export function lookFor(
  schedule: Clock['schedule'],
  look: () => (() => void) | undefined,
): () => void {
  let stop: () => void
  const lookAfter = (pauseMs: number) => {
    stop = look() ?? schedule(() => lookAfter(Math.min(pauseMs * 2, HOUR_MS)), pauseMs)
  }
  lookAfter(FIRST_PAUSE_MS)
  return () => stop()
}
