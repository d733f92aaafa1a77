/** A unique id: about 40 digits from 128 random bits. The vendor's own ids also consist of digits. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('')

/** Eight letters and digits from 41 random bits, for ids that are used together with a time or a visitor. */
export const newShortId = (): string => randomDecimal().toString(36).slice(2, 10).padEnd(8, '0')

/** A random number from 0 to 1 with 52 bits of the browser's cryptographic source. */
export function randomDecimal(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return ((high >>> 12) * 2 ** 32 + low) / 2 ** 52
}
