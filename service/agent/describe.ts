import { tokensOf } from '../catalog/words.ts'
import { areForPeople, type CategorySet, levelOf, narrowedSets } from './category-sets.ts'
import {
  type Constraint,
  isHead,
  type Place,
  type Value,
  withoutIdlePersons,
} from './constraints.ts'
import type { PriceLimits } from './prices.ts'
import { COLOUR_FIELD, NOUN_SIGN } from './product-columns.ts'

/** Formats an amount of money. */
export type Money = (amount: number) => string

/** Formats money for people; plain numbers if the currency is unknown. */
export function moneyIn(currency: string | undefined): Money {
  const style = currency ? ({ style: 'currency', currency } as const) : {}
  const whole = new Intl.NumberFormat('en', { ...style, maximumFractionDigits: 0 })
  const exact = new Intl.NumberFormat('en', {
    ...style,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return (amount) => (Number.isInteger(amount) ? whole : exact).format(amount)
}

/** Describes a shopper's wishes in a few words: "red sneakers for men by Akira under €50". */
export function described(wishes: readonly Constraint[], money: Money): string {
  const constraints = withoutIdlePersons(wishes)
  const of = <Kind extends Constraint['kind']>(kind: Kind) =>
    constraints.filter((one): one is Extract<Constraint, { kind: Kind }> => one.kind === kind)
  const wanted = of('value').filter((one) => !one.not)
  const named = (name: RegExp) =>
    either(
      wanted
        .filter(({ field, label }) => !label && name.test(field))
        .flatMap(({ values }) => values),
    )
  const others = wanted.filter(({ field }) => !/colou?r|brand|size/i.test(field))
  const head = of('word').find(isHead)
  const words = of('word')
    .filter((one) => !one.not && one !== head)
    .map(({ word }) => word)
  const places = of('place').filter((one) => !one.not)
  const sets = places.filter(({ occasion }) => !occasion).map(({ paths }) => paths)
  const unwanted = constraints.filter((one) => 'not' in one && one.not)
  return [
    of('new').length > 0 && 'new',
    of('sale').length > 0 && 'reduced',
    named(COLOUR_FIELD).toLowerCase(),
    sets.length > 0 && words.join(' '),
    ...(sets.length > 0 || words.length === 0 || head
      ? categoryNames(sets, head && `“${head.word}”`)
      : [`products named “${words.join(' ')}”`]),
    ...places.flatMap(({ occasion }) => (occasion ? [`for ${occasion}`] : [])),
    ...others.map(({ values }) => preceded('in', either(values).toLowerCase())),
    preceded('by', named(/brand/i)),
    preceded('in size', named(/size/i)),
    ...wanted.flatMap(({ label }) => label ?? []),
    ...of('price').map(({ limits }) => describedPrice(limits, money)),
    preceded('but not', either(unwanted.map((one) => nameOf(one, money)))),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Names one wish, as on the button that drops it: "waterproof", "the price limit". */
export function nameOf(constraint: Constraint, money: Money): string {
  switch (constraint.kind) {
    case 'place':
      return constraint.occasion
        ? `for ${constraint.occasion}`
        : either(lastNames(constraint.paths)).toLowerCase()
    case 'value':
      return valueName(constraint)
    case 'word':
      return constraint.word
    case 'price':
      return describedPrice(constraint.limits, money)
    case 'new':
      return 'new'
    case 'sale':
      return 'reduced'
  }
}

const valueName = ({ field, values, label }: Value) =>
  label ?? (COLOUR_FIELD.test(field) ? either(values).toLowerCase() : either(values))

/** Describes price limits: "under €50", "from €20 to €40"; empty if there are none. */
function describedPrice({ min, max, isMinExcluded, isMaxExcluded }: PriceLimits, money: Money) {
  if (min !== undefined && max !== undefined) return `from ${money(min)} to ${money(max)}`
  if (max !== undefined) return `${isMaxExcluded ? 'under' : 'up to'} ${money(max)}`
  return min === undefined ? '' : `${isMinExcluded ? 'over' : 'from'} ${money(min)}`
}

/** A plural names the products; any other category, and the ones above it, say where they are. */
function categoryNames(sets: readonly CategorySet[], head = ''): readonly string[] {
  const byLevel = [...sets].sort((a, b) => levelOf(b) - levelOf(a))
  const [finest = [], ...others] = narrowedSets(byLevel)
  const names = lastNames(finest)
  const isNoun = names.length > 0 && levelOf(finest) > 1 && names.every((name) => /s$/i.test(name))
  if (!isNoun) return [head || 'products', ...[finest, ...others].map(placed)]
  const telling = others.filter((set) => isTelling(byLevel[0] ?? [], set))
  return [head && `${head} among`, either(names).toLowerCase(), ...telling.map(placed)]
}

/** Whether naming the set adds information: all tents are for camping, but not all boots are. */
const isTelling = (finest: CategorySet, set: CategorySet) =>
  finest.some((path) => !set.some((other) => `${path}>`.startsWith(`${other}>`)))

const lastNames = (paths: Place['paths']): readonly string[] => [
  ...new Set(
    paths.map((path) => {
      const name = path.split('>').at(-1) ?? path
      return name.startsWith(NOUN_SIGN) ? plural(name.slice(1)) : name
    }),
  ),
]

const plural = (noun: string) =>
  /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun.replace(/(?<=[^aeiou])y$/, 'ie')}s`

function placed(set: CategorySet): string {
  const names = lastNames(set)
  const isForPeople = levelOf(set) === 1 && areForPeople(set)
  return isForPeople ? preceded('for', either(names).toLowerCase()) : preceded('in', either(names))
}

const MOST_NAMED = 4

/** "A, B or C". Long lists are shortened to their first values, or to a word they share: cotton for all kinds of cotton. */
export function either(values: readonly string[], word = 'or', most = MOST_NAMED): string {
  const shared = word === 'or' ? sharedWord(values) : undefined
  if (shared) return shared
  if (values.length > most)
    return `${values.slice(0, most).join(', ')} ${word} ${word === 'or' ? 'the like' : 'others'}`
  const last = values.at(-1) ?? ''
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} ${word} ${last}`
}

function sharedWord(values: readonly string[]): string | undefined {
  const [first = [], ...others] = values.map(tokensOf)
  if (others.length === 0) return undefined
  // `30/32` and `EU 30` share 30; `25 l` and `38 l` share only a unit, which names neither.
  const areSizes = values.every((value) => /\d/.test(value))
  const shared = first.filter(
    ({ word }) =>
      (!areSizes || /\d/.test(word)) &&
      others.every((tokens) => tokens.some((token) => token.word === word)),
  )
  return [...new Set(shared.map(({ written }) => written))].join(' ') || undefined
}

const preceded = (word: string, text: string) => (text === '' ? '' : `${word} ${text}`)
