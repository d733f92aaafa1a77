import { listen } from './listen'
import { onStop } from './teardown'

/**
 * Tries tasks until each has returned `true`: now, and whenever anything has loaded. A consent manager or a dataLayer that comes late comes
 * with a script of its own, so neither a timer nor a look at every press is needed. Ends when the tag stops.
 */
export function whenAvailable(...tasks: readonly (() => boolean)[]) {
  let missing = tasks
  const tryAll = () => {
    missing = missing.filter((task) => !task())
  }
  tryAll()
  // The window gets no load event of scripts: https://dom.spec.whatwg.org/#interface-document (its get-the-parent).
  onStop(listen(document, 'load', tryAll))
  // After the page's own listeners, one of which may make what is missing.
  onStop(listen(window, 'load', tryAll, false))
}
