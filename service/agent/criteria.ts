import type { PriceLimits } from './prices.ts'

/** How the products are to be ordered. */
export type Order = 'cheapest' | 'dearest' | 'best'

/** Field to values. */
export type FieldValues = Readonly<Record<string, readonly string[]>>

/** Everything a shopper has asked for so far; what a conversation remembers. */
export interface Criteria {
  /**
   * Each a set of category paths, any of which will do; a product is in one of each set: in Men,
   * and in one of the categories called Sneakers.
   */
  readonly categories: readonly (readonly string[])[]
  /** The values that will do. */
  readonly values: FieldValues
  /** The values that will not. */
  readonly excluded: FieldValues
  /** Words that are in the product's texts. */
  readonly words: readonly string[]
  readonly excludedWords: readonly string[]
  readonly price: PriceLimits
  readonly isNew: boolean
  readonly isOnSale: boolean
  readonly order: Order | undefined
}

/** Nothing asked for yet. */
export const noCriteria: Criteria = {
  categories: [],
  values: {},
  excluded: {},
  words: [],
  excludedWords: [],
  price: {},
  isNew: false,
  isOnSale: false,
  order: undefined,
}
