import { followGate, type Gate, setGate } from '../browser/consent-gate'
import { local, tab } from '../browser/storage'
import { broadcast, openBroadcast } from '../browser/tabs'
import { settings } from '../settings/read-settings'
import type { ConsentState } from '../settings/settings'

/** The state that one source asks for. `pending` counts as denied until the shopper has been asked, but deletes nothing. */
export type Signal = ConsentState | 'pending'

const BY_STRICTNESS: readonly Signal[] = ['denied', 'pending', 'hold', 'granted']

const GATES: { readonly [State in Signal]: Gate } = {
  granted: 'open',
  hold: 'closed',
  pending: 'closed',
  denied: 'erased',
}

/** The states that consent managers and the browser ask for, by source. */
const signals = new Map<string, Signal | undefined>()

/** The state that the shop itself set by a call. It overrides all other signals. */
let explicit: ConsentState | undefined
let effective: Signal = 'pending'
/** Nothing opens before every source that the page has was asked. */
let isStarted = false

/** Called on each change; `isOther` is false if the shopper merely refused while the question was pending. */
let onChange: (isOther: boolean) => void = () => {}

/** The state while the shopper has not answered: nothing is deleted, and events wait if the shop chose `hold`. */
export const unanswered = (): Signal => (settings.consent === 'hold' ? 'hold' : 'pending')

/** The state for the page: what is asked counts as denied until the shopper has answered. */
export const consentState = (): ConsentState => (effective === 'pending' ? 'denied' : effective)

/** @param isHeard - Whether another tab said so. It has told all tabs; to tell it again would override what its banner says next. */
function update(isHeard = false) {
  if (!isStarted) return
  const wanted = [...signals.values()]
  const start: Signal = settings.consent === 'denied' ? 'pending' : settings.consent
  const next = explicit ?? BY_STRICTNESS.find((strict) => wanted.includes(strict)) ?? start
  if (next === effective) return
  const before = consentState()
  effective = next
  setGate(GATES[next])
  onChange(consentState() !== before)
  if (next === 'denied' && !isHeard) broadcast(next)
}

/** Sets the state chosen by the shop with `svc.consent()`, or heard from another tab. */
export function setConsent(state: ConsentState, isHeard = false) {
  explicit = state
  update(isHeard)
}

/** Notes the state that one consent manager asks for; `undefined` if it has none. If there are several, the strictest counts. */
export function signalConsent(source: string, signal: Signal | undefined) {
  signals.set(source, signal)
  update()
}

/**
 * Starts with the setting, the browser's [Global Privacy Control](https://w3c.github.io/gpc/), refusals in other tabs, and what was signalled
 * before.
 *
 * @param onConsent - Called on each later change; its argument says whether the state is different.
 */
export function startConsent(onConsent: (isOther: boolean) => void) {
  followGate({ onErase: eraseKept })
  if (settings.respectGpc && (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl)
    signals.set('gpc', 'denied')
  isStarted = true
  update()
  openBroadcast((data) => {
    if (data === 'denied') setConsent(data, true)
  })
  onChange = onConsent
}

/*
 * Items that are stored in this browser with consent; otherwise, or where storage is unavailable, they are kept for the life of the page.
 */

const inMemory = new Map<string, string>()

/** Reads an item; `undefined` if there is none. */
export const readKept = (key: string): string | undefined => inMemory.get(key) ?? local.read(key)

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
  if (!storeKept(key, text)) keepInMemory(key, text)
}

/** Removes all items: those of the page, and all of the tag's in this browser. */
function eraseKept() {
  inMemory.clear()
  for (const storage of [local, tab]) storage.keys().forEach(storage.remove)
}
