import { ownMember } from '../events'
import type { Clock } from '../platform/clock'
import type { Signal } from './consent'

export interface GoogleConsentDeps {
  readonly schedule: Clock['schedule']
  /** What to be while the page's default is `denied` and the shopper has not been asked yet. */
  readonly whileUnanswered: Signal
  readonly onSignal: (signal: Signal) => void
}

/**
 * Understands [Google Consent Mode](https://developers.google.com/tag-platform/security/guides/consent) in the entries of a
 * dataLayer: `['consent', 'default' | 'update', { analytics_storage, wait_for_update }]`.
 *
 * A default of `denied` that announces an update (`wait_for_update`, ms) means `hold` for so long.
 *
 * @returns Takes each entry; what is not about consent is passed over.
 */
export function createGoogleConsent(deps: GoogleConsentDeps): (entry: unknown) => void {
  const { schedule, whileUnanswered, onSignal } = deps
  let stopWaiting = () => {}

  function openDefault(waitMs: number) {
    if (!(waitMs > 0)) return onSignal(whileUnanswered)
    onSignal('hold')
    stopWaiting = schedule(() => onSignal(whileUnanswered), waitMs)
  }

  return (entry) => {
    // `gtag()` pushes its `arguments`, which is no array.
    const [command, kind, given] = [0, 1, 2].map((index) => ownMember(entry, String(index)))
    const storage = ownMember(given, 'analytics_storage')
    if (command !== 'consent' || (storage !== 'granted' && storage !== 'denied')) return

    stopWaiting()
    if (kind === 'default' && storage === 'denied') {
      openDefault(Number(ownMember(given, 'wait_for_update')))
    } else onSignal(storage)
  }
}
