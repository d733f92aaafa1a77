import type { Guard } from './guard'

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
  const onVisibility = guard('page-exit', () => {
    if (document.visibilityState === 'hidden') onExit()
    else onReturn(false)
  })
  const onHide = guard('page-exit', () => onExit())
  const onShow = guard('page-exit', (event: PageTransitionEvent) => {
    if (event.persisted) onReturn(true)
  })
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
  }
}
