import { wellFormed } from './fields'

const WORD = 2 ** 32

/** The lower half of the [FNV](http://www.isthe.com/chongo/tech/comp/fnv/) prime 2^40 + 0x1b3. */
const PRIME = 0x1b3

const hex = (word: number) => word.toString(16).padStart(8, '0')

/** A short text that stands for a longer one: FNV-1a with 64 bits over its UTF-8, 16 hexadecimal digits. Not a secret. */
export function hashOf(text: string): string {
  let [high, low] = [0xcbf29ce4, 0x84222325]
  for (const [letter, byte] of encodeURIComponent(wellFormed(text)).matchAll(/%(..)|./g)) {
    const word = (low ^ (byte ? Number(`0x${byte}`) : letter.charCodeAt(0))) >>> 0
    const product = word * PRIME
    high = (Math.imul(high, PRIME) + Math.floor(product / WORD) + (word << 8)) >>> 0
    low = product >>> 0
  }
  return hex(high) + hex(low)
}
