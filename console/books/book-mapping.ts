import { BookFault } from './book-fault.ts'

/** What a column of the books can be. */
export const BOOK_FIELDS = {
  id: 'the order id that the shop gives its page, as in data-svc-order',
  t: 'the t of the order’s event, if the shop keeps one',
  time: 'when the order was placed',
  total: 'the order’s total',
  currency: 'the currency of the total',
  status: 'paid, cancelled or refunded',
  refunded: 'the amount that was paid back',
  pid: 'the product of a line',
  qty: 'the units of a line',
  price: 'the price of one unit',
  user: 'the cookie svc.userId, if the shop keeps it with the order',
} as const

export type BookField = keyof typeof BOOK_FIELDS

/** The header's name of each field; fields without a column are absent. */
export type BookMapping = Readonly<Partial<Record<BookField, string>>>

/** How headers name the fields, the most telling names first; lower case, without anything but letters and digits. */
const KNOWN: Readonly<Record<BookField, readonly string[]>> = {
  id: [
    ...['orderid', 'ordernumber', 'orderno', 'incrementid', 'orderreference', 'reference', 'order'],
    ...['bestellnummer', 'bestellnr', 'auftragsnummer', 'numerodecommande', 'commande'],
    ...['transactionid', 'id', 'name', 'number'],
  ],
  t: ['t', 'svct', 'eventid'],
  time: [
    ...['createdat', 'orderdate', 'purchasedate', 'dateadd', 'datecreated', 'ordertime'],
    ...['placedat', 'date', 'time', 'paidat', 'bestelldatum', 'datum', 'created', 'processedat'],
  ],
  total: [
    ...['total', 'ordertotal', 'grandtotalpurchased', 'grandtotalbase', 'grandtotal', 'totalpaid'],
    ...['nrevenue', 'netsales', 'amount', 'gesamt', 'gesamtbetrag', 'summe', 'montant', 'revenue'],
  ],
  currency: ['currency', 'ordercurrency', 'currencycode', 'waehrung', 'whrung', 'devise'],
  status: ['status', 'orderstatus', 'financialstatus', 'state', 'statut'],
  refunded: [
    ...['refundedamount', 'totalrefunded', 'refundamount', 'refunded', 'refunds', 'refund'],
    ...['amountrefunded', 'erstattet', 'rembourse'],
  ],
  pid: [
    ...['pid', 'uniqueid', 'productid', 'lineitemproductid', 'productreference', 'lineitemsku'],
    ...['sku', 'itemsku', 'productsku', 'artikelnummer', 'item', 'product'],
  ],
  qty: ['qty', 'quantity', 'lineitemquantity', 'itemquantity', 'productquantity', 'menge', 'units'],
  price: ['price', 'unitprice', 'lineitemprice', 'itemprice', 'productprice', 'itemcost', 'preis'],
  user: ['svcuserid', 'userid', 'uid', 'visitorid'],
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/[^a-z0-9]/g, '')

/** Guesses which column is which field from the header. A column has one meaning at most. */
export function guessMapping(header: readonly string[]): BookMapping {
  const taken = new Set<string>()
  const found = (Object.keys(KNOWN) as BookField[]).flatMap((field) => {
    const names = KNOWN[field].map((known) =>
      header.find((name) => plain(name) === known && !taken.has(name)),
    )
    const name = names.find((one) => one !== undefined)
    if (name === undefined) return []
    taken.add(name)
    return [[field, name] as const]
  })
  return Object.fromEntries(found)
}

const isField = (name: string): name is BookField => Object.hasOwn(BOOK_FIELDS, name)

/**
 * Reads mappings as written by a person, `time=Order date`; an empty name leaves the field out.
 *
 * @throws BookFault for a field or a column that does not exist.
 */
export function parseMapping(written: readonly string[], header: readonly string[]): BookMapping {
  const pairs = written.map((text) => {
    const [, field = '', given = ''] = /^\s*(\w+)\s*=(.*)$/s.exec(text) ?? []
    if (!isField(field)) {
      const fields = Object.keys(BOOK_FIELDS).join(', ')
      throw new BookFault(`${text}: write field=column; the fields are ${fields}.`)
    }
    const column = given.trim()
    const known = header.find((name) => name === column) ?? header.find(isLike(column))
    if (column !== '' && known === undefined) {
      throw new BookFault(`There is no column “${column}”; the columns are ${header.join(', ')}.`)
    }
    return [field, known] as const
  })
  return Object.fromEntries(pairs)
}

const isLike = (column: string) => (name: string) => name.toLowerCase() === column.toLowerCase()

/** The guess, where the person has not written otherwise. @throws BookFault without an id or a time. */
export function completeMapping(guess: BookMapping, own: BookMapping): BookMapping {
  const taken = new Set(Object.values(own))
  const free = Object.entries(guess).filter(([, column]) => !taken.has(column))
  const all: BookMapping = { ...Object.fromEntries(free), ...own }
  const whole = Object.fromEntries(Object.entries(all).filter(([, column]) => column))
  return whole
}

/** Checks that a mapping has what matching needs. @throws BookFault */
export function requireFields(mapping: BookMapping, header: readonly string[]) {
  const columns = `The columns are ${header.join(', ')}.`
  if (!mapping.id && !mapping.t) {
    throw new BookFault(`No column looks like an order id. Name it: id=… ${columns}`)
  }
  if (!mapping.time) throw new BookFault(`No column looks like a time. Name it: time=… ${columns}`)
}
