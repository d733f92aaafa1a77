import { followGate } from '../browser/consent-gate'
import { hooks } from '../browser/hooks'
import { awaitPart } from '../browser/load-part'
import { isOnline, isVisible } from '../browser/page-life'
import { local } from '../browser/storage'
import { noteStatus } from '../log/event-log'
import { browserStore, closeStore, leaveStore, onStoreOpen, openStore } from './browser-store'
import { leaveDelivery, resumeDelivery, startDelivery, stopDelivery } from './delivery'
import { platform } from './platform'
import { fetchPixel } from './transport'

/* Delivery in a page: its platform, how the page leaves events to the next page, and how it resumes. */

const DROPS_REPEATS = 'drops-repeats'

/** Starts sending. Events from earlier pages are claimed once the store is open. */
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
  hooks.prepare = () => awaitPart('recovery')
  onStoreOpen(() => {
    if (isVisible()) resumeDelivery()
  })
  followGate({ onOpen: openStore, onClose: closeStore })
  startDelivery()
}

/** Sends waiting events, because the page or the network is back. */
export function resumePageDelivery() {
  if (isVisible() && openStore()) resumeDelivery()
}

/** Stores what the next page needs, because this page may be unloaded. */
export function leavePageDelivery() {
  leaveDelivery()
  leaveStore()
}

/** Stops sending permanently, even if the store opens later. The next page takes over unanswered events. */
export function stopPageDelivery() {
  onStoreOpen(() => {})
  stopDelivery()
}
