/** A text that no two visitors share: some 40 digits, of 128 random bits. The vendor's own ids have digits, too. */
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('')

/** Eight letters and digits, of 41 random bits: for what has a time or a visitor beside it. */
export const newShortId = (): string => randomDecimal().toString(36).slice(2, 10).padEnd(8, '0')

/** A random number from 0 to 1 with 52 bits of the browser's cryptographic source. */
export function randomDecimal(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return ((high >>> 12) * 2 ** 32 + low) / 2 ** 52
}
