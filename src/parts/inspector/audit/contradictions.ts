import { composedAncestors, matches, queryWithin } from '../../../browser/dom'
import { attempt } from '../../../browser/guard'
import { type AttributeName, has, read, selector } from '../../../track/attributes'
import { readFacet } from '../../../track/facets-on-demand'
import { readNearby } from '../../../track/nearby-fields'
import { getOwn } from '../../../wire/fields'
import { linesOf, type OrderData } from '../../../wire/list-and-order'
import { explainedEntries } from '../../calls/explain'
import { everywhere } from '../page-elements'
import { all, around, findingOf, type Rule, ruleOf } from './audited-page'

/*
 * Marks that can be read, but contradict what the page shows or what happened on it. All are warnings: only the shop knows which of the two
 * is right.
 */

const isShown = (element: Element) => element.getClientRects().length > 0

/** The text as it is drawn, so that cells of a table are apart. */
// biome-ignore lint/performance/useDomNodeTextContent: the text of the tree joins the cells.
const textOf = (element: Element) => (element as HTMLElement).innerText?.trim() ?? ''

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
      queryWithin(form, 'input,select').some((field) =>
        PAYMENT.test(`${field.getAttribute('name')} ${field.getAttribute('autocomplete')}`),
      ),
  )
  return isPaying ? all('order').filter((order) => !isShown(order)) : []
}

const tilesOf = (list: Element) =>
  queryWithin(list, selector('product')).filter((tile) => around(tile, 'query', 'page') === list)

const pidsOf = (list: Element) => tilesOf(list).map((tile) => read(tile, 'product') ?? '')

/** What the page says that it shows: its address and headings. */
const titleOfPage = () =>
  [
    attempt(() => decodeURIComponent(location.search.replace(/\+/g, ' '))) ?? '',
    ...everywhere('h1,h2').map(textOf),
  ].join('\n')

/** The products that were seen in a list of this name until a moment. */
const seenIn = (list: Element, until = Number.POSITIVE_INFINITY): readonly string[] =>
  explainedEntries().flatMap(({ action, state, at, data }) =>
    action === 'PRODUCT_IMPRESSIONS' &&
    state !== 'ignored' &&
    at < until &&
    (['query', 'page'] as const).some(
      (name) => read(list, name) && getOwn(data, name) === read(list, name),
    )
      ? (getOwn(data, 'pids_list') as readonly string[])
      : [],
  )

/** Lists named by an earlier search, although the shopper has searched again, and the page and tiles of the list are others. */
function listsOfEarlierSearches() {
  const searches = explainedEntries().filter(
    ({ action, state }) => action === 'search' && state !== 'ignored',
  )
  const last = searches.pop()
  const query = last && getOwn(last.data, 'query')
  const title = titleOfPage()
  if (typeof query !== 'string' || !title.includes(query)) return []
  return all('query').filter((list) => {
    const named = read(list, 'query') ?? ''
    const before = seenIn(list, last?.at)
    const isOther = before.length > 0 && pidsOf(list).some((pid) => !before.includes(pid))
    return isOther && named !== query && !title.includes(named)
  })
}

/** Lists whose tiles were seen, and whose links are in no tile any more. */
const listsWithoutMarks = () =>
  all('query', 'page').filter((list) => {
    const { length } = new Set(seenIn(list)).size ? queryWithin(list, 'a[href]') : []
    return length > 0 && length >= new Set(seenIn(list)).size && tilesOf(list).length === 0
  })

/** Facets with the name of an earlier one in the same list, and none of its values. */
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

const orderTwice = findingOf('order-twice', 'warning')
const ORDER_TWICE = {
  message:
    'Two orders of this page have the same lines and different ids, so one order counts twice.',
  fix: 'Write the same id wherever the order is named, or report it in one way only.',
}

/** An order of this page that has the lines of another one, and another id. */
const repeatedOrders: Rule = () => {
  const seen = new Map<string, string | undefined>()
  return explainedEntries().flatMap(({ action, state, data, element }) => {
    if (action !== 'order' || state === 'ignored') return []
    const order = data as OrderData
    const lines = JSON.stringify(
      linesOf(order).map(({ pid, qty, price }) => [pid, Number(qty), Number(price)]),
    )
    const isTwice = seen.has(lines) && seen.get(lines) !== order.ref
    seen.set(lines, order.ref)
    return isTwice ? orderTwice(element, ORDER_TWICE) : []
  })
}

const countedTwice = findingOf('counted-twice', 'warning')

/** Reports of one act are at most this far apart (ms). */
const ONE_ACT_MS = 700

/** What a mark and a call reported at the same time. A page that takes over from its markup often leaves one of both in. */
const reportedTwice: Rule = () => {
  const counted = explainedEntries().filter(
    ({ action = '', state }) => state !== 'ignored' && /^(search|click|cart)$/.test(action),
  )
  const subjectOf = ({ data }: (typeof counted)[number]) =>
    getOwn(data, 'pid') ?? getOwn(data, 'query')
  return counted.flatMap((one) => {
    const isTwice = counted.some(
      (other) =>
        other.action === one.action &&
        !other.element &&
        subjectOf(other) === subjectOf(one) &&
        Math.abs(other.at - one.at) < ONE_ACT_MS,
    )
    return one.element && isTwice
      ? countedTwice(one.element, {
          message: `A press here counts twice: by its mark, and by svc.track('${one.action}').`,
          fix: 'Remove the mark, or the call.',
        })
      : []
  })
}

const unconfirmed = findingOf('cart-never-confirmed', 'warning')

/** Additions that the shop was said to confirm, and of which none was. */
const unconfirmedAdditions: Rule = () => {
  const carts = explainedEntries().filter(({ action }) => action === 'cart')
  const isConfirmed = (control: Element) =>
    carts.some(({ element, state }) => element === control && state !== 'ignored')
  const lost = carts.flatMap(({ element, reason = '' }) =>
    element && reason.includes('data-svc-cart-done') && !isConfirmed(element) ? element : [],
  )
  return [...new Set(lost)].map((control) =>
    unconfirmed(control, {
      message: `The shop confirmed none of the ${lost.filter((one) => one === control).length} additions here, so none counts: nothing matched “${composedAncestors(
        control,
      )
        .map((part) => read(part, 'cart-done'))
        .find(Boolean)}”.`,
      fix: 'Compare data-svc-cart-done with what the shop shows after an addition. If the shop refused them, nothing is wrong.',
    }),
  )
}

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
  ruleOf('query-left-behind', 'warning', listsOfEarlierSearches, (list) => ({
    message: `The list is still named “${read(list, 'query')}”, but the shopper has searched for something else, and its tiles are others.`,
    fix: 'Change data-svc-query together with the tiles.',
  })),
  ruleOf('marks-lost', 'error', listsWithoutMarks, {
    message: 'The tiles of this list were counted, but what it shows now has no data-svc-product.',
    fix: 'Write the marks in the template that draws the list again, too.',
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
  ruleOf('marks-in-frame', 'error', framesWithMarks, {
    message:
      'A frame has data-svc- marks but no tag, and the tag does not look into frames: nothing in it counts.',
    fix: 'Move the marks to the page, or load the tag in the frame, too.',
  }),
  repeatedOrders,
  reportedTwice,
  unconfirmedAdditions,
]
