import type { Clock } from '../platform/clock'
import { hasPrivacyControl, watchTcf } from '../platform/consent-managers'
import { watchDataLayer } from '../platform/data-layer'
import type { Guard } from '../platform/guard'
import { lookFor } from '../platform/look-for'
import type { Consent, ConsentState } from './consent'
import { createGoogleConsent } from './google'
import { tcfConsent } from './tcf'

export interface ConsentSignalsDeps {
  readonly consent: Consent
  readonly guard: Guard
  readonly clock: Clock
  readonly settings: {
    readonly consent: ConsentState
    readonly respectGpc: boolean
    readonly tcfPurposes: readonly number[]
  }
}

/**
 * Listens to the consent managers of the page and to the browser. Returns the function that stops listening.
 *
 * A manager that is not there yet is looked for again: some shops load theirs when all else is there, or at the first press.
 */
export function watchConsent({ consent, guard, clock, settings }: ConsentSignalsDeps): () => void {
  if (settings.respectGpc && hasPrivacyControl()) consent.signal('gpc', 'denied')

  const onEntry = createGoogleConsent({
    schedule: clock.schedule,
    whileUnanswered: settings.consent === 'hold' ? 'hold' : 'unasked',
    onSignal: (signal) => consent.signal('google', signal),
  })
  function onTcfData(data: unknown) {
    const state = tcfConsent(data, settings.tcfPurposes)
    if (state) consent.signal('tcf', state)
  }

  return lookFor(
    guard,
    () => watchDataLayer(guard, onEntry),
    () => watchTcf(guard, onTcfData),
  )
}
