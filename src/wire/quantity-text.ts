/** A quantity as the tracker wants it: a positive whole number as text; `undefined` for anything else. */
export function quantityText(quantity: string | number): string | undefined {
  const text = String(quantity).trim()
  return /^0*[1-9]\d{0,8}$/.test(text) ? String(Number(text)) : undefined
}
