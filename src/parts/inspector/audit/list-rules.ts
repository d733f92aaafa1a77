import { matches, queryWithin } from '../../../browser/dom'
import { findingOf, type Rule } from './audited-page'

const unnamed = findingOf('list-without-name', 'error')
const both = findingOf('query-and-page', 'warning')
const encoded = findingOf('page-encoded', 'error')

/** An empty name is no name. */
export const listWithoutName: Rule = ({ all, emptyOnPurpose, isMapped, read }) => {
  const isMeant = emptyOnPurpose('query', 'page')
  return all('query', 'page')
    .filter((list) => !read(list, 'query') && !read(list, 'page') && !isMeant(list))
    .map((list) => {
      const isOfMap = isMapped(list, 'query', 'page')
      return unnamed(list, {
        message: `${isOfMap ? 'The map gives a list no query or page' : 'A list has an empty data-svc-query or data-svc-page'}, so nothing in it counts.`,
        fix: isOfMap
          ? 'Correct "from" and "match", or add another rule for these elements. If the list has no name on purpose, let the last rule read "from": "@no-name".'
          : 'Write the text searched, or the p or p-id value passed to Browse, into it.',
      })
    })
}

/** A list is a search or a browse page. */
export const queryAndPage: Rule = ({ all, read }) =>
  all('query')
    .filter((list) => read(list, 'query') && read(list, 'page'))
    .map((list) =>
      both(list, {
        message: 'A list says that it is a search and a browse page; the search wins.',
        fix: 'Keep only one of data-svc-query and data-svc-page.',
      }),
    )

/** Percent-encoded, or HTML-escaped once too often. */
function isEncoded(text: string): boolean {
  if (/&(quot|gt|lt|amp|#\d+);/.test(text)) return true
  try {
    return /%[\da-f]{2}/i.test(text) && decodeURIComponent(text) !== text
  } catch {
    // A percent sign that encodes nothing.
    return false
  }
}

/** The tracker is told exactly what was passed to Browse, and the tag encodes it itself. */
export const pageEncoded: Rule = ({ all, read }) =>
  all('page')
    .filter((list) => isEncoded(read(list, 'page') ?? ''))
    .map((list) =>
      encoded(list, {
        message: `The page value ${read(list, 'page')} was encoded already, so reports will not know the page.`,
        fix: 'Write the plain value of p or p-id into data-svc-page, for example categoryPath:"Men>Shoes".',
      }),
    )

const onControl = findingOf('order-on-control', 'error')
const withoutLines = findingOf('order-without-lines', 'error')
const incomplete = findingOf('order-line-incomplete', 'error')
const stray = findingOf('line-outside-order', 'error')

const CONTROL = 'button,a,input,select,label,form,[role=button],[role=link]'

/** An order counts when its confirmation is shown. On a control it would count every shopper who sees the button. */
export const orderOnControl: Rule = ({ all }) =>
  all('order')
    .filter((element) => matches(element, CONTROL))
    .map((element) =>
      onControl(element, {
        message:
          'data-svc-order is on a control: the order counts when the control is shown, not when somebody buys.',
        fix: 'Put data-svc-order on the confirmation, which is shown once the order is placed.',
      }),
    )

export const orderWithoutLines: Rule = ({ all, tag }) =>
  all('order')
    .filter((order) => queryWithin(order, tag.markup.selector('line')).length === 0)
    .map((order) =>
      withoutLines(order, {
        message: 'An order has no lines, so it does not count.',
        fix: 'Put data-svc-line, data-svc-qty and data-svc-price on each line inside it.',
      }),
    )

/** One incomplete line keeps the whole order from counting. */
export const orderLineIncomplete: Rule = ({ all, read, near }) =>
  all('line').flatMap((line) => {
    const missing = [
      read(line, 'line') ? '' : 'the uniqueId in data-svc-line',
      near(line, 'qty') === undefined ? 'data-svc-qty' : '',
      near(line, 'price') === undefined ? 'data-svc-price' : '',
    ].filter(Boolean)
    if (missing.length === 0) return []
    const list = missing.join(' and ')
    return incomplete(line, {
      message: `A line of an order lacks ${list}, so the order does not count.`,
      fix: `Add ${list} to the line.`,
    })
  })

/** A map also finds the lines of an order that failed; the finding about the map's order rule says that the page has none. */
export const lineOutsideOrder: Rule = ({ all, around, isMapped, read }) => {
  const hasOrder = all('order').some((order) => read(order, 'order') !== undefined)
  return all('line')
    .filter((line) => !around(line, 'order') && (hasOrder || !isMapped(line, 'line')))
    .map((line) =>
      stray(line, {
        message: 'A line belongs to no order, so it does not count.',
        fix: 'Put data-svc-order around the lines of the confirmation.',
      }),
    )
}
