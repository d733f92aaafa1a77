import { listen } from './listen'
import { onStop } from './teardown'

/**
 * Tries tasks until each has returned `true`: now, whenever anything has loaded, and at each press. A consent manager or a dataLayer that
 * comes late comes with a script of its own or is answered by a press, so no timer is needed. Ends when the tag stops.
 */
export function whenAvailable(...tasks: readonly (() => boolean)[]) {
  let missing = tasks
  const tryAll = () => {
    missing = missing.filter((task) => !task())
  }
  tryAll()
  // The window gets no load event of scripts: https://dom.spec.whatwg.org/#interface-document (its get-the-parent).
  onStop(listen(document, 'load click', tryAll))
  // After the page's own listeners, one of which may make what is missing.
  onStop(listen(window, 'load', tryAll, false))
}
