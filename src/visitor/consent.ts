import { local, tab } from '../browser/storage'
import { broadcast, openBroadcast } from '../browser/tabs'
import { settings } from '../settings/read-settings'
import type { ConsentState } from '../settings/settings'

/** The state that one source wants. `pending` is denied until the shopper has been asked: it deletes nothing. */
export type Signal = ConsentState | 'pending'

const BY_STRICTNESS: readonly Signal[] = ['denied', 'pending', 'hold', 'granted']

/** The states that consent managers and the browser want, by source. */
const signals = new Map<string, Signal | undefined>()

/** The state that the shop itself set by a call. No other signal counts then. */
let explicit: ConsentState | undefined
let effective: Signal = 'pending'

/** Hears of each change; `isOther` is false when only a pending question was refused. */
let onChange: (isOther: boolean) => void = () => {}

/** Represents a question without an answer: nothing is deleted, and events wait if the shop chose `hold`. */
export const unanswered = (): Signal => (settings.consent === 'hold' ? 'hold' : 'pending')

/** Whether the tag may watch, store and send. */
export const consentState = (): ConsentState => (effective === 'pending' ? 'denied' : effective)

export const isGranted = (): boolean => effective === 'granted'

/** Whether consent was refused, rather than not yet given. A refusal deletes stored data. */
export const isRefused = (): boolean => effective === 'denied'

function update() {
  const wanted = [...signals.values()]
  const start: Signal = settings.consent === 'denied' ? 'pending' : settings.consent
  const next = explicit ?? BY_STRICTNESS.find((strict) => wanted.includes(strict)) ?? start
  if (next === effective) return
  const before = consentState()
  effective = next
  onChange(consentState() !== before)
  if (isRefused()) broadcast('denied')
}

/** Sets the state chosen by the shop with `svc.consent()`. */
export function setConsent(state: ConsentState) {
  explicit = state
  update()
}

/** Notes what one consent manager wants; `undefined` if it has no say. Of several the strictest counts. */
export function signalConsent(source: string, signal: Signal | undefined) {
  signals.set(source, signal)
  update()
}

/**
 * Begins with the setting, the browser's [Global Privacy Control](https://w3c.github.io/gpc/) and refusals in other tabs.
 *
 * @param onConsent - Hears of each later change, and whether the state is another one.
 */
export function startConsent(onConsent: (isOther: boolean) => void) {
  if (settings.respectGpc && (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl)
    signals.set('gpc', 'denied')
  update()
  openBroadcast((data) => {
    if (data === 'denied') setConsent(data)
  })
  onChange = onConsent
}

/*
 * Texts kept in this browser with consent, and for the life of the page otherwise or where nothing can be stored.
 */

const inMemory = new Map<string, string>()

/** Reads a text; `undefined` for none. */
export const readKept = (key: string): string | undefined =>
  inMemory.get(key) ?? (isGranted() ? local.read(key) : undefined)

/** Keeps a text for the life of the page. */
export const keepInMemory = (key: string, text: string) => inMemory.set(key, text)

/** Stores a text with consent, in place of the page's own. Returns `true` if it was stored. */
export function storeKept(key: string, text: string): boolean {
  const isStored = local.write(key, text) ?? false
  if (isStored) inMemory.delete(key)
  return isStored
}

/** Stores a text. */
export function writeKept(key: string, text: string) {
  if (!isGranted() || !storeKept(key, text)) keepInMemory(key, text)
}

/** Removes all texts: those of the page, and all of the tag's in this browser. */
export function eraseKept() {
  inMemory.clear()
  for (const storage of [local, tab]) storage.keys().forEach(storage.remove)
}
