import { warnOnce } from '../browser/guard'
import { ACTION_FIELDS, LINE_FIELDS, namesIn } from '../wire/contract'
import { getOwn } from '../wire/fields'

/** Names on the console the fields of an event that are not read, once for each text. */
export function warnOfUnknownFields(action: unknown, data: unknown) {
  const listed = typeof action === 'string' && (getOwn(ACTION_FIELDS, action) as string | undefined)
  if (!listed) return
  // The reference of an order is made from its id.
  const fields = namesIn(action === 'order' ? listed.replace('ref', 'orderId') : listed)
  const unknownIn = (value: unknown, known: readonly string[]) =>
    Object.keys(Object(value)).filter((name) => !known.includes(name))
  const products = getOwn(data, 'products')
  const lines = Array.isArray(products)
    ? products.flatMap((line) => unknownIn(line, namesIn(LINE_FIELDS)))
    : []
  const names = [...new Set([...unknownIn(data, fields), ...lines])]
  if (names.length)
    warnOnce(
      `${action}: there is no field ${names.join(', ')}, so it is not sent; the fields are ${fields.join(', ')}`,
    )
}
