import { joinedSets, replacedSets, widenedSets } from './category-sets.ts'
import { type Criteria, type FieldValues, noCriteria, type Order } from './criteria.ts'
import { type PriceLimits, withLimits } from './prices.ts'
import type { Understanding } from './understand.ts'

/**
 * A shopper's criteria after a message. What the message does not speak of stays as it was; what it
 * names anew takes the place of the old: "in blue instead" of red, boots instead of sneakers.
 *
 * @param shownPrices - Of the products shown last; "cheaper" is cheaper than the middle one.
 */
export function criteriaAfter(
  before: Criteria,
  said: Understanding,
  shownPrices: readonly number[],
): Criteria {
  const { isAddition, cleared } = said
  const named = joinedSets(said.categories)
  const setsAfter = isAddition ? widenedSets : replacedSets
  const values = isAddition
    ? merged(before.values, said.values)
    : { ...before.values, ...said.values }
  return {
    categories: setsAfter(before.categories, named),
    values: without(values, said.excluded, cleared),
    excluded: without(merged(before.excluded, said.excluded), said.values, cleared),
    words: isAddition || said.words.length === 0 ? union(before.words, said.words) : said.words,
    excludedWords: union(before.excludedWords, said.excludedWords),
    price: priceAfter(before.price, said, shownPrices),
    isNew: before.isNew || said.isNew,
    isOnSale: before.isOnSale || said.isOnSale,
    order: said.order ?? orderFor(said, shownPrices) ?? before.order,
  }
}

/** Criteria that go together, and what had to be let go for it. */
export interface FittingCriteria {
  readonly criteria: Criteria
  /** As it was asked for. */
  readonly dropped: readonly string[]
}

/**
 * Lets go earlier criteria that no product of the kind asked for now can have: a size in letters for
 * sneakers. What the message itself names stays, and so do prices.
 *
 * @param count - How many products fit some criteria.
 */
export function fittingCriteria(
  criteria: Criteria,
  said: Understanding,
  count: (criteria: Criteria) => number,
): FittingCriteria {
  const isNewKind = said.categories.length > 0 || said.words.length > 0
  if (!isNewKind || said.isAddition) return { criteria, dropped: [] }
  const isPossible = (part: Partial<Criteria>) => count({ ...noCriteria, ...part }) > 0
  const { categories, words } = isPossible({
    categories: criteria.categories,
    words: criteria.words,
  })
    ? criteria
    : said
  const kind = { categories, words }
  const isKept = ([field, own]: readonly [string, readonly string[]]) =>
    field in said.values || isPossible({ ...kind, values: { [field]: own } })
  const all = Object.entries(criteria.values)
  const lost = all.filter((entry) => !isKept(entry)).map(([, own]) => own.join(' or '))
  const lostWords =
    words === criteria.words || criteria.words === said.words ? [] : [criteria.words.join(' ')]
  return {
    criteria: { ...criteria, ...kind, values: Object.fromEntries(all.filter(isKept)) },
    dropped: [...lostWords.filter(Boolean), ...lost],
  }
}

/** "Cheaper" before anything was shown asks for the cheap ones. */
function orderFor({ priceStep }: Understanding, shownPrices: readonly number[]): Order | undefined {
  if (!priceStep || shownPrices.length > 0) return undefined
  return priceStep === 'cheaper' ? 'cheapest' : 'dearest'
}

function priceAfter(
  before: PriceLimits,
  { price, priceStep, isAnyPrice }: Understanding,
  shownPrices: readonly number[],
): PriceLimits {
  if (price) return withLimits(before, price)
  if (isAnyPrice) return {}
  const middle = [...shownPrices].sort((a, b) => a - b)[Math.floor(shownPrices.length / 2)]
  if (!priceStep || middle === undefined) return before
  const isCheaper = priceStep === 'cheaper'
  // If nothing shown lies that way, an earlier limit is what keeps it out: "cheaper, cheaper, more expensive".
  const isShown = shownPrices.some((one) => (isCheaper ? one < middle : one > middle))
  const limits = isShown ? before : {}
  return isCheaper
    ? withLimits(limits, { max: middle, isMaxExcluded: true })
    : withLimits(limits, { min: middle, isMinExcluded: true })
}

const union = (a: readonly string[] = [], b: readonly string[] = []) => [...new Set([...a, ...b])]

const merged = (a: FieldValues, b: FieldValues): FieldValues => ({
  ...a,
  ...Object.fromEntries(Object.entries(b).map(([field, own]) => [field, union(a[field], own)])),
})

const without = (
  fields: FieldValues,
  taken: FieldValues,
  cleared: readonly string[],
): FieldValues =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => !cleared.includes(field))
      .map(
        ([field, own]) => [field, own.filter((value) => !taken[field]?.includes(value))] as const,
      )
      .filter(([, own]) => own.length > 0),
  )
