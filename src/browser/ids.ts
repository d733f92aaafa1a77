import { customAlphabet, urlAlphabet } from 'nanoid'

/** Makes a unique id: 39 digits with 129 random bits. The vendor's own ids also consist of digits. */
export const newId = customAlphabet('0123456789', 39)

/** Makes an id of eight letters, digits, `_` or `-` with 48 random bits, to be used together with a time or a visitor. */
export const newShortId = customAlphabet(urlAlphabet, 8)

/** A random number from 0 to 1 with 52 bits of the browser's cryptographic source. */
export function randomDecimal(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return ((high >>> 12) * 2 ** 32 + low) / 2 ** 52
}
