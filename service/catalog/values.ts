/** Names that a feed's field may have and a filter may ask for. */
export type Value = string | number | boolean

/** The values of one field of a product: none, one or several. Objects and blank texts are none. */
export function valuesOf(field: unknown): readonly Value[] {
  if (Array.isArray(field)) return field.flatMap((item) => (isValue(item) ? [item] : []))
  return isValue(field) ? [field] : []
}

function isValue(value: unknown): value is Value {
  if (typeof value === 'string') return value.trim() !== ''
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** A dot-decimal number, or `undefined` for any other text. */
export function parseDecimal(text: string): number | undefined {
  const number = Number(text)
  return DECIMAL.test(text) && Number.isFinite(number) ? number : undefined
}
