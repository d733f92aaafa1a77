/** A quantity as the tracker wants it: a positive whole number as text, also from `1.0` or `2,00`; `undefined` for anything else. */
export function quantityText(quantity: string | number): string | undefined {
  const text = String(quantity)
    .trim()
    .replace(/[.,]0{1,2}$/, '')
  return /^0*[1-9]\d{0,8}$/.test(text) ? String(Number(text)) : undefined
}
