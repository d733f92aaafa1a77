import type { Constraint, PriceLimits } from './constraints.ts'
import english from './english.json' with { type: 'json' }
import type { ShopView } from './shop-view.ts'
import { childSizes, readSizes } from './sizes.ts'
import type { Account } from './text.ts'

/** "Four", of "four mugs". */
export interface Count {
  readonly count: number
  readonly end: number
}

/** What the numbers of a message say. What they are is told by their unit, or by the words beside them. */
export interface Numbers {
  readonly add: readonly Constraint[]
  /** The symbol of the currency in which a price was given. */
  readonly currency: string | undefined
  /** How many of a thing are wanted, of which the prices are added up, and where each count ends in the text. */
  readonly counts: readonly Count[]
  /** What none of these is: "over 40 hours", "or over 200" after "under 100". */
  readonly left: readonly string[]
}

const patternOf = (text: string) => new RegExp(text, 'iu')
const PERCENT = patternOf(english.numbers.percent)
const COUNT = patternOf(english.numbers.count)
/** "How many litres does it have?" asks for its size. */
const UNIT_ASKED = /\bhow many (lit(re|er)s|people|persons)\b/i
/** "From 2019" is no price. */
const YEAR = patternOf(english.numbers.year)
const MEASURE = patternOf(english.numbers.measure)

/** Reads prices, ages, sizes and counts, and marks their words as used. Numbers of another kind are left over. */
export function readNumbers(account: Account, view: ShopView, isForWomen: boolean): Numbers {
  const percent = account.take(PERCENT)
  const left = takeAll(account, YEAR)
  const before = account.rest()
  const prices = view.price ? readPrices(account, left) : []
  const age = readAge(account)
  left.push(...takeAll(account, MEASURE))
  const sizes = readSizes(account, view, isForWomen)
  const child = age !== undefined && age <= OLDEST_CHILD ? childSizes(view, age) : []
  // "Set of 6": no set, but six are wanted.
  const sets = left.flatMap((said) => {
    const [, count] = /^sets? of (\d+)/i.exec(said) ?? []
    return count ? { count: Number(count), end: 0 } : []
  })
  const counts = [...sets, ...countsIn(account)]
  account.take(UNIT_ASKED)
  const sale = {
    kind: 'sale',
    percent: Number(percent?.[1] ?? percent?.[2]),
    said: percent?.[0] ?? '',
  } as const
  return {
    add: [...(percent ? [sale] : []), ...prices, ...sizes, ...child],
    currency: prices.length > 0 ? currencyIn(before) : undefined,
    counts,
    left,
  }
}

function countsIn(account: Account): readonly Count[] {
  const match = account.take(COUNT)
  if (!match) return []
  return [
    { count: Number(match[1] ?? match[2] ?? match[3]), end: match.index + match[0].length },
    ...countsIn(account),
  ].sort((a, b) => a.end - b.end)
}

function takeAll(account: Account, pattern: RegExp): string[] {
  const [said] = account.take(pattern) ?? []
  return said === undefined ? [] : [said, ...takeAll(account, pattern)]
}

const currencies = Object.entries(english.currencies)
const currencyIn = (text: string) =>
  currencies.find(([, names]) => patternOf(`(?<!\\p{L})(?:${names})(?!\\p{L})`).test(text))?.[0]

const CURRENCY = `(?:${currencies.map(([, names]) => names).join('|')})`
const NUMBER =
  '(\\d{1,3}(?:,\\d{3})+(?:\\.\\d{1,2})?|\\d{1,3}(?:\\.\\d{3})+(?:,\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?)'
const { notAMeasure } = english.numbers
const parts: Readonly<Record<string, string>> = {
  currency: CURRENCY,
  number: NUMBER,
  not: english.notPriced,
  amount: `${CURRENCY}?\\s*${NUMBER}\\s*${CURRENCY}?${notAMeasure}`,
  money: `(?:${CURRENCY}\\s*${NUMBER}|${NUMBER}\\s*${CURRENCY})(?![\\w])`,
}

/** How far a price may be from "around 50", as a share of it. */
const AROUND = 0.2
const bound = (at: number, isIn = true) => ({ at, isIn })

const limitsOf: Readonly<Record<string, (a: number, b: number) => PriceLimits>> = {
  range: (a, b) => ({ low: bound(Math.min(a, b)), high: bound(Math.max(a, b)) }),
  min: (a) => ({ low: bound(a) }),
  max: (a) => ({ high: bound(a) }),
  over: (a) => ({ low: bound(a, false) }),
  under: (a) => ({ high: bound(a, false) }),
  around: (a) => ({ low: bound(a * (1 - AROUND)), high: bound(a * (1 + AROUND)) }),
}

/** The first that matches wins: longer forms come before shorter ones with the same beginning. */
const forms = english.prices.map((own) => {
  const [name = '', form = ''] = own.split(/: (.*)/)
  const pattern = form.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '')
  return { pattern: patternOf(`(?<![\\w.])${pattern}`), limits: limitsOf[name] }
})

/** "50 to 120" without a unit; smaller numbers such as "38 to 40" are sizes or counts. */
const BARE_RANGE = patternOf(
  `(?<![\\w.]|sizes?\\s)${NUMBER}\\s*(?:-|–|to)\\s*${NUMBER}${notAMeasure}(?!\\w)`,
)

/** "Over 50, under 100" is one wish; of "under 50 or over 100", the second is left over. */
function readPrices(account: Account, left: string[]): readonly Constraint[] {
  const [first, second] = [readPrice(account), readPrice(account)]
  if (!first) return []
  const { low, high } = { ...second?.limits, ...first.limits }
  const isBoth = !low || !high || low.at <= high.at
  if (second && !isBoth) left.push(second.said)
  return [isBoth ? { ...first, limits: { low, high } } : first]
}

function readPrice(account: Account) {
  for (const { pattern, limits } of forms) {
    const match = account.take(pattern)
    const [first = 0, second = 0] = match?.slice(1).filter(Boolean).map(numberOf) ?? []
    if (match && limits)
      return { kind: 'price', limits: limits(first, second), said: match[0].trim() } as const
  }
  const [, one = '', other = ''] = BARE_RANGE.exec(account.rest()) ?? []
  const [low, high] = [numberOf(one), numberOf(other)]
  if (low < 10 || high < 1.5 * low) return undefined
  const [said = ''] = account.take(BARE_RANGE) ?? []
  return { kind: 'price', limits: { low: bound(low), high: bound(high) }, said } as const
}

/** The separators in `1,299.50` and `1.299,50` mark thousands, the one in `19,90` marks cents. */
function numberOf(text: string): number {
  const [thousands] = /[.,](?=\d{3}(?!\d))/.exec(text) ?? []
  return Number((thousands ? text.replaceAll(thousands, '') : text).replace(',', '.'))
}

const ages = english.ages.map(patternOf)
const OLDEST_CHILD = 14

function readAge(account: Account): number | undefined {
  const [whole, years] = ages.map((age) => age.exec(account.rest())).find(Boolean) ?? []
  // In "my dad is 70", the person keeps a meaning of its own.
  const own = whole?.replace(/^.*?(?=\d|\bage|\bturn)/i, '').replace(/[^\p{L}\p{N}\s]/gu, '.')
  if (own) account.take(patternOf(own))
  return whole && Number(years) >= 0 ? Number(years) : undefined
}
