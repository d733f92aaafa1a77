import { type Cancel, schedule } from '../../browser/clock'
import { listen } from '../../browser/listen'

/**
 * Listens to events that come in every frame: calls back for the first, and once more after a pause. In between no listener
 * costs the page anything. Returns the function that stops listening.
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
