import { joinedSets, replacedSets, widenedSets } from './category-sets.ts'
import { type PriceLimits, withLimits } from './prices.ts'
import type { Understanding } from './understand.ts'
import { type FieldValues, noWishes, type Order, type Wishes } from './wishes.ts'

/**
 * What a shopper wishes after a message. What the message does not speak of stays as it was; what
 * it names anew takes the place of the old: "in blue instead" of red, boots instead of sneakers.
 *
 * @param shownPrices - Of the products shown last; "cheaper" is cheaper than the middle one.
 */
export function wishesAfter(
  before: Wishes,
  said: Understanding,
  shownPrices: readonly number[],
): Wishes {
  const base = said.talk === 'restart' ? noWishes : before
  return {
    categories: categoriesAfter(base, said),
    values: valuesAfter(base, said),
    excluded: without(merged(base.excluded, said.excluded), said.values, said.cleared),
    words: wordsAfter(base.words, said.words, said.isAddition),
    excludedWords: wordsAfter(base.excludedWords, said.excludedWords, true),
    price: priceAfter(base.price, said, shownPrices),
    isNew: base.isNew || said.isNew,
    isOnSale: base.isOnSale || said.isOnSale,
    order: said.order ?? orderFor(said, shownPrices) ?? base.order,
  }
}

/** "Cheaper" before anything was shown asks for the cheap ones. */
function orderFor({ priceStep }: Understanding, shownPrices: readonly number[]): Order | undefined {
  if (!priceStep || shownPrices.length > 0) return undefined
  return priceStep === 'cheaper' ? 'cheapest' : 'dearest'
}

function categoriesAfter({ categories }: Wishes, said: Understanding) {
  const named = joinedSets(said.categories)
  return said.isAddition ? widenedSets(categories, named) : replacedSets(categories, named)
}

function valuesAfter({ values }: Wishes, said: Understanding): FieldValues {
  const now = said.isAddition ? merged(values, said.values) : { ...values, ...said.values }
  return without(now, said.excluded, said.cleared)
}

function merged(a: FieldValues, b: FieldValues): FieldValues {
  const added = Object.entries(b).map(([field, values]) => [
    field,
    [...new Set([...(a[field] ?? []), ...values])],
  ])
  return { ...a, ...Object.fromEntries(added) }
}

function without(fields: FieldValues, taken: FieldValues, cleared: readonly string[]): FieldValues {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => !cleared.includes(field))
      .map(([field, values]) => [field, values.filter((value) => !taken[field]?.includes(value))])
      .filter(([, values]) => values?.length !== 0),
  )
}

function wordsAfter(before: readonly string[], said: readonly string[], isAddition: boolean) {
  if (said.length === 0) return before
  return isAddition ? [...new Set([...before, ...said])] : said
}

function priceAfter(
  before: PriceLimits,
  { price, priceStep, isAnyPrice }: Understanding,
  shownPrices: readonly number[],
): PriceLimits {
  if (price) return withLimits(before, price)
  if (isAnyPrice) return {}
  const middle = medianOf(shownPrices)
  if (!priceStep || middle === undefined) return before
  return priceStep === 'cheaper'
    ? withLimits(before, { max: middle, isMaxExcluded: true })
    : withLimits(before, { min: middle, isMinExcluded: true })
}

function medianOf(numbers: readonly number[]): number | undefined {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
