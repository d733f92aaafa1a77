import { ownMember } from '../events'
import type { ConsentState } from './consent'

/**
 * What an [IAB TCF v2](https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework) consent manager says.
 *
 * @param data - The `TCData` of its event listener.
 * @param purposes - All of these must be consented to.
 * @returns `hold` while the shopper is being asked; `undefined` when it says nothing yet.
 */
export function tcfConsent(data: unknown, purposes: readonly number[]): ConsentState | undefined {
  if (ownMember(data, 'gdprApplies') === false) return 'granted'

  const status = ownMember(data, 'eventStatus')
  if (status === 'cmpuishown') return 'hold'
  if (status !== 'tcloaded' && status !== 'useractioncomplete') return undefined

  const consents = ownMember(ownMember(data, 'purpose'), 'consents')
  const hasAll = purposes.every((purpose) => ownMember(consents, String(purpose)) === true)
  return hasAll ? 'granted' : 'denied'
}
