import { type Cancel, now, schedule } from '../../browser/clock'
import type { Timestamp } from '../../wire/tracker-event'
import { createAdobeReader } from './adobe-event'
import { createReport, type ReportDeps } from './dedupe-report'
import { type EcommerceEvent, eventsIn, memberOf, textOf } from './ecommerce-event'
import { type RuledList, ruledList, SEARCHES } from './layer-rules'

/** How long the page may take to render the products of a list. If it renders them with attributes, they count when seen. */
const SHOW_MS = 1_000

/** Members that hold a list's id and name; the last two are older forms. */
const LIST_NAMES = ['item_list_id', 'item_list_name', 'list', 'list_name']

export interface DataLayerDeps extends ReportDeps {
  /** Calls back for every entry of `dataLayer` and `adobeDataLayer`, including existing entries. Returns the function that stops it. */
  readonly watch: (onEntry: (entry: unknown) => void) => () => void
  /** The current route. */
  readonly url: () => string
  /** Events so far happened without consent, so only those that the page still shows count. */
  readonly isLate: boolean
  /** Until the page is parsed, it may still render what an entry reports. Only orders do not wait, because they count once in any case. */
  readonly isParsed: boolean
}

export type DataLayer = ReturnType<typeof createDataLayer>

/** Products of one list that are reported together. */
interface Burst {
  readonly list: RuledList
  readonly at: Timestamp
  readonly pids: string[]
}

type Act = (event: EcommerceEvent, at: Timestamp) => void

/**
 * The product of a [`select_content`](https://developers.google.com/analytics/devguides/collection/ga4/reference/events#select_content)
 * event, which WooCommerce's own plugin writes for a click; nothing for other content.
 */
function contentIn({ about }: EcommerceEvent): readonly unknown[] {
  const id = textOf(about, 'content_id')
  return id && textOf(about, 'content_type') === 'product' ? [{ item_id: id }] : []
}

/** Reports past and future entries of the page's dataLayer and of Adobe's. */
export function createDataLayer(deps: DataLayerDeps) {
  const { rules, ignore, url, isParsed } = deps
  const { pid: pidName, variantId: variantName, lists = SEARCHES } = rules
  const report = createReport(deps)
  const readAdobe = createAdobeReader(url)
  const bursts = new Map<string | undefined, Burst>()
  let once = new Set<string>()
  let route = ''
  let term = ''
  let cancel: Cancel | undefined
  let { isLate } = deps

  const pidOf = (item: unknown) => textOf([item], pidName ?? 'item_id', pidName ?? 'id')

  function flush() {
    cancel?.()
    cancel = undefined
    for (const [key, { list, at, pids }] of bursts) {
      bursts.delete(key)
      // One tile with attributes is enough to skip the list, because a list may render only the tiles near the viewport.
      report('PRODUCT_IMPRESSIONS', { ...list, pids_list: pids }, at, pids)
    }
  }

  /** Whether this is the first such report on this route. */
  const isFirst = (what: string) => once.size < once.add(what).size

  function gather(item: unknown, about: readonly unknown[], at: Timestamp) {
    const sources = [item, ...about]
    const names = LIST_NAMES.map((name) => textOf(sources, name)).join('\n')
    const list = lists
      .map((rule) => ruledList(rule, names, item, term))
      .find((ruled) => ruled !== undefined)
    const pid = pidOf(item)
    const key = JSON.stringify(list)
    const fault = list === false ? 'a list rule excludes it' : !isFirst(key + pid) && 'twice'
    if (!pid || fault) return ignore(fault || 'no id', { at, action: 'PRODUCT_IMPRESSIONS' })
    const burst = bursts.get(key) ?? { list, at, pids: [] }
    bursts.set(key, burst)
    burst.pids.push(pid)
    cancel ??= schedule(flush, SHOW_MS)
  }

  const search: Act = ({ about, form }, at) => {
    const before = term
    term = textOf(about, 'search_term')
    if (term && term !== before) report('search', { query: term }, at, [], form)
  }

  const lineOf = (item: unknown) => ({
    pid: pidOf(item),
    qty: memberOf(item, 'quantity'),
    price: memberOf(item, 'price'),
    ...(variantName && { variantId: memberOf(item, variantName) }),
  })

  /** Reports one event for each item. */
  const each =
    (action: 'click' | 'cart', itemsOf = ({ items }: EcommerceEvent) => items): Act =>
    (event, at) => {
      for (const data of isLate ? [] : itemsOf(event).map(lineOf)) {
        // The impression goes first, because a clicked product must have been seen.
        flush()
        report(action, data, at, [data.pid], event.form)
      }
    }

  const acts: Readonly<Record<string, Act>> = {
    search,
    view_search_results: search,
    view_item_list({ items, about }, at) {
      for (const item of items) gather(item, about, at)
    },
    select_item: each('click'),
    select_content: each('click', contentIn),
    add_to_cart: each('cart'),
    purchase({ about, items, form }, at) {
      const orderId = textOf(about, 'transaction_id', 'id')
      const products = items.map(lineOf)
      if (products.length > 0) report('order', { orderId, products }, at, [], form)
    },
  }

  function handleEntry(entry: unknown) {
    if (route !== url()) {
      route = url()
      once = new Set()
      term = ''
    }
    for (const event of [...eventsIn(entry), ...readAdobe(entry)])
      if (isParsed || event.name === 'purchase') acts[event.name]?.(event, now())
  }

  const unwatch = deps.watch(handleEntry)
  isLate = false
  return {
    /** Reports pending events now, because the page may be unloaded. */
    flush,
    stop() {
      cancel?.()
      unwatch()
    },
  }
}
