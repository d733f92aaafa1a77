import { warnOnce } from '../browser/guard'
import { getOwn } from '../wire/fields'
import type { Action } from '../wire/tracker-event'

const LIST = 'query page requestId'
const LINE = 'pid qty price variantId'

/** The fields that `svc.track` reads, in the contract's words. */
const FIELDS: Readonly<Record<Action, string>> = {
  visitor: '',
  search: 'query requestId autosuggest_data',
  PRODUCT_IMPRESSIONS: `${LIST} pids_list`,
  click: 'pid variantId requestId',
  facets: `${LIST} facets`,
  cart: 'pid qty variantId requestId',
  order: `products orderId requestId ${LINE}`,
}

/** Names on the console the fields of an event that are not read, once for each text. */
export function warnOfUnknownFields(action: unknown, data: unknown) {
  const fields = typeof action === 'string' && (getOwn(FIELDS, action) as string | undefined)
  if (!fields) return
  const unknownIn = (value: unknown, known: string) =>
    Object.keys(Object(value)).filter((name) => !known.split(' ').includes(name))
  const products = getOwn(data, 'products')
  const lines = Array.isArray(products) ? products.flatMap((line) => unknownIn(line, LINE)) : []
  const names = [...new Set([...unknownIn(data, fields), ...lines])]
  if (names.length)
    warnOnce(
      `${action}: there is no field ${names.join(', ')}, so it is not sent; the fields are ${fields.replace(/ /g, ', ')}`,
    )
}
