import type { GtmPage } from '../gtm-page.ts'
import type { Api, Apis } from './api.ts'

/** The answers of the sandbox's `typeof`: lists and `null` are types of their own. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** The other APIs that the template requires. Consent that was never set counts as granted. */
export const otherApis = ({ load, log }: GtmPage): Apis => ({
  injectScript: (url, onLoad, onError) => load(url, onLoad, onError),
  isConsentGranted: () => true,
  addConsentListener: () => undefined,
  logToConsole: log,
  getTimestampMillis: () => Date.now(),
  getType: typeOf,
  makeNumber: Number,
  JSON: { parse: parseOrUndefined, stringify: (value) => JSON.stringify(value) },
  Object: { keys: Object.keys },
})

/** Bad input is no exception in the sandbox. */
const parseOrUndefined: Api = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
