/** Currency signs and letters around a number, with the spaces between. */
const currency = /^[\s\p{Sc}\p{L}]+|[\s\p{Sc}\p{L}]+$/gu

/** Finer than any currency; what is beyond comes from binary fractions (`3 * 19.99`). */
const PRICE_DECIMALS = 6

/**
 * A price as the tracker wants it, dot-decimal text; `undefined` when it cannot be read for certain.
 *
 * `"$1234.50"` loses its symbol. A comma can mean thousands or cents, so `"1,234"` and `"1.299,00 €"` are
 * refused rather than guessed.
 */
export function priceText(price: string | number): string | undefined {
  const text =
    typeof price === 'number'
      ? String(Number(price.toFixed(PRICE_DECIMALS)))
      : price.replace(currency, '')
  return /^\d+(\.\d+)?$/.test(text) ? text : undefined
}
