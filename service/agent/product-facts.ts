import { valuesOf } from '../catalog/column.ts'
import type { Product, Variant } from '../catalog/feed.ts'
import { tokensOf } from '../catalog/words.ts'
import type { Asked } from './acts.ts'
import type { Constraint, Value } from './constraints.ts'
import type { Money } from './describe.ts'
import { either } from './describe.ts'
import { isVariantName } from './product-match.ts'
import { stopWords } from './word-repair.ts'

/** A product's title, or its id if the feed has no title. */
export const titleOf = (product: Product): string =>
  String(valuesOf(product.title ?? product.name)[0] ?? product.uniqueId)

/** The listed price of a product. */
export const priceOf = (product: Product): number | undefined => {
  const price = Number(valuesOf(product.price)[0] ?? Number.NaN)
  return Number.isFinite(price) ? price : undefined
}

/** Whether a product is available; `undefined` if the feed does not say. */
function isAvailable(product: Product): boolean | undefined {
  const [own] = valuesOf(fieldNamed(product, /availab|in_?stock/i))
  return own === undefined ? undefined : /^(true|yes|1|in[ _]?stock|available)$/i.test(String(own))
}

/** Answers a question about a product from the product's own fields. If the feed does not say, the answer says so. */
export function factsFor(
  product: Product,
  asked: readonly Asked[],
  question: { readonly wishes: readonly Constraint[]; readonly words: readonly string[] },
  money: Money,
): string {
  const title = titleOf(product)
  const wishes = question.wishes.filter((one): one is Value => one.kind === 'value' && !one.not)
  if (wishes.length > 0) return wishesText(product, wishes)
  const sentences = asked
    .filter((one) => one !== 'details' || asked.length === 1)
    .map((one) => factText(product, one, question.words, money))
  if (sentences.length > 0) return sentences.join(' ')
  if (question.words.length > 0) return quoteText(product, question.words)
  return `${title}: ${detailsOf(product, money)}`
}

/** For each question: the field, the sentence that answers it, and what to say if the feed lacks it. */
const fields: Readonly<
  Partial<Record<Asked, readonly [RegExp, (joined: string) => string, (title: string) => string]>>
> = {
  size: [/^size/i, (own) => `comes in ${own}`, (title) => `The shop lists no sizes for ${title}.`],
  colour: [/^colou?r/i, (own) => `comes in ${own}`, unknown('colours')],
  material: [/material|fabric/i, (own) => `is made of ${own.toLowerCase()}`, unknown('material')],
  brand: [/^brand$/i, (own) => `is made by ${own}`, unknown('maker')],
  rating: [/rating|stars/i, (own) => `is rated ${own} of 5`, unknown('rating')],
}

function unknown(what: string) {
  return (title: string) => `I do not know the ${what} of ${title}: the shop does not say.`
}

function factText(product: Product, asked: Asked, words: readonly string[], money: Money): string {
  const title = titleOf(product)
  if (asked === 'price') return priceText(product, money)
  if (asked === 'stock') return stockText(product)
  if (asked === 'care') {
    const care = valuesOf(fieldNamed(product, /care|washing|cleaning/i))
    if (care.length > 0) return `${title}: ${care.join(', ')}.`
    return quoteText(product, words.length > 0 ? words : ['wash', 'clean', 'care'])
  }
  const field = fields[asked]
  if (!field) return `${title}: ${detailsOf(product, money)}`
  const [name, told, silent] = field
  const values = valuesOf(fieldNamed(product, name)).map(String)
  return values.length > 0 ? `${title} ${told(all(values))}.` : silent(title)
}

const all = (values: readonly string[]) => either(values, 'and', values.length)

function priceText(product: Product, money: Money): string {
  const price = priceOf(product)
  if (price === undefined) return `I do not know the price of ${titleOf(product)}.`
  const before = Number(valuesOf(product.listPrice)[0] ?? 0)
  return `${titleOf(product)} costs ${priceRange(product, price, money)}${before > price ? `, reduced from ${money(before)}` : ''}.`
}

/** The listed price, and that of the most expensive size if prices differ by size. */
function priceRange({ variants = [] }: Product, price: number, money: Money): string {
  const prices = variants.map((own) => Number(valuesOf(fieldNamed(own, /price/i))[0] ?? 0))
  const highest = Math.max(price, ...prices)
  return `${money(price)}${highest > price ? ` to ${money(highest)}, by size` : ''}`
}

function stockText(product: Product): string {
  const title = titleOf(product)
  const available = isAvailable(product)
  if (available === undefined) return `I do not know whether ${title} is in stock.`
  if (!available) return `${title} is sold out.`
  const gone = (product.variants ?? []).filter((own) => isAvailable(own as Product) === false)
  const names = gone.map((own) =>
    [/colou?r/i, /size/i].flatMap((name) => valuesOf(fieldNamed(own, name))).join(' in '),
  )
  return `${title} is in stock${
    names.length > 0
      ? `, except ${either(
          names.map((name) => name.trim()),
          'and',
        )}`
      : ''
  }.`
}

/** Answers "Do you have it in white?" from the variants, if the product has any. */
function wishesText(product: Product, wishes: readonly Value[]): string {
  const title = titleOf(product)
  const asked = wishes.map(({ values }) => either(values)).join(' and ')
  const has = (fields: Product | Variant, wish: Value) =>
    Object.entries(fields).some(
      ([name, own]) =>
        isVariantName(name, wish.field) &&
        valuesOf(own).some((one) => wish.values.includes(String(one))),
    )
  const variants = (product.variants ?? []).filter((own) =>
    wishes.every((wish) => has(own, wish) || (!hasField(own, wish.field) && has(product, wish))),
  )
  if (
    variants.length === 0 &&
    (product.variants?.length || !wishes.every((wish) => has(product, wish)))
  ) {
    const others = wishes.flatMap(({ field }) => valuesOf(product[field]).map(String))
    return `No, ${title} does not come in ${asked}.${others.length > 0 ? ` It comes in ${all(others)}.` : ''}`
  }
  if (variants.length > 0 && variants.every((own) => isAvailable(own as Product) === false))
    return `${title} is sold out in ${asked}.`
  return `Yes, ${title} comes in ${asked}${variants.some((own) => isAvailable(own as Product)) ? ', and it is in stock' : ''}.`
}

const hasField = (variant: Variant, field: string) =>
  Object.keys(variant).some((name) => isVariantName(name, field))

/** Quotes the sentence of the shop's text that contains a word of the question. */
function quoteText(product: Product, words: readonly string[]): string {
  const wanted = new Set(
    words
      .flatMap((word) => tokensOf(word).map((token) => token.word))
      .filter((word) => !stopWords.has(word)),
  )
  const sentence = descriptionOf(product)
    .split(/(?<=[.!?])\s+/)
    .find((one) => tokensOf(one).some(({ word }) => wanted.has(word)))
  const title = titleOf(product)
  return sentence
    ? `The shop says of ${title}: “${sentence.trim()}”`
    : `I don't know: the shop does not say that about ${title}.${shownText(product)}`
}

const QUOTED_MOST = 240

/** The first whole sentences of the shop's text, so that the shopper can judge; empty if there is no text. */
function shownText(product: Product): string {
  const sentences = descriptionOf(product).split(/(?<=[.!?])\s+/)
  const text = sentences.reduce((sum, one) => {
    const longer = `${sum} ${one}`.trim()
    return longer.length > QUOTED_MOST ? sum : longer
  }, '')
  return text && ` It says: “${text}”`
}

const descriptionOf = (product: Product) => valuesOf(product.description).map(String).join(' ')

function detailsOf(product: Product, money: Money): string {
  const price = priceOf(product)
  const list = (name: RegExp) => all(valuesOf(fieldNamed(product, name)).map(String))
  const rating = list(/rating|stars/i)
  const facts = [
    price === undefined ? '' : priceRange(product, price, money),
    list(/^brand$/i) && `by ${list(/^brand$/i)}`,
    list(/material|fabric/i).toLowerCase(),
    list(/^colou?r/i) && `in ${list(/^colou?r/i)}`,
    list(/^size/i) && `sizes ${list(/^size/i)}`,
    rating && `rated ${rating} of 5`,
    isAvailable(product) === false && 'sold out',
  ]
  return `${facts.filter(Boolean).join('; ')}.${descriptionOf(product) && ` ${descriptionOf(product)}`}`
}

/** Compares two or more products, fact by fact. */
export const comparison = (products: readonly Product[], money: Money): string =>
  products
    .map((product) => `${titleOf(product)}: ${detailsOf({ ...product, description: '' }, money)}`)
    .join(' ')

/** The first field of a product or variant whose name matches; the `v` prefix of variant fields is ignored. */
export const fieldNamed = (fields: Product | Variant, name: RegExp): unknown =>
  Object.entries(fields).find(([field]) => name.test(field.replace(/^v(?=[A-Z])/, '')))?.[1]
