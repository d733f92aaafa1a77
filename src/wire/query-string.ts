import { wellFormed } from './well-formed'

/**
 * Writes `name=value` pairs, each value encoded once.
 *
 * Not URLSearchParams: it writes a space as "+", which only form decoding turns back, and the contract promises no
 * more than URL decoding.
 */
export const queryString = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  pairs.map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`).join('&')
