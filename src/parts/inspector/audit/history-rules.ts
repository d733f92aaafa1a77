import { composedAncestors, queryWithin } from '../../../browser/dom'
import { attempt } from '../../../browser/guard'
import { read } from '../../../track/attributes'
import { getOwn } from '../../../wire/fields'
import { linesOf, type OrderData } from '../../../wire/list-and-order'
import { explainedEntries } from '../../calls/explain'
import { everywhere } from '../page-elements'
import { all, around, findingOf, pidsOf, type Rule, ruleOf, textOf, tilesOf } from './audited-page'

/* Marks that contradict what has happened on the page, by the history of `svc.explain()`. All are warnings, as only the shop knows its page. */

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

/** Lists whose tiles were seen, and which hold no tile any more, but as many links. */
const listsWithoutMarks = () =>
  all('query', 'page').filter((list) => {
    const { size } = new Set(seenIn(list))
    const isEmpty = read(list, 'total') === '0' || tilesOf(list).length > 0
    const links = size && !isEmpty ? queryWithin(list, 'a[href]') : []
    return size > 0 && links.filter((link) => !around(link, 'facet')).length >= size
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

/** What a mark and a call both reported: a shop that moves from one to the other often keeps both. */
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
          message: `A press here counts twice: by its mark, and by a call or the dataLayer (${one.action}).`,
          fix: 'Report it in one way only.',
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
  return [...new Set(lost)].map((control) => {
    const { length } = lost.filter((one) => one === control)
    const rule = composedAncestors(control)
      .map((part) => read(part, 'cart-done'))
      .find(Boolean)
    return unconfirmed(control, {
      message: `The shop confirmed none of the ${length} additions here, so none counts: nothing matched “${rule}”.`,
      fix: 'Compare data-svc-cart-done with what the shop shows after an addition. If the shop refused them, nothing is wrong.',
    })
  })
}

/** Marks that contradict the history of the page. */
export const historyRules: readonly Rule[] = [
  ruleOf('query-left-behind', 'warning', listsOfEarlierSearches, (list) => ({
    message: `The list is still named “${read(list, 'query')}”, but the shopper has searched for something else, and its tiles are others.`,
    fix: 'Change data-svc-query together with the tiles.',
  })),
  ruleOf('marks-lost', 'warning', listsWithoutMarks, {
    message: 'The tiles of this list were counted, but what it shows now has no data-svc-product.',
    fix: 'Write the marks in the template that draws the list again, too.',
  }),
  repeatedOrders,
  reportedTwice,
  unconfirmedAdditions,
]
