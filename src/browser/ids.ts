import { nanoid } from 'nanoid'

/** A text that no two visitors share: 21 characters of `A-Za-z0-9_-`. */
export const newId = (): string => nanoid()

/** A random number from 0 to 1 with 52 bits of the browser's cryptographic source. */
export function randomDecimal(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return ((high >>> 12) * 2 ** 32 + low) / 2 ** 52
}
