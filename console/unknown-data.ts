// The payload of an event comes from outside, so that every field may be anything.

/** The fields of a payload, unchecked. */
export type Fields = Readonly<Record<string, unknown>>

/** An object; an empty one in place of anything else. */
export const objectOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

/** The items of a list; none of anything else. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text or a number as text; empty for anything else. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
