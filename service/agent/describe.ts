import { tokensOf } from '../catalog/words.ts'
import { type CategorySet, levelOf, narrowedSets } from './category-sets.ts'
import type { Criteria } from './criteria.ts'
import type { PriceLimits } from './prices.ts'
import { COLOUR_FIELD } from './product-columns.ts'

/** Writes an amount of money for people. */
export type Money = (amount: number) => string

/** A shop's way to write money; plain numbers when its currency is not known. */
export function moneyIn(currency: string | undefined): Money {
  const style = currency ? ({ style: 'currency', currency } as const) : {}
  const whole = new Intl.NumberFormat('en', { ...style, maximumFractionDigits: 0 })
  const exact = new Intl.NumberFormat('en', { ...style, maximumFractionDigits: 2 })
  return (amount) => (Number.isInteger(amount) ? whole : exact).format(amount)
}

/** A shopper's criteria in a few words: "red sneakers for men by Akira under €50". */
export function described(criteria: Criteria, money: Money): string {
  const { values, excluded, words, excludedWords } = criteria
  const named = (name: RegExp) =>
    Object.entries(values).flatMap(([field, own]) => (name.test(field) ? own : []))
  const others = Object.entries(values).filter(([name]) => !/colou?r|brand|size/i.test(name))
  return [
    criteria.isNew && 'new',
    criteria.isOnSale && 'reduced',
    either(named(COLOUR_FIELD)).toLowerCase(),
    criteria.categories.length > 0 && words.join(' '),
    ...(criteria.categories.length > 0 || words.length === 0
      ? categoryNames(criteria.categories, words.length > 0)
      : [`products matching “${words.join(' ')}”`]),
    ...others.map(([, own]) => preceded('in', either(own).toLowerCase())),
    preceded('by', either(named(/brand/i))),
    preceded('in size', either(named(/size/i))),
    describedPrice(criteria.price, money),
    preceded('but not', either([...Object.values(excluded).flat(), ...excludedWords])),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Limits of a price in words: "under €50", "from €20 to €40"; empty for none. */
function describedPrice({ min, max, isMinExcluded, isMaxExcluded }: PriceLimits, money: Money) {
  if (min !== undefined && max !== undefined) return `from ${money(min)} to ${money(max)}`
  if (max !== undefined) return `${isMaxExcluded ? 'under' : 'up to'} ${money(max)}`
  return min === undefined ? '' : `${isMinExcluded ? 'over' : 'from'} ${money(min)}`
}

/** A plural is what the products are; anything else, and what is above it, is where they are. */
function categoryNames(sets: Criteria['categories'], hasWords: boolean): readonly string[] {
  const byLevel = [...sets].sort((a, b) => levelOf(b) - levelOf(a))
  const [finest = [], ...others] = narrowedSets(byLevel)
  const names = lastNames(finest)
  const isNoun = names.length > 0 && levelOf(finest) > 1 && names.every((name) => /s$/i.test(name))
  if (!isNoun) return [hasWords ? '' : 'products', ...[finest, ...others].map(placed)]
  const telling = others.filter((set) => isTelling(byLevel[0] ?? [], set))
  return [either(names).toLowerCase(), ...telling.map(placed)]
}

/** Whether a set rules categories of the other out: all tents are for camping, not all boots. */
const isTelling = (finest: CategorySet, set: CategorySet) =>
  finest.some((path) => !set.some((other) => `${path}>`.startsWith(`${other}>`)))

const lastNames = (set: CategorySet): readonly string[] => [
  ...new Set(set.map((path) => path.split('>').at(-1) ?? path)),
]

const PEOPLE = /^(men|women|ladies|kids|children|girls|boys|babies)$/i

function placed(set: CategorySet): string {
  const names = lastNames(set)
  const isForPeople = names.every((name) => PEOPLE.test(name))
  return isForPeople ? preceded('for', either(names).toLowerCase()) : preceded('in', either(names))
}

const MOST_NAMED = 4

/** "A, B or C"; of many, the first, or the word that they share: cotton, for all its kinds. */
export function either(values: readonly string[]): string {
  const shared = sharedWord(values)
  if (shared) return shared
  if (values.length > MOST_NAMED) return `${values.slice(0, MOST_NAMED).join(', ')} or the like`
  const last = values.at(-1) ?? ''
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`
}

function sharedWord(values: readonly string[]): string | undefined {
  const [first = [], ...others] = values.map(tokensOf)
  if (others.length === 0) return undefined
  return first.find(({ word }) =>
    others.every((tokens) => tokens.some((token) => token.word === word)),
  )?.written
}

const preceded = (word: string, text: string) => (text === '' ? '' : `${word} ${text}`)
