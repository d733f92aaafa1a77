/** Currency signs and letters around a number, with the spaces between. */
const currency = /^[\s\p{Sc}\p{L}]+|[\s\p{Sc}\p{L}]+$/gu

/** Finer than any currency; what is beyond comes from binary fractions (`3 * 19.99`, `10 / 3`). */
const PRICE_DECIMALS = 4

/**
 * A price as the tracker wants it, dot-decimal text; `undefined` when it cannot be read for certain.
 *
 * `"$1234.50"` loses its symbol. A comma can mean thousands or cents, so `"1,234"` and `"1.299,00 €"` are
 * refused rather than guessed. A computed price is rounded to four decimals, whether it comes as a number or as text. A price of a trillion or
 * more is none: the service takes twelve digits.
 */
export function priceText(price: string | number): string | undefined {
  const text = String(price).replace(currency, '')
  const rounded = (amount: number) => String(Number(amount.toFixed(PRICE_DECIMALS)))
  if (typeof price === 'number') return price >= 0 && price < 1e12 ? rounded(price) : undefined
  if (!/^\d{1,12}(\.\d+)?$/.test(text)) return undefined
  return /\.\d{5}/.test(text) ? rounded(Number(text)) : text
}
