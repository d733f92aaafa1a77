import {
  type Constraint,
  isKind,
  isValue,
  type Of,
  type Order,
  type PriceLimits,
} from './constraints.ts'
import english from './english.json' with { type: 'json' }
import { NARROWED } from './find.ts'
import { COLOUR_FIELD } from './shop-view.ts'

/** Formats an amount of money. */
export type Money = (amount: number) => string

/** Formats money for people; plain numbers if the currency is unknown. */
export function moneyIn(currency: string | undefined): Money {
  const style = currency ? ({ style: 'currency', currency } as const) : {}
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const format = new Intl.NumberFormat('en', {
    ...{ ...style, ...digits, trailingZeroDisplay: 'stripIfInteger' },
  })
  return (amount) => format.format(amount)
}

const MOST_NAMED = 4

const lists = {
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
  and: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
}

/** "A, B or C". A long list ends in "or the like", "and others". */
export function either(values: readonly string[], word: 'or' | 'and' = 'or', most = MOST_NAMED) {
  const rest = word === 'or' ? 'the like' : 'others'
  return lists[word].format(values.length > most ? [...values.slice(0, most), rest] : values)
}

/** A word in quotation marks. */
export const quoted = (word: string): string => `“${word}”`

/** Puts words before a text, unless it is empty. */
export const preceded = (words: string, text: string): string =>
  text === '' ? '' : `${words} ${text}`

/** Describes wishes in a few words: "red sneakers for men by Akira under €50". */
export function described(wishes: readonly Constraint[], money: Money): string {
  const wanted = wishes.filter((one) => !one.not)
  const groupOf = ({ field, any, said }: Of<'value'>) =>
    (COLOUR_FIELD.test(field) && !/colours/.test(said) && 'colour') ||
    (/size/i.test(field) && 'size') ||
    (/brand/i.test(field) && 'brand') ||
    (any.length > 2 && !COLOUR_FIELD.test(field) ? 'many' : 'other')
  const values = (group: string, text: (one: Of<'value'>) => string) =>
    wanted.filter(isValue).flatMap((one) => (groupOf(one) === group ? text(one) : []))
  const namesOf = (kind: 'occasion' | 'persons') =>
    wanted.flatMap((one) => (one.kind === kind ? one.any : []))
  const words = wanted.flatMap((one) => (one.kind === 'word' ? quoted(one.said) : []))
  const kinds = new Set(wanted.filter(isKind).flatMap(({ any }) => any.map(kindText)))
  const sale = wanted.find((one) => one.kind === 'sale')
  return [
    wanted.some(({ kind }) => kind === 'new') && 'new',
    sale && 'reduced',
    ...values('colour', (one) => either(shortened(one)).toLowerCase()),
    ...values('many', ({ said }) => said.toLowerCase()),
    either([...kinds]) || 'products',
    preceded('with', either(words, 'and')),
    ...namesOf('occasion'),
    preceded('for', either(namesOf('persons'), 'and')),
    ...values('other', (one) => `in ${either(shortened(one)).toLowerCase()}`),
    ...values('brand', (one) => `by ${either(shortened(one))}`),
    ...values('size', sizeText),
    ...wanted.flatMap((one) => (one.kind === 'price' ? priceText(one.limits, money) : [])),
    sale?.percent && `by ${sale.percent}% or more`,
    preceded('but not', either(wishes.filter(({ not }) => not).map((one) => nameOf(one, money)))),
  ]
    .filter(Boolean)
    .join(' ')
}

/** A size as it is written in the catalogue, or the shopper's number for several of them: "40" for shoes and belts. */
function sizeText({ said, any }: Of<'value'>): string {
  if (/^aged /.test(said)) return said
  // "Size 12" of a dress is not that of a backpack, 12 l.
  const own = sizeSaid(said)
  const isOwn = any.length > 1 || (/^\d+$/.test(own) && !BETWEEN_SIZES.test(String(any[0])))
  return `in size ${isOwn ? own : either(any)}`
}

/** A size between two others: `EU 42 ⅔`. */
export const BETWEEN_SIZES = /[⅓⅔½]/

/** A size without the words around it. */
export const sizeSaid = (said: string): string =>
  said.replace(/\b(in|sizes?|sz|make it|an?)\s+|\s*\bwaist\b\s*/gi, '')

/** The values of a wish, or the shopper's word for a material or maker of which there are many. */
const shortened = ({ any, said }: Of<'value'>) => (any.length > 2 ? [said] : any)

/** A plural names the products; any other name says where they are. */
function kindText(name: string): string {
  const [own = '', ...within] = name.split(NARROWED)
  // That towels are for the beach is a reading, and no shop's word.
  const places = within.flatMap((place) => (place.startsWith('for ') ? [] : `in ${place}`))
  return [/s$/.test(own) ? own : `products in ${own}`, ...places].join(' ')
}

/** Names one wish, as on the button that drops it: "waterproof", "the price limit". */
export function nameOf(one: Constraint, money: Money): string {
  if (one.kind === 'price') return priceText(one.limits, money)
  if (one.kind === 'persons') return `for ${either(one.any, 'and')}`
  // Of "coats & jackets", only the coats are not wanted.
  if (one.kind === 'kind' || one.kind === 'occasion')
    return either(one.any.map((name) => name.split(one.not ? ' & ' : NARROWED)[0] ?? ''))
  if (one.kind !== 'value') return one.kind === 'sale' ? 'reduced' : one.said
  if (/size/i.test(one.field)) return sizeText(one).replace(/^in (?=size )/, '')
  const text = one.isLoose ? one.said : either(shortened(one))
  return /brand/i.test(one.field) ? text : text.toLowerCase()
}

function priceText({ low, high }: PriceLimits, money: Money): string {
  if (low && high) return `from ${money(low.at)} to ${money(high.at)}`
  if (high) return `${high.isIn ? 'up to' : 'under'} ${money(high.at)}`
  return low ? `${low.isIn ? 'from' : 'over'} ${money(low.at)}` : ''
}

/** Says how many products were found, or which one of them is the first, and how to go on. */
export function foundText(
  what: string,
  { total, shown, before }: Readonly<Record<'total' | 'shown' | 'before', number>>,
  order: Order | undefined,
  fields: readonly string[],
): string {
  if (shown === 0) return total === 1 ? 'That was the only one.' : `Those were all ${total}.`
  const rest = total === shown ? '' : `; here are ${shown} of them`
  const first = total === 1 ? `I found one: ${what}.` : `I found ${total} ${what}${rest}.`
  const next = `Here ${shown === 1 ? 'is one' : `are ${shown}`} more of the ${total} ${what}.`
  const isMore = before === 0 && total > shown && fields.length > 0
  return [
    before > 0 ? next : first,
    order && shown > 1 && `The ${english.orderNames[order]} come first.`,
    isMore && `You can narrow them by ${either(fields, 'or', 5)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Says which one of several is the cheapest, or the most expensive, and how many others are as much so. */
export function singleText(
  what: string,
  { total, ties }: Readonly<Record<'total' | 'ties', number>>,
  order: Order,
  named: string,
): string {
  const others = ties > 1 ? `${ties} others are as good` : 'Another one is as good'
  return `The ${english.orderNames[order]} of the ${total} ${what} is ${named}.${ties > 0 && order === 'best' ? ` ${others}.` : ''}`
}

/** A wish that the shopper could drop; the chat shows a button that sends `message`. */
export interface Relaxation {
  /** "without waterproof". */
  readonly label: string
  readonly count: number
  readonly message: string
}

/** Says that nothing matches, and which wishes could be dropped. */
export const missText = (what: string, relaxations: readonly Relaxation[]): string =>
  [
    `Nothing matches ${what}.`,
    ...relaxations.map(({ label, count }) => {
      const start = `${label.charAt(0).toUpperCase()}${label.slice(1)}`
      return `${start} there ${count === 1 ? 'is one' : `are ${count}`}.`
    }),
  ].join(' ')

const WAYS_MOST = 4

/**
 * The wishes that could be dropped to find something, the most products first; pairs if no single one is enough.
 * `wider` names the kind that another one is a narrower one of: towels, for bath towels.
 */
export function relaxationsOf(
  wishes: readonly Constraint[],
  { count, wider }: Catalogue,
  money: Money,
): readonly Relaxation[] {
  // Somebody who asks for boots does not want sandals.
  const droppable = wishes.filter((one) => !isKind(one))
  const single = droppable.map((one) => [one])
  const pairs = droppable.flatMap((one, at) => droppable.slice(at + 1).map((other) => [one, other]))
  const found = (ways: readonly (readonly Constraint[])[]) =>
    ways
      .filter((own) => wishes.length > own.length)
      .map((own) => ({ own, total: count(wishes.filter((other) => !own.includes(other))) }))
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total)
      .slice(0, WAYS_MOST)
      .map(({ own, total }) => relaxation(own, total, money))
  const widened = wishes.flatMap((one) => {
    const name = isKind(one) && one.any.length === 1 ? wider(String(one.any[0])) : undefined
    const own = wishes.map((other) => (other === one && name ? { ...one, any: [name] } : other))
    const total = name ? count(own) : 0
    return total > 0 && name ? [{ label: `among all ${name}`, count: total, message: name }] : []
  })
  const ways = [...widened, ...found(single)].slice(0, WAYS_MOST)
  return ways.length > 0 ? ways : found(pairs)
}

interface Catalogue {
  readonly count: (wishes: readonly Constraint[]) => number
  readonly wider: (kind: string) => string | undefined
}

function relaxation(own: readonly Constraint[], count: number, money: Money): Relaxation {
  const names = own.map((one) =>
    one.kind === 'price' ? 'the price limit' : quoted(nameOf(one, money)),
  )
  const label = `${own.every((one) => one.not) ? 'with' : 'without'} ${either(names, 'and')}`
  return { label, count, message: own.map((one) => messageFor(one, money)).join(', ') }
}

function messageFor(one: Constraint, money: Money): string {
  if (one.kind === 'price') return 'Any price'
  if (one.kind === 'occasion') return 'Forget the occasion'
  if (one.kind === 'value') return `Any ${one.field.replace(/[A-Z_].*/, '')}`
  return `Forget ${one.kind === 'persons' ? one.any.join(' and ') : nameOf(one, money)}`
}

/** Asks back: which words were not understood, and what the shop does have. */
export function unclearText(
  words: readonly string[],
  departments: readonly string[],
  among: string,
  isOffTopic: boolean,
): string {
  if (words.length === 0)
    return 'I did not understand enough of that. Name a kind of product, a brand, a colour, a size or a price, or say who it is for.'
  const names = either(words.map(quoted), 'or', 6)
  if (isOffTopic && !among)
    return `I do not know about ${names}: I only know this shop’s products. Please ask the shop.`
  if (among)
    return `I know nothing called ${names} here. What you asked for before, ${among}, still holds.`
  const offer = departments.length > 0 ? `It has ${either(departments, 'and', 8)}. ` : ''
  return `I know nothing called ${names} in this shop. ${offer}Which kind of product do you mean? “Surprise me” shows the best rated.`
}

/** Says that a message is in a language that is not read, and where to search instead. */
export function foreignText(
  language: string,
  searchPage: string | undefined,
  message: string,
): string {
  const search = searchPage?.replace('{query}', encodeURIComponent(message))
  const way = search
    ? `You can search the shop instead: ${search}`
    : 'You can use the shop’s search instead.'
  return `${quoted(message.trim())} looks like ${language}, and I only read English. ${way}`
}
