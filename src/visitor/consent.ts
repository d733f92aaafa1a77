import { local, tab } from '../browser/storage'
import { broadcast, openBroadcast } from '../browser/tabs'
import { settings } from '../settings/read-settings'
import type { ConsentState } from '../settings/settings'

/** The state that one source asks for. `pending` counts as denied until the shopper has been asked, but deletes nothing. */
export type Signal = ConsentState | 'pending'

const BY_STRICTNESS: readonly Signal[] = ['denied', 'pending', 'hold', 'granted']

/** The states that consent managers and the browser ask for, by source. */
const signals = new Map<string, Signal | undefined>()

/** The state that the shop itself set by a call. It overrides all other signals. */
let explicit: ConsentState | undefined
let effective: Signal = 'pending'

/** Called on each change; `isOther` is false if the shopper merely refused while the question was pending. */
let onChange: (isOther: boolean) => void = () => {}

/** The state while the shopper has not answered: nothing is deleted, and events wait if the shop chose `hold`. */
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

/** Notes the state that one consent manager asks for; `undefined` if it has none. If there are several, the strictest counts. */
export function signalConsent(source: string, signal: Signal | undefined) {
  signals.set(source, signal)
  update()
}

/**
 * Starts with the setting, the browser's [Global Privacy Control](https://w3c.github.io/gpc/) and refusals in other tabs.
 *
 * @param onConsent - Called on each later change; its argument says whether the state is different.
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
 * Items that are stored in this browser with consent; otherwise, or where storage is unavailable, they are kept for the life of the page.
 */

const inMemory = new Map<string, string>()

/** Reads an item; `undefined` if there is none. */
export const readKept = (key: string): string | undefined =>
  inMemory.get(key) ?? (isGranted() ? local.read(key) : undefined)

/** Keeps an item for the life of the page. */
export const keepInMemory = (key: string, text: string) => inMemory.set(key, text)

/** With consent, stores an item in place of the one in memory. Returns `true` if it was stored. */
export function storeKept(key: string, text: string): boolean {
  const isStored = local.write(key, text) ?? false
  if (isStored) inMemory.delete(key)
  return isStored
}

/** Stores an item. */
export function writeKept(key: string, text: string) {
  if (!isGranted() || !storeKept(key, text)) keepInMemory(key, text)
}

/** Removes all items: those of the page, and all of the tag's in this browser. */
export function eraseKept() {
  inMemory.clear()
  for (const storage of [local, tab]) storage.keys().forEach(storage.remove)
}
