import { type Cancel, schedule } from '../../browser/clock'
import { documentValue, type Root } from '../../browser/dom'
import { attempt, guard } from '../../browser/guard'
import { listen } from '../../browser/listen'
import { roots } from '../../track/dom-observer'

/**
 * Listens to events that fire on every frame: calls back for the first event and once more after a pause. The listeners are removed in
 * between, so that they cost the page nothing. Returns the function that stops listening.
 */
export function listenThrottled(
  target: EventTarget,
  type: string,
  pauseMs: number,
  onEvent: () => void,
): () => void {
  let cancel: Cancel = () => {}
  let stop: () => void

  function start() {
    stop = listen(target, type, () => {
      stop()
      cancel = schedule(() => {
        start()
        onEvent()
      }, pauseMs)
      onEvent()
    })
  }

  start()
  return () => {
    stop()
    cancel()
  }
}

/** How often an ongoing scroll is noticed. */
const PAUSE_MS = 400

const stops = new Map<Root | Window, () => void>()

/** Style changes and loading images move tiles without firing an event. */
function watchSize(onMoved: () => void): () => void {
  const observer = attempt(() => new ResizeObserver(guard(onMoved)))
  observer?.observe(documentValue('documentElement'))
  return () => observer?.disconnect()
}

/** Calls back when tiles may have moved in the window, the document or the observed shadow roots. */
export function watchMovement(onMoved: () => void) {
  if (!stops.size) {
    const ends = [watchSize(onMoved), listenThrottled(window, 'resize', PAUSE_MS, onMoved)]
    stops.set(window, () => {
      for (const end of ends) end()
    })
  }
  for (const [target, stop] of stops) {
    if (target === window || roots.has(target as Root)) continue
    stop()
    stops.delete(target)
  }
  for (const root of roots.keys())
    if (!stops.has(root)) stops.set(root, listenThrottled(root, 'scroll', PAUSE_MS, onMoved))
}

/** Stops watching. */
export function stopMovement() {
  for (const stop of stops.values()) stop()
  stops.clear()
}
