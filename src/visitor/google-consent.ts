import { type Cancel, schedule } from '../browser/clock'
import { readGlobal } from '../browser/dom'
import { guard } from '../browser/guard'
import { onStop } from '../browser/listen'
import { getOwn } from '../wire/fields'
import { signalConsent, unanswered } from './consent'

/**
 * Calls back for every entry of a dataLayer until the tag stops, beginning with existing entries. Returns whether it is a list.
 *
 * There is no event for new entries, so the list's `push` is replaced. It is restored at the end unless another script has replaced it
 * since.
 */
export function watchDataLayer(onEntry: (entry: unknown) => void, layer: unknown): boolean {
  if (!Array.isArray(layer)) return false

  let handle: ((entry: unknown) => void) | undefined = guard(onEntry)
  const original = layer.push
  const push = (...entries: unknown[]) => {
    const result = original.apply(layer, entries)
    for (const entry of entries) handle?.(entry)
    return result
  }
  for (const entry of [...layer]) handle(entry)
  layer.push = push
  onStop(() => {
    handle = undefined
    if (layer.push === push) layer.push = original
  })
  return true
}

let cancelWait: Cancel = () => {}

/**
 * Reads [Google Consent Mode](https://developers.google.com/tag-platform/security/guides/consent) from an entry of the dataLayer:
 * `['consent', 'default' | 'update', { analytics_storage, wait_for_update }]`. `gtag()` pushes its `arguments` object, which is not an
 * array.
 *
 * A default of `denied` that announces an update (`wait_for_update`, in ms) means `hold` for that time.
 */
function onEntry(entry: unknown) {
  const [command, kind, given] = [0, 1, 2].map((index) => getOwn(entry, `${index}`))
  const storage = getOwn(given, 'analytics_storage')
  if (command !== 'consent' || (storage !== 'granted' && storage !== 'denied')) return

  cancelWait()
  if (kind !== 'default' || storage === 'granted') return signalConsent('google', storage)
  const settle = () => signalConsent('google', unanswered())
  const waitMs = Number(getOwn(given, 'wait_for_update'))
  if (!(waitMs > 0)) return settle()
  signalConsent('google', 'hold')
  cancelWait = schedule(settle, waitMs)
}

/** Follows Google Consent Mode until the tag stops. Returns `false` while the page has no dataLayer. */
export const followGoogleConsent = (): boolean => watchDataLayer(onEntry, readGlobal('dataLayer'))
