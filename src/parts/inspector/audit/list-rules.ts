import { matches, queryWithin } from '../../../browser/dom'
import { read, selector } from '../../../track/attributes'
import { readNearby } from '../../../track/nearby-fields'
import { emptyOnPurpose } from '../map-trial'
import { all, around, isMapped, type Rule, ruleOf } from './audited-page'

/** Percent-encoded, or HTML-escaped once too often. */
function isEncoded(text: string): boolean {
  if (/&(quot|gt|lt|amp|#\d+);/.test(text)) return true
  try {
    return /%[\da-f]{2}/i.test(text) && decodeURIComponent(text) !== text
  } catch {
    // Invalid percent-encoding.
    return false
  }
}

/** `categoryPath:"Men>Shoes"`, or `categoryPathId:12>34` as `p-id` has it. */
const NAMED_PAGE = /^[^:"]+:(?:".*"|[^"]*\d[^"]*)$/s

/** An empty name does not count as a name. */
function listsWithoutName() {
  const isMeant = emptyOnPurpose('query', 'page')
  return all('query', 'page').filter(
    (list) => !read(list, 'query') && !read(list, 'page') && !isMeant(list),
  )
}

/** Rules for the names of lists. */
export const listRules: readonly Rule[] = [
  ruleOf('list-without-name', 'error', listsWithoutName, (list) => {
    const isOfMap = isMapped(list, 'query', 'page')
    return {
      message: `${isOfMap ? 'The map gives a list no query or page' : 'A list has an empty data-svc-query or data-svc-page'}, so nothing in it counts.`,
      fix: isOfMap
        ? 'Correct "from" and "match", or add another rule for these elements. If the list has no name on purpose, let the last rule read "from": "@no-name".'
        : 'Write the searched text, or the p or p-id value passed to Browse, into the attribute.',
    }
  }),
  ruleOf(
    'query-and-page',
    'warning',
    () => all('query').filter((list) => read(list, 'query') && read(list, 'page')),
    {
      message: 'A list has both a search and a browse page; the search takes precedence.',
      fix: 'Keep only one of data-svc-query and data-svc-page.',
    },
  ),
  ruleOf(
    'tiles-in-empty-list',
    'error',
    () =>
      all('total').filter(
        (list) =>
          read(list, 'total') === '0' &&
          queryWithin(list, selector('product')).some(
            (tile) => around(tile, 'query', 'page') === list,
          ),
      ),
    {
      message:
        'A list says that it has no products (data-svc-total="0"), but holds tiles, which count as its results.',
      fix: 'Move suggestions into a list of their own, or correct data-svc-total.',
    },
  ),
  // Browse reads a value without a field as a category path, which is rarely what a brand's page means.
  ruleOf(
    'page-without-field',
    'warning',
    () =>
      all('page').filter((list) => {
        const page = read(list, 'page') ?? ''
        return page && !isEncoded(page) && !NAMED_PAGE.test(page)
      }),
    (list) => ({
      message: `The page value ${read(list, 'page')} is not of the form field:"value", so it differs from p unless the shop asks Browse for exactly this text.`,
      fix: `Write the value of p or p-id as the shop passes it to Browse, for example data-svc-page='categoryPath:"Men>Shoes"', in single quotes, or categoryPathId:"12>34".`,
    }),
  ),
  // The tag encodes the value itself, and the tracker must get exactly what the shop passes to Browse.
  ruleOf(
    'page-encoded',
    'error',
    () => all('page').filter((list) => isEncoded(read(list, 'page') ?? '')),
    (list) => ({
      message: `The page value ${read(list, 'page')} is already encoded, so reports will not recognize the page.`,
      fix: 'Write the plain value of p or p-id into data-svc-page, for example categoryPath:"Men>Shoes".',
    }),
  ),
]

const CONTROL = 'button,a,input,select,label,form,[role=button],[role=link]'

/** Names what an order line lacks; empty if the line is complete. */
const lackOf = (line: Element): string =>
  [
    read(line, 'line') ? '' : 'the uniqueId in data-svc-line',
    readNearby('qty', [line]) === undefined ? 'data-svc-qty' : '',
    readNearby('price', [line]) === undefined ? 'data-svc-price' : '',
  ]
    .filter(Boolean)
    .join(' and ')

/** Rules for orders and their lines. */
export const orderRules: readonly Rule[] = [
  ruleOf(
    'order-on-control',
    'error',
    () => all('order').filter((element) => matches(element, CONTROL)),
    {
      message:
        'data-svc-order is on a control: the order counts when the control is shown, not when the shopper buys.',
      fix: 'Put data-svc-order on the confirmation, which is shown only after the order is placed.',
    },
  ),
  ruleOf(
    'order-without-lines',
    'error',
    () => all('order').filter((order) => !queryWithin(order, selector('line')).length),
    {
      message: 'An order has no lines, so it does not count.',
      fix: 'Put data-svc-line, data-svc-qty and data-svc-price on each line inside it.',
    },
  ),
  ruleOf(
    'order-line-incomplete',
    'error',
    () => all('line').filter(lackOf),
    (line) => ({
      message: `A line of an order lacks ${lackOf(line)}, so the order does not count.`,
      fix: `Add ${lackOf(line)} to the line.`,
    }),
  ),
  // A map also finds the lines of a failed order. The finding about the map's order rule already reports that the page has none.
  ruleOf(
    'line-outside-order',
    'error',
    () => {
      const hasOrder = all('order').some((order) => read(order, 'order') !== undefined)
      return all('line').filter(
        (line) => !around(line, 'order') && (hasOrder || !isMapped(line, 'line')),
      )
    },
    {
      message: 'A line belongs to no order, so it does not count.',
      fix: 'Put data-svc-order around the lines of the confirmation.',
    },
  ),
]
