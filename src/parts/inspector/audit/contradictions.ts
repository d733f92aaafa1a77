import { matches, queryWithin } from '../../../browser/dom'
import { type AttributeName, has, read, selector } from '../../../track/attributes'
import { readNearby } from '../../../track/nearby-fields'
import { readFacet } from '../../../track/shown-facets'
import { getOwn } from '../../../wire/fields'
import { everywhere } from '../page-elements'
import { all, pidsOf, type Rule, ruleOf, textOf, tilesOf } from './audited-page'

/* Marks that can be read, but contradict what the page shows. All are warnings: only the shop knows which of the two is right. */

const isShown = (element: Element) => element.getClientRects().length > 0

/** The amounts with two decimals in a text, in cents: `€1.299,00` and `1299.00` are 129900. */
const centsIn = (text: string): readonly number[] =>
  (text.match(/\d[\d.,'\s]*[.,]\d{2}(?!\d)/g) ?? []).map((amount) =>
    Number(amount.replace(/\D/g, '')),
  )

/** Lines of several pieces whose price the page shows as their sum, beside the price of one piece. */
const sumsAsPrices = () =>
  all('line').filter((line) => {
    const [price, qty] = (['price', 'qty'] as const).map((name) => Number(readNearby(name, [line])))
    if (!price || !qty || qty < 2) return false
    const shown = centsIn(textOf(line))
    const isAmount = (amount: number) => shown.includes(Math.round(amount * 100))
    return isAmount(price) && isAmount(price / qty) && !isAmount(price * qty)
  })

const QUANTITY = /qty|quantit|pieces|menge|anzahl|stück|cantidad|aantal/i

/** Hidden quantities in a form that has a quantity field for the shopper. */
const hiddenQuantities = () =>
  all('qty').filter((field) => {
    const form = matches(field, '[type=hidden]') && field.closest('form')
    return (
      form &&
      queryWithin(form, 'input:not([type=hidden]),select').some(
        (other) =>
          !has(other, 'qty') &&
          isShown(other) &&
          QUANTITY.test(`${other.getAttribute('name')} ${other.id} ${other.ariaLabel}`),
      )
    )
  })

const PAYMENT = /pay|card|cc-|iban|method|zahl/i

/** Orders that are not shown while the page asks for the payment. */
const ordersBeforePayment = () => {
  const isPaying = everywhere('form').some(
    (form) =>
      isShown(form) &&
      queryWithin(form, 'input:not([type=hidden]),select').some((field) =>
        PAYMENT.test(`${field.getAttribute('name')} ${field.getAttribute('autocomplete')}`),
      ),
  )
  return isPaying ? all('order').filter((order) => !isShown(order)) : []
}

/** Facets with the name of an earlier one in the same list, another position, and none of its values. A facet may have several groups. */
function facetsOfOneName() {
  const groups = all('facet').map(readFacet)
  const valuesOf = ({ options }: (typeof groups)[number]) => options.map(([value]) => value)
  return groups.flatMap((one, index) => {
    const isTwice = groups
      .slice(0, index)
      .some(
        (other) =>
          other.facet === one.facet &&
          other.list?.identity === one.list?.identity &&
          other.position !== one.position &&
          other.options.length > 0 &&
          one.options.length > 0 &&
          !valuesOf(one).some((value) => valuesOf(other).includes(value)),
      )
    return isTwice ? one.group : []
  })
}

const CURRENT = 'nav [aria-current],nav .active,nav .current,nav .selected'

/** Lists whose start is the number of the page that the pagination shows. */
const startsThatArePages = () =>
  all('start').filter((list) => {
    const start = read(list, 'start') ?? ''
    const isPage = everywhere(CURRENT).some((mark) => textOf(mark) === start)
    return Number(start) > 0 && Number(start) < tilesOf(list).length && isPage
  })

/** The fewest tiles that tell running numbers from ids that happen to be in order. */
const A_ROW = 4

/** Lists whose ids are 1, 2, 3 … or 0, 1, 2 …, at their first tile. */
const numberedTiles = () =>
  all('query', 'page').flatMap((list) => {
    const pids = pidsOf(list)
    const isNumbered = [0, 1].some((first) =>
      pids.every((pid, index) => pid === String(first + index)),
    )
    return pids.length >= A_ROW && isNumbered ? tilesOf(list).slice(0, 1) : []
  })

const MARKS: readonly AttributeName[] = ['product', 'order', 'cart', 'facet', 'search', 'events']

/** Frames of this origin with marks and without a tag. */
const framesWithMarks = () =>
  everywhere('iframe').filter((frame) => {
    const { contentDocument: inside, contentWindow } = frame as HTMLIFrameElement
    return inside?.querySelector(selector(...MARKS)) && !getOwn(contentWindow, 'svc')
  })

/** Marks that contradict the page. */
export const contradictionRules: readonly Rule[] = [
  ruleOf('price-is-sum', 'warning', sumsAsPrices, (line) => ({
    message: `The price of ${read(line, 'line')} is the sum of the line, so its revenue counts several times.`,
    fix: 'Write the price of one unit into data-svc-price.',
  })),
  ruleOf('quantity-hidden', 'warning', hiddenQuantities, {
    message:
      'data-svc-qty is on a hidden field, but the shopper changes another one, whose number does not count.',
    fix: 'Put data-svc-qty on the field that the shopper changes.',
  }),
  ruleOf('order-before-payment', 'warning', ordersBeforePayment, {
    message:
      'An order is in the page, hidden, while the shopper still pays: it counts when the page opens.',
    fix: 'Add the confirmation with data-svc-order to the page after the payment.',
  }),
  ruleOf('facet-name-twice', 'warning', facetsOfOneName, (group) => ({
    message: `Another facet with other values is also named ${read(group, 'facet')}, so they count as one.`,
    fix: 'Write the name of each facet as Browse returned it.',
  })),
  ruleOf('start-is-page', 'warning', startsThatArePages, (list) => ({
    message: `data-svc-start is ${read(list, 'start')}, the number of the page, so positions in reports are wrong.`,
    fix: 'Write how many results come before the first tile: with 24 on a page, 24 on the second one.',
  })),
  ruleOf('ids-are-positions', 'warning', numberedTiles, {
    message:
      'The ids of the tiles are running numbers, which are their positions rather than products.',
    fix: 'Write the catalogue’s uniqueId into data-svc-product.',
  }),
  ruleOf('marks-in-frame', 'warning', framesWithMarks, {
    message:
      'A frame has data-svc- marks but no tag, and the tag does not look into frames: nothing in it counts.',
    fix: 'Move the marks to the page, or load the tag in the frame, too.',
  }),
]
