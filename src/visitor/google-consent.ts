import { type Cancel, schedule } from '../browser/clock'
import { hooks } from '../browser/hooks'
import { watchPageList } from '../browser/page-list'
import { getOwn } from '../wire/fields'
import { type Signal, signalConsent, unanswered } from './consent'

let cancelWait: Cancel = () => {}

/** What one entry of the dataLayer says about analytics; `undefined` if it says nothing. */
function stateIn(entry: unknown): readonly [signal: Signal, waitMs: number] | undefined {
  const [command, kind, given] = [0, 1, 2].map((index) => getOwn(entry, `${index}`))
  const storage = getOwn(given, 'analytics_storage')
  if (command !== 'consent' || (storage !== 'granted' && storage !== 'denied')) return undefined
  if (kind !== 'default' || storage === 'granted') return [storage, 0]
  const waitMs = Number(getOwn(given, 'wait_for_update'))
  return waitMs > 0 ? ['hold', waitMs] : [unanswered(), 0]
}

/**
 * Reads [Google Consent Mode](https://developers.google.com/tag-platform/security/guides/consent) from entries of the dataLayer:
 * `['consent', 'default' | 'update', { analytics_storage, wait_for_update }]`. `gtag()` pushes its `arguments` object, which is not an
 * array. Of several entries the last counts, so that a list read as a whole does not pass through states of the past.
 *
 * A default of `denied` that announces an update (`wait_for_update`, in ms) means `hold` for that time.
 */
function handleEntries(entries: readonly unknown[]) {
  const [signal, waitMs = 0] = entries.map(stateIn).reverse().find(Boolean) ?? []
  if (!signal) return
  cancelWait()
  signalConsent('google', signal)
  if (waitMs) cancelWait = schedule(() => signalConsent('google', unanswered()), waitMs)
}

let isFollowed = false

/** A script that has long been there may create the dataLayer, without any event. Called whenever the consent is read, so it must be cheap. */
const lookForLayer = () => {
  if (!isFollowed && 'dataLayer' in window) followGoogleConsent()
}

/** Follows Google Consent Mode until the tag stops. Returns `false` while the page has no dataLayer. */
export function followGoogleConsent(): boolean {
  if (isFollowed) return true
  // What it hears first makes the tag read the consent.
  isFollowed = true
  isFollowed = watchPageList('dataLayer', handleEntries)
  hooks.look ??= lookForLayer
  return isFollowed
}
