import type { EventId } from './tracker-event'

/** A member that an object itself has. Members that a page has put on a prototype do not count. */
export const getOwn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.prototype.hasOwnProperty.call(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined

/** An unrendered template, or a script's text for a missing value. */
export const UNRENDERED = /^(undefined|null|NaN|%s)$|\[object |[{$#]{|[{<][%?]/

/**
 * ASCII control characters except tabs and line ends, and lone surrogates. Written as the remaining
 * characters, because a named class takes long to build.
 */
const malformed = /[^\t\n\r -~\x80-\u{10ffff}]|\p{Surrogate}/gu

/**
 * The text with every character that services reject replaced by U+FFFD. These are lone surrogates, on which `encodeURIComponent` throws
 * ([`String.prototype.toWellFormed`](https://tc39.es/ecma262/#sec-string.prototype.towellformed) does the same, but Chrome has it only
 * since 111), and control characters, which get into markup through broken imports and make servers and proxies reject the whole request.
 */
export const wellFormed = (text: string): string => text.replace(malformed, '\ufffd')

/** Whether a text has the form of a `t`. A shop's order numbers contain no bar. */
export const isEventId = (text: string): text is EventId => /^\d{13}\|\d[\d.e-]*$/.test(text)

/** A position in the tracker's form: a whole number as text; `undefined` for anything else. */
export const rankText = (place: string | undefined): string | undefined =>
  /^\d{1,9}$/.test(place ?? '') ? place : undefined

/** A quantity as the tracker expects it: a positive whole number as text, also from `1.0` or `2,00`; `undefined` for anything else. */
export function quantityText(quantity: string | number): string | undefined {
  const text = String(quantity)
    .trim()
    .replace(/[.,]0{1,2}$/, '')
  return /^0*[1-9]\d{0,8}$/.test(text) ? String(Number(text)) : undefined
}

/** Currency signs and letters around a number, with the spaces between. */
const currency = /^[\s\p{Sc}\p{L}]+|[\s\p{Sc}\p{L}]+$/gu

/** Finer than any currency. Further decimals come from binary fractions (`3 * 19.99`, `10 / 3`). */
const PRICE_DECIMALS = 4

/**
 * A price as the tracker expects it, as a string with a decimal point; `undefined` if it is ambiguous or not a price.
 *
 * The currency symbol in `"$1234.50"` is removed. A comma can separate thousands or decimals, so `"1,234"` and `"1.299,00 €"` are refused
 * rather than guessed. A computed price is rounded to four decimals, whether it comes as a number or as text. A price of a trillion or more
 * is refused, because the service accepts twelve digits.
 */
export function priceText(price: string | number): string | undefined {
  const text = String(price).replace(currency, '')
  const rounded = (amount: number) => String(Number(amount.toFixed(PRICE_DECIMALS)))
  if (typeof price === 'number') return price >= 0 && price < 1e12 ? rounded(price) : undefined
  if (!/^\d{1,12}(\.\d+)?$/.test(text)) return undefined
  return /\.\d{5}/.test(text) ? rounded(Number(text)) : text
}
