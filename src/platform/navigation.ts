import type { Guard } from './guard'
import { listen } from './listen'
import { afterCalls } from './patch'

/**
 * Watches the page's address change without a load. Returns the function that stops watching.
 *
 * The Navigation API tells of every kind; browsers before Chrome 102, Firefox 147 and Safari 26.2 have no event for
 * `pushState` and `replaceState`, so there these two are wrapped until they can be forgotten.
 *
 * @param onNewUrl - Hears the address before; not called when the address stays the same.
 */
export function watchNavigation(guard: Guard, onNewUrl: (previousUrl: string) => void): () => void {
  let url = location.href
  const look = () => {
    const previous = url
    url = location.href
    if (url !== previous) onNewUrl(previous)
  }
  const { navigation } = window as { navigation?: EventTarget }
  const stops = navigation
    ? [listen(guard, navigation, 'currententrychange', look)]
    : [
        listen(guard, window, 'popstate hashchange', look),
        afterCalls(guard, History.prototype, 'pushState', look),
        afterCalls(guard, History.prototype, 'replaceState', look),
      ]
  return () => {
    for (const stop of stops) stop()
  }
}
