/** Price limits; either end may be open. */
export interface PriceLimits {
  readonly min?: number
  readonly max?: number
  /** "Over 20" excludes 20. */
  readonly isMinExcluded?: true
  /** "Under 50" excludes 50. */
  readonly isMaxExcluded?: true
}

/** Applies a change to price limits. A limit that the change does not mention stays, unless no price could meet both. */
export function withLimits(before: PriceLimits, change: PriceLimits): PriceLimits {
  const { min, isMinExcluded, max, isMaxExcluded } = before
  const lower = change.min === undefined && min !== undefined && min < (change.max ?? 0)
  const upper = change.max === undefined && max !== undefined && max > (change.min ?? 0)
  return {
    ...(lower && { min, ...(isMinExcluded && { isMinExcluded }) }),
    ...(upper && { max, ...(isMaxExcluded && { isMaxExcluded }) }),
    ...change,
  }
}

/** Whether a price is within the limits. */
export function isWithin({ min, max, isMinExcluded, isMaxExcluded }: PriceLimits, price: number) {
  if (min !== undefined && (isMinExcluded ? price <= min : price < min)) return false
  return max === undefined || (isMaxExcluded ? price < max : price <= max)
}

/** The prices in a message, and the rest of the message. */
export interface PriceTalk {
  readonly limits: PriceLimits | undefined
  readonly rest: string
}

const CURRENCY = '(?:€|\\$|£|euros?|eur|dollars?|usd|pounds?|gbp|quid|chf|bucks)'
const currencies: Readonly<Record<string, RegExp>> = {
  '€': /€|\b(euros?|eur)\b/i,
  $: /\$|\b(dollars?|usd)\b/i,
  '£': /£|\b(pounds?|gbp|quid)\b/i,
  CHF: /\bchf\b/i,
}

/** The symbol of the currency that a message names; `undefined` if it names none. */
export const currencyIn = (message: string): string | undefined =>
  Object.keys(currencies).find((sign) => currencies[sign]?.test(message))

const NUMBER =
  '(\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?|\\d{1,3}(?:\\.\\d{3})+(?:,\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?)'
/** Skips numbers with another unit, which are not prices. */
const NOT_A_MEASURE =
  '(?![.,]?\\d)(?!\\s*(?:cm|mm|l|liters?|litres?|m|kg|g|persons?|people|years?|yrs?|stars?|pieces?|pcs|%|×|x)\\b)'
const AMOUNT = `${CURRENCY}?\\s*${NUMBER}\\s*${CURRENCY}?${NOT_A_MEASURE}`
const MONEY = `(?:${CURRENCY}\\s*${NUMBER}|${NUMBER}\\s*${CURRENCY})(?![\\w])`

/** "Exclude anything that costs", as in "… over 300". */
const UNWANTED =
  "(?:not|no|none|never|nothing|n't|exclude|excluding|without|except|skip|avoid|remove|leave out)" +
  '(?:\\s+(?:any|anything|all|everything|the|those|ones|items|products|that|which|is|are|costs?|costing|priced))*'

type Form = readonly [pattern: string, limits: (a: number, b: number) => PriceLimits]

/** How far a price may be from "around 50", as a share of it. */
const AROUND = 0.2

/** The first match wins, so longer forms come before shorter ones with the same beginning. */
const forms: readonly Form[] = [
  [`(?:between|from)\\s+${AMOUNT}\\s*(?:and|to|-|–)\\s*${AMOUNT}`, range],
  [`${CURRENCY}\\s*${NUMBER}\\s*(?:-|–|to)\\s*${AMOUNT}`, range],
  [`${NUMBER}\\s*(?:-|–|to)\\s*${NUMBER}\\s*${CURRENCY}`, range],
  [`${UNWANTED}\\s+(?:under|below|less than|cheaper than)\\s*${AMOUNT}`, (min) => ({ min })],
  [`${UNWANTED}\\s+(?:over|above|more than|higher than|beyond)\\s*${AMOUNT}`, (max) => ({ max })],
  [
    `(?:under|below|less than|cheaper than|lower than|<)\\s*${AMOUNT}`,
    (max) => ({ max, isMaxExcluded: true }),
  ],
  [
    `(?:up to|at most|no more than|not more than|not over|maximum(?: of)?|max\\.?|within|until|<=|budget(?: of| is|:)?)\\s*${AMOUNT}`,
    (max) => ({ max }),
  ],
  [`(?:over|above|more than|higher than|>)\\s*${AMOUNT}`, (min) => ({ min, isMinExcluded: true })],
  [
    `(?:at least|no less than|not less than|minimum(?: of)?|min\\.?|from|starting at|>=)\\s*${AMOUNT}`,
    (min) => ({ min }),
  ],
  [
    `(?:around|about|roughly|approximately|circa|ca\\.?)\\s*${AMOUNT}`,
    (about) => ({ min: about * (1 - AROUND), max: about * (1 + AROUND) }),
  ],
  [`${MONEY}\\s*(?:or less|at most|max(?:imum)?)?`, (max) => ({ max })],
  [`(?=\\D*\\d{2})${AMOUNT}\\s*tops(?=\\W*$)`, (max) => ({ max })],
  [`${AMOUNT}\\s*(?:or less|at most|max(?:imum)?)`, (max) => ({ max })],
]

/** "50 to 120" without a unit; smaller numbers such as "38 to 40" are a size or a count. */
const BARE_RANGE = new RegExp(
  `(?<![\\w.]|sizes?\\s)${NUMBER}\\s*(?:-|–|to)\\s*${NUMBER}${NOT_A_MEASURE}(?!\\w)`,
  'i',
)
const isWide = ({ min = 0, max = 0 }: PriceLimits) => min >= 10 && max >= 1.5 * min

const patterns = forms.map(([pattern, limits]) => ({
  pattern: new RegExp(`(?<![\\w.])${pattern}`, 'i'),
  limits,
}))

/** Finds the prices in a message: "under 50", "over 20 under 40", "€30". */
export function takePrices(message: string): PriceTalk {
  const first = takePrice(message)
  const second = first.limits && takePrice(first.rest)
  if (!second?.limits) return first
  return { limits: { ...second.limits, ...first.limits }, rest: second.rest }
}

function takePrice(message: string): PriceTalk {
  for (const { pattern, limits } of patterns) {
    const match = pattern.exec(message)
    if (!match) continue
    const [whole, ...found] = match
    const [first = 0, second = 0] = found.filter((text) => text !== undefined).map(numberOf)
    return { limits: limits(first, second), rest: message.replace(whole, ' , ') }
  }
  const [whole, first, second] = BARE_RANGE.exec(message) ?? []
  const limits = first && second ? range(numberOf(first), numberOf(second)) : {}
  return whole && isWide(limits)
    ? { limits, rest: message.replace(whole, ' , ') }
    : { limits: undefined, rest: message }
}

function range(a: number, b: number): PriceLimits {
  return { min: Math.min(a, b), max: Math.max(a, b) }
}

/** The separators in `1,299.50` and `1.299,50` mark thousands, the one in `19,90` marks cents. */
function numberOf(text: string): number {
  const [thousands] = /[.,](?=\d{3}(?!\d))/.exec(text) ?? []
  return Number((thousands ? text.replaceAll(thousands, '') : text).replace(',', '.'))
}
