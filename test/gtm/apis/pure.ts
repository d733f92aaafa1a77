import type { Api, Apis } from './api.ts'

/** The answers of the sandbox's `typeof`: lists and `null` are types of their own. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const orUndefined =
  (task: Api): Api =>
  (...args) => {
    try {
      return task(...args)
    } catch {
      return undefined
    }
  }

function makeTableMap(
  rows: readonly Readonly<Record<string, unknown>>[] | undefined,
  keyColumn: string,
  valueColumn: string,
) {
  const pairs = rows?.map((row): [string, unknown] => [String(row[keyColumn]), row[valueColumn]])
  return pairs?.length ? Object.fromEntries(pairs) : null
}

async function sha256(text: string, onDone: Api, onFail: Api = () => undefined) {
  try {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
    onDone(btoa(String.fromCharCode(...new Uint8Array(digest))))
  } catch {
    onFail()
  }
}

/** The APIs that need nothing of the page. */
export const pureApis = (): Apis => ({
  getType: typeOf,
  makeString: String,
  makeNumber: (value) => Number(value),
  makeInteger: (value) => Number.parseInt(value, 10),
  makeTableMap,
  getTimestamp: () => Date.now(),
  getTimestampMillis: () => Date.now(),
  generateRandom: (min, max) => min + Math.floor(Math.random() * (max - min + 1)),
  encodeUri: encodeURI,
  encodeUriComponent: encodeURIComponent,
  decodeUri: orUndefined(decodeURI),
  decodeUriComponent: orUndefined(decodeURIComponent),
  toBase64: btoa,
  fromBase64: orUndefined(atob),
  sha256: (text, onDone, onFail) => void sha256(text, onDone, onFail),
  JSON: {
    // Bad input is no exception in the sandbox.
    parse: orUndefined(JSON.parse),
    stringify: (value) => JSON.stringify(value),
  },
  Math: {
    ...{ abs: Math.abs, ceil: Math.ceil, floor: Math.floor, max: Math.max, min: Math.min },
    ...{ pow: Math.pow, round: Math.round, sqrt: Math.sqrt },
  },
  Object: {
    ...{ keys: Object.keys, values: Object.values, entries: Object.entries, freeze: Object.freeze },
    delete: (object, name) => delete object[name],
  },
})
