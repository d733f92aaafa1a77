import { matches, queryWithin } from '../../../browser/dom'
import { findingOf, type Rule } from './audited-page'

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
