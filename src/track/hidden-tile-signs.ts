import { type Cancel, schedule } from '../browser/clock'
import { listen } from '../browser/listen'

/* Signs that a hidden tile may have become visible. A class, a transition or the pointer can show a tile without causing a scan. */

/** Signs within this time are handled together. */
const SIGNS_MS = 250

/** Ends the watch, which is active while a hidden tile is in the viewport. */
let endWatch: (() => void) | undefined
let cancelSigns: Cancel | undefined

/**
 * Watches for signs only while something is hidden. Signs in shadow roots are not noticed; their
 * tiles are checked when their dwell is over.
 */
export function watchForSigns(isAnyHidden: boolean, onSigns: () => void) {
  if (!isAnyHidden) {
    endWatch?.()
    endWatch = undefined
  } else endWatch ??= listenForSigns(onSigns)
}

/** Whether there were signs since the last call. Cancels the pending callback for them. */
export function takeSigns(): boolean {
  if (!cancelSigns) return false
  cancelSigns()
  cancelSigns = undefined
  return true
}

/** @returns The function that stops listening. */
function listenForSigns(onSigns: () => void) {
  const onSign = () => {
    cancelSigns ??= schedule(onSigns, SIGNS_MS)
  }
  const observer = new MutationObserver(onSign)
  observer.observe(document, { subtree: true, attributeFilter: ['class', 'style', 'open'] })
  const unlisten = listen(window, 'transitionend animationend mouseover focusin', onSign)
  return () => {
    observer.disconnect()
    unlisten()
  }
}
