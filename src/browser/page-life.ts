import { documentValue } from './dom'
import { instrumentMethod, listen, onStop } from './listen'

/** Whether the page is visible. */
export const isVisible = (): boolean => documentValue('visibilityState') === 'visible'

/** Whether the browser thinks that it has a network. It can be wrong both ways. */
export const isOnline = (): boolean => navigator.onLine

/** Callbacks for a page that leaves and comes back. */
interface PageLife {
  /** The page may be gone a moment later, so everything must happen synchronously. May be called several times. */
  readonly onExit: () => void
  /** The page is visible again, or came out of the back/forward cache (`isRestored`). */
  readonly onReturn: (isRestored: boolean) => void
}

/**
 * Watches the page leave and return, until the tag stops.
 *
 * On a phone `visibilitychange` comes first; when a tab is discarded it is the only event. On a navigation the window gets `pagehide` while
 * the page is still visible. `unload` and `beforeunload` would cost the shop its back/forward cache.
 */
export function watchPageLife({ onExit, onReturn }: PageLife) {
  // Runs after the page's own listeners, so that the events they report are sent too.
  onStop(
    listen(document, 'visibilitychange', () => (isVisible() ? onReturn(false) : onExit()), false),
  )
  onStop(listen(window, 'pagehide', onExit, false))
  onStop(
    listen(
      window,
      'pageshow',
      (event) => {
        if ((event as PageTransitionEvent).persisted) onReturn(true)
      },
      false,
    ),
  )
}

/**
 * Calls back with the previous address when the page's address changes without a load, until the tag stops.
 *
 * Browsers before Chrome 102, Firefox 147 and Safari 26.2 have no event for `pushState` and `replaceState`, so both methods are wrapped.
 */
export function watchNavigation(onNewUrl: (previousUrl: string) => void) {
  let url = location.href
  const check = () => {
    const previous = url
    url = location.href
    if (url !== previous) onNewUrl(previous)
  }
  const { navigation } = window as { navigation?: EventTarget }
  if (navigation) return onStop(listen(navigation, 'currententrychange', check))
  onStop(listen(window, 'popstate hashchange', check))
  for (const name of ['pushState', 'replaceState'] as const)
    instrumentMethod(History.prototype, name, check)
}
