import { readGlobal } from '../../browser/dom'
import { attempt, guard } from '../../browser/guard'
import { onStop } from '../../browser/listen'
import { parsedSetting } from '../../settings/read-settings'
import type { ConsentState } from '../../settings/settings'
import { signalConsent } from '../../visitor/consent'
import { getOwn } from '../../wire/fields'

type TcfApi = (
  command: string,
  version: number,
  callback: (data: unknown, isSuccess: boolean) => void,
  parameter?: unknown,
) => void

/** Store information on a device; measure content performance. */
const PURPOSES = [1, 8]

/**
 * The consent in the `TCData` of an [IAB TCF v2](https://github.com/InteractiveAdvertisingBureau/GDPR-Transparency-and-Consent-Framework)
 * consent manager: `hold` while the shopper is being asked, `undefined` while it says nothing.
 *
 * @param purposes - All of these must be consented to.
 */
export function consentInTcf(data: unknown, purposes: readonly number[]): ConsentState | undefined {
  if (getOwn(data, 'gdprApplies') === false) return 'granted'

  const status = getOwn(data, 'eventStatus')
  if (status === 'cmpuishown') return 'hold'
  if (status !== 'tcloaded' && status !== 'useractioncomplete') return undefined

  const consents = getOwn(getOwn(data, 'purpose'), 'consents')
  const hasAll = purposes.every((purpose) => getOwn(consents, String(purpose)) === true)
  return hasAll ? 'granted' : 'denied'
}

/** Follows the page's TCF consent manager until the tag stops. Returns `false` if it cannot be called. */
export function followTcf(): boolean {
  const api = readGlobal('__tcfapi') as TcfApi
  if (typeof api !== 'function') return false
  const given = parsedSetting('tcfPurposes')
  const purposes =
    Array.isArray(given) && given.every((item) => typeof item === 'number') ? given : PURPOSES
  let listenerId: unknown
  const onData = guard((data: unknown, isSuccess: boolean) => {
    listenerId ??= getOwn(data, 'listenerId')
    const state = isSuccess ? consentInTcf(data, purposes) : undefined
    if (state) signalConsent('__tcfapi', state)
  })
  attempt(() => api('addEventListener', 2, onData))
  onStop(() => attempt(() => api('removeEventListener', 2, () => {}, listenerId)))
  return true
}
