import type { Guard } from './guard'
import { listen } from './listen'

export interface PageExitDeps {
  readonly guard: Guard
  /**
   * The page may be gone a moment later: everything that must happen happens synchronously. Can come again.
   */
  readonly onExit: () => void
  /** The page is looked at again: back from the background, or (`fromCache`) out of the back/forward cache. */
  readonly onReturn: (fromCache: boolean) => void
}

/**
 * Watches the page leave and come back. Returns the function that stops watching.
 *
 * `visibilitychange` comes first on a phone and is the only one when a tab is discarded; on a navigation
 * `pagehide` of the window (of the document it never fires) comes while the page is still visible. No `unload` and no
 * `beforeunload`: they cost the shop its back/forward cache.
 */
export function watchPageExit({ guard, onExit, onReturn }: PageExitDeps): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') onExit()
    else onReturn(false)
  }
  const onShow = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) onReturn(true)
  }
  // After the page's own listeners: what they report as it goes must have been taken when it is sent.
  const stops = [
    listen(guard, document, 'visibilitychange', onVisibility, false),
    listen(guard, window, 'pagehide', onExit, false),
    listen(guard, window, 'pageshow', onShow, false),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
