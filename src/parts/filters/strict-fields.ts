import { EVENT_FIELDS, UNLISTED_FIELDS } from '../../wire/common-fields'
import { ACTION_FIELDS, namesIn } from '../../wire/contract'
import { getOwn } from '../../wire/fields'
import type { Action } from '../../wire/tracker-event'

const without = <Data extends object>(data: Data, names: readonly string[]): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name))) as Data

/** The names in a list of fields that are marked as extensions of the contract's table. */
const beyond = (fields: string) => [...fields.matchAll(/(\w+)\+/g)].map(([, name = '']) => name)

/** The same data with only the fields that the contract's own table lists for the action. */
export function strictFields<Data extends object>(action: Action, data: Data): Data {
  const left = without(data, [
    ...beyond(EVENT_FIELDS),
    ...namesIn(UNLISTED_FIELDS[action] ?? ''),
    ...beyond(ACTION_FIELDS[action]),
  ])
  const products = getOwn(left, 'products') as object[] | undefined
  return products
    ? { ...left, products: products.map((line) => without(line, ['variantId'])) }
    : left
}
