import { getOwn } from '../../wire/fields'
import type { Action } from '../../wire/tracker-event'

/** Fields that this tag sends beyond the contract's table, by action. */
const beyond: Readonly<Record<Action, readonly string[]>> = {
  visitor: [],
  search: ['visit_type', 'visitId', 'requestId', 'autosuggest_data'],
  PRODUCT_IMPRESSIONS: ['requestId'],
  click: ['requestId', 'variantId'],
  facets: [],
  cart: ['requestId', 'visitId'],
  order: ['requestId'],
}

const without = <Data extends object>(data: Data, names: readonly string[]): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name))) as Data

/** The same data with only the fields that the contract's own table lists for the action. */
export function strictFields<Data extends object>(action: Action, data: Data): Data {
  const left = without(data, ['ver', 'seq', 'actor', ...beyond[action]])
  const products = getOwn(left, 'products') as object[] | undefined
  return products
    ? { ...left, products: products.map((line) => without(line, ['variantId'])) }
    : left
}
