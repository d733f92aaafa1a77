import { tokensOf } from '../catalog/words.ts'
import { type CategorySet, levelOf, narrowedSets } from './category-sets.ts'
import type { PriceLimits } from './prices.ts'
import type { Wishes } from './wishes.ts'

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** What a shopper wishes, in a few words: "red sneakers for men by Akira under 50". */
export function described(wishes: Wishes): string {
  const { values, excluded, words, excludedWords } = wishes
  const field = (name: RegExp) => namedValues(values, name)
  const others = Object.keys(values).filter((name) => !/colou?r|brand|size/i.test(name))
  return [
    wishes.isNew && 'new',
    wishes.isOnSale && 'reduced',
    either(field(/colou?r/i)).toLowerCase(),
    words.join(' '),
    ...categoryNames(wishes.categories, words.length > 0),
    ...others.map((name) => preceded('in', either(values[name] ?? []).toLowerCase())),
    preceded('by', either(field(/brand/i))),
    preceded('in size', either(field(/size/i))),
    describedPrice(wishes.price),
    preceded('but not', either([...Object.values(excluded).flat(), ...excludedWords])),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Limits of a price in words: "under 50", "from 20 to 40"; empty for none. */
function describedPrice(limits: PriceLimits): string {
  const { min, max, isMinExcluded, isMaxExcluded } = limits
  if (min !== undefined && max !== undefined)
    return `from ${number.format(min)} to ${number.format(max)}`
  if (max !== undefined) return `${isMaxExcluded ? 'under' : 'up to'} ${number.format(max)}`
  return min === undefined ? '' : `${isMinExcluded ? 'over' : 'from'} ${number.format(min)}`
}

const namedValues = (values: Wishes['values'], name: RegExp): readonly string[] =>
  Object.entries(values).flatMap(([field, wanted]) => (name.test(field) ? wanted : []))

/** A plural is what the products are; anything else, and what is above it, is where they are. */
function categoryNames(sets: Wishes['categories'], hasWords: boolean): readonly string[] {
  const byLevel = [...sets].sort((a, b) => levelOf(b) - levelOf(a))
  const [finest = [], ...others] = narrowedSets(byLevel)
  const names = lastNames(finest)
  const isNoun = names.length > 0 && levelOf(finest) > 1 && names.every((name) => /s$/i.test(name))
  if (isNoun) {
    const telling = others.filter((set) => isTelling(byLevel[0] ?? [], set))
    return [either(names).toLowerCase(), ...telling.map(placed)]
  }
  return [hasWords ? '' : 'products', ...[finest, ...others].map(placed)]
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

/** "A, B or C"; of many, the first. */
function either(values: readonly string[]): string {
  const shared = sharedWord(values)
  if (shared) return shared
  if (values.length > MOST_NAMED) return `${values.slice(0, MOST_NAMED).join(', ')} or the like`
  const [last, ...others] = [...values].reverse()
  if (last === undefined) return ''
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`
}

/** The word that was asked for, when it stands for several values: cotton, for all its kinds. */
function sharedWord(values: readonly string[]): string | undefined {
  const [first = [], ...others] = values.map((value) => tokensOf(value))
  if (others.length === 0) return undefined
  return first.find(({ word }) =>
    others.every((tokens) => tokens.some((token) => token.word === word)),
  )?.written
}

const preceded = (word: string, text: string) => (text === '' ? '' : `${word} ${text}`)
