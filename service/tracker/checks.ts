/**
 * Describes in plain language what is wrong with a value, one sentence each; empty if it is valid.
 *
 * @param name - The path of the value in the payload: `products[1].qty`.
 */
export type Check = (value: unknown, name: string) => readonly string[]

/** Longer values are shortened in messages; the event has the full value. */
const QUOTE_CHARACTERS = 60

/** Characters that text must not contain: control characters other than tab and line ends, and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u

/** Words that scripts produce in place of a missing value. */
export const slips: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN', '[object Object]'])

/** Any text, including the empty one. */
export const text: Check = (value, name) => {
  if (typeof value !== 'string') return [`${name} must be text, but is ${described(value)}.`]
  return unprintable.test(value) ? [`${name} has a control character or half a character.`] : []
}

/** Text that is not blank. */
export const words: Check = (value, name) =>
  value === '' || (typeof value === 'string' && value.trim() === '')
    ? [`${name} is empty.`]
    : text(value, name)

/** A name or id: not empty, and not the word "undefined". */
export const id: Check = (value, name) =>
  typeof value === 'string' && slips.has(value)
    ? [`${name} is the word "${value}", which is nobody's name.`]
    : words(value, name)

/** Allows null, which libraries write for a missing value, in addition to the check. */
export const orNull =
  (check: Check): Check =>
  (value, name) =>
    value === null ? [] : check(value, name)

/** The id of a variant. Shops write an empty text or null if there is none. */
export const variant: Check = orNull((value, name) => (value === '' ? [] : id(value, name)))

/** Any value. */
export const anything: Check = () => []

/** A text of one form. */
const textThat =
  (isRight: (given: string) => boolean, wanted: string): Check =>
  (value, name) =>
    typeof value === 'string' && isRight(value)
      ? []
      : [`${name} must be ${wanted}, but is ${described(value)}.`]

const matching = (pattern: RegExp, wanted: string): Check =>
  textThat((given) => pattern.test(given), wanted)

/** The complete URL of a page, `https://shop.example/…`. */
export const webAddress: Check = textThat(
  (given) => /^https?:\/\//i.test(given) && URL.canParse(given),
  'the whole address of a page (https://…)',
)

const UNITS = /^[1-9]\d{0,8}$/
const unitsAsText = matching(UNITS, 'a positive whole number as text, like "2"')

/** A number of units: a positive whole number as text. A JSON number is accepted too. */
export const units: Check = (value, name) =>
  typeof value === 'number' && UNITS.test(String(value)) ? [] : unitsAsText(value, name)

/** A position in a list: a whole number as text. */
export const place: Check = matching(/^\d{1,9}$/, 'a position as text, like "1"')

/** The price of one unit: text with a decimal point, without a currency. */
export const price: Check = matching(
  /^\d{1,12}(\.\d{1,12})?$/,
  'a price as dot-decimal text, like "19.90"',
)

/** The reference of an order, with the place of a part. */
export const orderReference: Check = matching(
  /^[0-9a-f]{16}(\.[12]){0,16}$/,
  'the reference of an order: 16 hexadecimal digits',
)

/** The time of an event: `<ms>|<random decimal>`. */
export const moment: Check = matching(
  /^\d{1,15}\|\d+(\.\d+)?(e-\d+)?$/,
  'milliseconds, a bar and a random decimal number, like "1793786400000|0.25"',
)

/** No tag existed earlier; smaller numbers are seconds, or a counter. */
const EARLIEST_MS = Date.UTC(2000, 0)

/** Whether a time is before any tag existed: `1793786400|0.25` is in January 1970. */
export const isTooEarly = (t: string): boolean =>
  /^\d{1,15}\|/.test(t) && Number.parseInt(t, 10) < EARLIEST_MS

/** The time spent on a page: a plain number, the form that the contract's template of `cart` shows for `t`. */
export const isTimeSpent = (value: string): boolean => /^\d{1,12}(\.\d{1,12})?$/.test(value)

/** One of the given words, in exactly this spelling. */
export const oneOf = (...allowed: readonly string[]): Check =>
  textThat((given) => allowed.includes(given), allowed.join(' or '))

/** A list whose items all pass the check. */
export const listOf =
  (item: Check, { min = 0 } = {}): Check =>
  (value, name) => {
    if (!Array.isArray(value)) return [`${name} must be a list, but is ${described(value)}.`]
    if (value.length < min) return [`${name} is empty.`]
    return value.flatMap((entry, index) => item(entry, `${name}[${index}]`))
  }

/** Describes a value in a sentence; never longer than a line. */
export function described(value: unknown): string {
  if (typeof value === 'string') return `"${shortened(value)}"`
  if (typeof value === 'number') return `the number ${value}`
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Shortens text from outside to a length that suits a sentence. */
export const shortened = (given: string): string =>
  given.length > QUOTE_CHARACTERS ? `${given.slice(0, QUOTE_CHARACTERS)}…` : given
