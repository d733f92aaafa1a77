import { openPart } from '../browser/load-part'
import { isOnline, isVisible } from '../browser/page-life'
import { local } from '../browser/storage'
import { noteStatus } from '../log/event-log'
import { browserStore, leaveStore, onStoreOpen, openStore } from './browser-store'
import { deliveryHooks, leaveDelivery, resumeDelivery, startDelivery } from './delivery'
import { platform } from './platform'
import { fetchPixel } from './transport'

/*
 * Delivery in a page: what it runs on, how it is left to the next page, and how it is taken up again.
 */

const DROPS_REPEATS = 'drops-repeats'

/** Starts to send. What earlier pages left is looked for when the store is open. */
export function startPageDelivery() {
  Object.assign(platform, {
    store: browserStore,
    transport: fetchPixel,
    hearsLeaving: true,
    isVisible,
    isOnline,
    noteStatus,
    remember: (text: string) => local.write(DROPS_REPEATS, text),
    remembered: () => local.read(DROPS_REPEATS),
  })
  deliveryHooks.prepare = () => openPart('recovery')
  onStoreOpen(() => {
    if (isVisible()) resumeDelivery()
  })
  startDelivery()
}

/** Sees to what waits: the page is back, or there is a network again. */
export function resumePageDelivery() {
  if (isVisible() && openStore()) resumeDelivery()
}

/** The page may be gone a moment later, with everything that it knows. */
export function leavePageDelivery() {
  leaveDelivery()
  leaveStore()
}
