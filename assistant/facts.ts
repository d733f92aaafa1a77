import { type Product, tokensOf, type Variant, valuesOf } from 'svc-tag-service'
import type { Asked, Read } from './acts.ts'
import { type Constraint, isValue, isWithin, type Of } from './constraints.ts'
import english from './english.json' with { type: 'json' }
import { personsIn } from './find.ts'
import { either, type Money, preceded, quoted, sizeSaid } from './say.ts'
import { fieldNamed, isColour, isVariantName, kindsAmong, priceOf, titleOf } from './shop-view.ts'

/** Whether a product or variant is available; `undefined` if the feed does not say. */
function isAvailable(fields: Product | Variant): boolean | undefined {
  const [own] = valuesOf(fieldNamed(fields, /availab|in_?stock/i))
  return own === undefined ? undefined : /^(true|yes|1|in[ _]?stock|available)$/i.test(String(own))
}

/** Answers a question about a product from its own fields. If the feed does not say, the answer says so. */
export function factsFor(
  product: Product,
  asked: readonly Asked[],
  question: {
    readonly wishes: readonly Constraint[]
    readonly words: readonly string[]
    readonly text: string
  },
  money: Money,
): string {
  const { words } = question
  const isCare = asked.includes('care')
  const wishes = question.wishes.filter(isValue).filter((one) => !one.not)
  const conditions = question.wishes.flatMap((one) => conditionText(product, one, money))
  // "Can I iron it?" does not mean a material.
  if (wishes.length > 0 && !isCare)
    conditions.push(wishesText(product, wishes, asked.includes('price') ? money : undefined))
  if (conditions.length > 0) return conditions.join(' ')
  const own = asked.filter((one) => one !== 'details' || asked.length === 1)
  const quote =
    words.length > 0 && (own.length === 0 || !isCare)
      ? [quoteText(product, words, question.text)]
      : []
  const sentences = [...own.map((one) => factText(product, one, words, money)), ...quote]
  return sentences.length > 0
    ? sentences.join(' ')
    : `${titleOf(product)}: ${detailsOf(product, money)}`
}

const all = (values: readonly string[]) => either(values, 'and', values.length)

const listed = (product: Product, name: RegExp) =>
  all(valuesOf(fieldNamed(product, name)).map(String))

type Field = readonly [name: RegExp, told: (values: string) => string, what: string]
const fields: Readonly<Partial<Record<Asked, Field>>> = {
  size: [/^size/i, (own) => `comes in ${own}`, 'sizes'],
  colour: [/^colou?r/i, (own) => `comes in ${own}`, 'colours'],
  material: [/material|fabric/i, (own) => `is made of ${own.toLowerCase()}`, 'material'],
  brand: [/^brand$/i, (own) => `is made by ${own}`, 'maker'],
  rating: [/rating|stars/i, (own) => `is rated ${own} of 5`, 'rating'],
}

function factText(product: Product, asked: Asked, words: readonly string[], money: Money): string {
  const title = titleOf(product)
  if (asked === 'price') return priceText(product, money)
  if (asked === 'stock') return stockText(product)
  if (asked === 'fit')
    return `The shop does not say how ${title} fits. ${factText(product, 'size', words, money)}`
  if (asked === 'care') {
    const care = listed(product, /care|washing|cleaning/i)
    return care
      ? `${title}: ${care}.`
      : quoteText(product, ['wash', 'clean', 'care', 'dishwasher', ...words])
  }
  const field = fields[asked]
  if (!field) return `${title}: ${detailsOf(product, money)}`
  const [name, told, what] = field
  const values = listed(product, name)
  return values
    ? `${title} ${told(values)}.`
    : `I do not know the ${what} of ${title}: the shop does not say.`
}

const listPriceOf = (product: Product) => Number(valuesOf(product.listPrice)[0] ?? 0)
const isReduced = (product: Product) => listPriceOf(product) > (priceOf(product) ?? 0)

function priceText(product: Product, money: Money): string {
  const [title, price] = [titleOf(product), priceOf(product)]
  if (price === undefined) return `I do not know the price of ${title}: the shop does not say.`
  const reduced = isReduced(product) ? `, reduced from ${money(listPriceOf(product))}` : ''
  return `${title} costs ${priceRange(product, price, money)}${reduced}.`
}

/** The listed price, and that of the most expensive size if prices differ by size. */
function priceRange({ variants = [] }: Product, price: number, money: Money): string {
  const prices = variants.map((own) => Number(valuesOf(fieldNamed(own, /price/i))[0] ?? 0))
  const highest = Math.max(price, ...prices)
  return `${money(price)}${highest > price ? ` to ${money(highest)}, by size` : ''}`
}

function stockText(product: Product): string {
  const [title, available] = [titleOf(product), isAvailable(product)]
  if (available === undefined) return `I do not know whether ${title} is in stock.`
  if (!available) return `${title} is sold out.`
  const gone = (product.variants ?? []).filter((own) => isAvailable(own) === false)
  const names = gone.map(variantName)
  return `${title} is in stock${names.length > 0 ? `, except ${either(names, 'and')}` : ''}.`
}

function conditionText(product: Product, wish: Constraint, money: Money): readonly string[] {
  const title = titleOf(product)
  const told = (isMet: boolean, text: string) => [`${isMet ? 'Yes' : 'No'}, ${text}`]
  const price = priceOf(product)
  if (wish.kind === 'sale') return told(isReduced(product), priceText(product, money))
  if (wish.kind === 'price' && price !== undefined)
    return told(isWithin(wish.limits, price), priceText(product, money))
  if (wish.kind === 'persons') {
    const genders = valuesOf(fieldNamed(product, /gender|audience/i))
    const own = personsIn([...valuesOf(product.categoryPath), ...genders])
    const isFor = own.length === 0 || own.some((person) => wish.any.includes(person))
    return told(isFor, `${title} is for ${all(own) || 'everyone'}.`)
  }
  if (wish.kind !== 'value' || !wish.not) return []
  const own = valuesOf(product[wish.field]).map(String)
  const isFree = !own.some((value) => wish.any.includes(value))
  return told(isFree, `${title} comes in ${all(own).toLowerCase()}.`)
}

function stockOf(fitting: readonly Variant[]): string {
  const gone = fitting.filter((own) => isAvailable(own) === false)
  const except = preceded(', except in', all(gone.map(variantName)))
  return fitting.some(isAvailable) ? `, and it is in stock${except}` : ''
}

const variantName = (own: Variant) =>
  [/colou?r/i, /size/i].flatMap((name) => valuesOf(fieldNamed(own, name))).join(' in ')

/** What a product has in place of what was asked for: olive for "green". */
function shadesOf(product: Product, { any, said, field }: Of<'value'>): readonly string[] {
  const met = valuesOf(product[field])
    .map(String)
    .filter((value) => any.includes(value))
  const isSize = /size/i.test(field)
  return !isSize && kindsAmong(met, said).length === met.length ? met : []
}

/** How a product has what was asked for: "green (olive)". */
function calledIn(product: Product, wish: Of<'value'>): string {
  if (wish.any.length === 1) return either(wish.any)
  const shades = all(shadesOf(product, wish)).toLowerCase()
  return `${sizeSaid(wish.said)}${shades && ` (${shades})`}`
}

/** Answers "Do you have it in white?" from the variants, if the product has any. */
function wishesText(product: Product, wishes: readonly Of<'value'>[], money?: Money): string {
  const title = titleOf(product)
  const asked = wishes.map((one) => calledIn(product, one)).join(' and ')
  const valuesIn = (fields: Product | Variant, { field }: Of<'value'>) =>
    Object.entries(fields).find(([name]) => isVariantName(name, field))?.[1]
  const has = (fields: Product | Variant, wish: Of<'value'>) =>
    valuesOf(valuesIn(fields, wish)).some((one) => wish.any.includes(String(one)))
  const { variants = [] } = product
  const fitting = variants.filter((own) =>
    wishes.every((wish) => has(valuesIn(own, wish) === undefined ? product : own, wish)),
  )
  const priced = money ? ` ${priceText(product, money)}` : ''
  const isOffered =
    variants.length > 0 ? fitting.length > 0 : wishes.every((wish) => has(product, wish))
  if (!isOffered) {
    const unmet = wishes.filter((wish) => !has(product, wish))
    return `${lackText(product, unmet.length > 0 ? unmet : wishes)}${priced}`
  }
  if (fitting.length > 0 && fitting.every((own) => isAvailable(own) === false))
    return `${title} is sold out in ${asked}.${othersText(variants)}${priced}`
  const prices = fitting.map((own) => Number(valuesOf(fieldNamed(own, /price/i))[0] ?? Number.NaN))
  const price = prices.find(Number.isFinite) ?? priceOf(product)
  const cost = money && price !== undefined ? ` for ${money(price)}` : ''
  return `${offerText(product, wishes, asked)}${cost}${stockOf(fitting)}.`
}

/** Teal is not the blue that was asked for, if the shop has a blue. */
function offerText(product: Product, wishes: readonly Of<'value'>[], asked: string): string {
  const isNamed = (one: Of<'value'>) => kindsAmong(one.any, one.said).length < one.any.length
  const shade = wishes.find(
    (one) => isColour(one) && isNamed(one) && shadesOf(product, one).length > 0,
  )
  return shade
    ? `No, ${titleOf(product)} does not come in ${shade.said} itself, but in ${all(shadesOf(product, shade)).toLowerCase()}`
    : `Yes, ${titleOf(product)} comes in ${asked}`
}

function lackText(product: Product, wishes: readonly Of<'value'>[]): string {
  const asked = wishes.map((one) => calledIn(product, one)).join(' and ')
  const others = new Set(wishes.flatMap(({ field }) => valuesOf(product[field]).map(String)))
  const offer = others.size > 0 ? ` It comes in ${all([...others])}.` : ''
  return `No, ${titleOf(product)} does not come in ${asked}.${offer}`
}

function othersText(variants: readonly Variant[]): string {
  const others = variants.filter(isAvailable).map(variantName)
  return others.length > 0 ? ` Still available: ${either(others, 'and')}.` : ''
}

const descriptionOf = (product: Product) => valuesOf(product.description).map(String).join(' ')

const quoteOf = (product: Product, sentence: string) =>
  `The shop says of ${titleOf(product)}: “${sentence.trim()}”`

const answers = Object.entries(english.answersTo).map(([asks, answer]) => ({
  asks: new RegExp(asks, 'iu'),
  answer: new RegExp(answer, 'iu'),
}))

/** The sentence that answers a question in other words: "up in six minutes". */
function answerIn(product: Product, text: string): string | undefined {
  const own = answers.find(({ asks }) => asks.test(text))
  return own && sentencesOf(product).find((one) => own.answer.test(one))
}

const sentencesOf = (product: Product) => descriptionOf(product).split(/(?<=[.!?])\s+/)

const QUOTED_MOST = 240

/** Quotes the sentence of the shop's text that has a word of the question; else its first ones, so that the shopper can judge. */
function quoteText(product: Product, words: readonly string[], asked = ''): string {
  const wanted = words.flatMap(tokensOf).map(({ word }) => word)
  const sentences = sentencesOf(product)
  const found =
    answerIn(product, asked) ??
    sentences.find((one) => tokensOf(one).some(({ word }) => wanted.includes(word)))
  const title = titleOf(product)
  if (found) return quoteOf(product, found)
  const text = sentences.reduce((sum, one) => {
    const longer = `${sum} ${one}`.trim()
    return longer.length > QUOTED_MOST ? sum : longer
  }, '')
  return `I don't know: the shop does not say that about ${title}.${text && ` It says: “${text}”`}`
}

function detailsOf(product: Product, money: Money, isLong = true): string {
  const price = priceOf(product)
  const rating = listed(product, /rating|stars/i)
  const facts = [
    price === undefined ? '' : priceRange(product, price, money),
    preceded('by', listed(product, /^brand$/i)),
    listed(product, /material|fabric/i).toLowerCase(),
    preceded('in', listed(product, /^colou?r/i)),
    preceded('sizes', listed(product, /^size/i)),
    rating && `rated ${rating} of 5`,
    isAvailable(product) === false && 'sold out',
  ]
  return `${facts.filter(Boolean).join('; ')}. ${isLong ? descriptionOf(product) : ''}`.trim()
}

/** Compares two or more products, fact by fact; what the fields do not say may be in their descriptions. */
export function comparison(
  products: readonly Product[],
  { asked, step, left }: Pick<Read, 'asked' | 'step' | 'left'>,
  money: Money,
): string {
  const [first, next] = products.toSorted((a, b) => (priceOf(a) ?? 0) - (priceOf(b) ?? 0))
  const isCost = step !== undefined || asked.includes('price')
  if (first && !next) return priceText(first, money)
  const isSame = first && next && priceOf(first) === priceOf(next)
  const cheaper = isSame ? 'Both cost the same.' : `${first && titleOf(first)} costs less.`
  const unsaid = `The shop does not say more about ${either(left.map(quoted), 'and')} than this.`
  return [
    ...(isCost && products.length === 2 ? [cheaper] : []),
    ...products.map((one) => `${titleOf(one)}: ${detailsOf(one, money, left.length > 0)}`),
    ...(left.length > 0 ? [unsaid] : []),
  ].join(' ')
}
