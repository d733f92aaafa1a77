/** An object of the answer; anything may be missing, or be something else. */
export interface Raw {
  readonly [name: string]: unknown
}

/** Whatever came, seen as an object: one without members where it was none. */
export const rawOf = (value: unknown): Raw =>
  typeof value === 'object' && value !== null ? (value as Raw) : {}

/** The objects of a list, which the contract wraps in `{ list }` at some places. */
export function listOf(value: unknown): Raw[] {
  const items = Array.isArray(value) ? value : rawOf(value).list
  return Array.isArray(items) ? items.map(rawOf) : []
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** The XML form has some numbers as texts. */
export const numberOf = (value: unknown): number => Number(value) || 0
