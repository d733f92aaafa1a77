import type { Timestamp } from '../brand'
import type { Action, Ignore } from '../events'
import type { Cancel, Clock } from '../platform/clock'
import { type DataLayerRules, type RuledList, ruledList, SEARCHES } from './rules'
import { memberOf, type Said, saidIn, textOf } from './said'

/** How long the page gets to show what it says that it lists: a tile that is marked is counted by being seen. */
const SHOW_MS = 1_000

/** For so long the same fact may be said in another way: markup reports the press, the dataLayer the shop's answer. */
const SAME_MS = 10_000

/** Where a list's id and name stand; the last two are older. */
const LIST_NAMES = ['item_list_id', 'item_list_name', 'list', 'list_name']

/** What covers an action, where markup does. */
const MARKS: Readonly<Record<string, Mark | undefined>> = {
  PRODUCT_IMPRESSIONS: 'product',
  click: 'product',
}

/** A mark by which a page covers an action. */
export type Mark = 'product' | 'cart' | 'search' | 'order'

export interface DataLayerDeps {
  readonly clock: Clock
  readonly rules: DataLayerRules
  /** Calls back for every entry of the dataLayer, at once for those that are there. Returns what stops it. */
  readonly watch: (onEntry: (entry: unknown) => void) => () => void
  /** Reports an event by the contract's names; what is wrong with it is told. */
  readonly track: (action: Action, data: object, origin: { readonly at: Timestamp }) => void
  readonly ignore: Ignore
  /** The elements that carry a mark, by markup or by map. */
  readonly marked: (mark: Mark) => readonly Element[]
  /** An element and all that it is in. */
  readonly lineage: (element: Element) => readonly Element[]
  /** What an element carries for a mark. */
  readonly read: (element: Element, mark: Mark) => string | undefined
  /** What the tag saw so far. */
  readonly entries: () => readonly {
    readonly at: Timestamp
    readonly action: Action | undefined
    readonly data: unknown
  }[]
  /** Where the shopper is. */
  readonly url: () => string
  /** What was done so far was done without consent: of that only counts what the page still shows. */
  readonly isLate: boolean
}

export interface DataLayer {
  /** The page may go: what waits is reported now. */
  readonly flush: () => void
  readonly stop: () => void
}

/** Products of one list that are told together. */
interface Burst {
  readonly list: RuledList
  readonly at: Timestamp
  readonly pids: string[]
}

/** The way something was said; none for a list, which is told once in any case. */
type Form = Said['form'] | undefined

type Act = (said: Said, at: Timestamp) => void

/** Reports what the page's dataLayer says and has said. */
export function createDataLayer(deps: DataLayerDeps): DataLayer {
  const { clock, rules, track, ignore, marked, lineage, read, entries, url } = deps
  const { pid: pidName, variantId: variantName, wins, lists = SEARCHES } = rules
  const forms = new Map<Timestamp, Form>()
  const bursts = new Map<string | undefined, Burst>()
  let once = new Set<string>()
  let route = ''
  let term = ''
  let cancel: Cancel | undefined
  let { isLate } = deps

  const pidOf = (item: unknown) => textOf([item], pidName ?? 'item_id', pidName ?? 'id')

  /** Whether markup (or the map) covers an action, of one of the products where some are given. */
  const isMarked = (action: Action, pids: readonly string[]): boolean =>
    !(wins as readonly Action[] | undefined)?.includes(action) &&
    marked(MARKS[action] ?? (action as Mark)).some(
      (element) =>
        pids.length === 0 ||
        lineage(element).some((part) =>
          pids.includes((read(part, 'cart') || read(part, 'product')) as string),
        ),
    )

  /** Whether it was said in another way a moment ago: by markup, which may be gone by now, or in another form. */
  const isEcho = (action: Action, data: object, at: Timestamp, form: Form) =>
    entries().some(
      (entry) =>
        entry.action === action &&
        entry.data &&
        memberOf(entry.data, 'pid') === memberOf(data, 'pid') &&
        at - entry.at < SAME_MS &&
        forms.get(entry.at) !== form,
    )

  function tell(action: Action, data: object, at: Timestamp, pids: readonly string[], form?: Form) {
    if (isMarked(action, pids) || isEcho(action, data, at, form))
      return ignore('twice', { action, at })
    forms.set(at, form)
    track(action, data, { at })
  }

  function flush() {
    cancel?.()
    cancel = undefined
    for (const [key, { list, at, pids }] of bursts) {
      bursts.delete(key)
      // One marked tile speaks for all: a list may show only the tiles that are near the window.
      tell('PRODUCT_IMPRESSIONS', { ...list, pids_list: pids }, at, pids)
    }
  }

  /** Whether something is said for the first time on this route. */
  const isFirst = (what: string) => once.size < once.add(what).size

  function gather(item: unknown, about: readonly unknown[], at: Timestamp) {
    const sources = [item, ...about]
    const names = LIST_NAMES.map((name) => textOf(sources, name)).join('\n')
    const list = lists
      .map((rule) => ruledList(rule, names, item, term))
      .find((ruled) => ruled !== undefined)
    const pid = pidOf(item)
    const key = JSON.stringify(list)
    const fault = list === false ? 'no list' : !isFirst(key + pid) && 'twice'
    if (!pid || fault) return ignore(fault || 'no id', { at })
    const burst = bursts.get(key) ?? { list, at, pids: [] }
    bursts.set(key, burst)
    burst.pids.push(pid)
    cancel ??= clock.schedule(flush, SHOW_MS)
  }

  const search: Act = ({ about, form }, at) => {
    term = textOf(about, 'search_term')
    if (term && isFirst(term)) tell('search', { query: term }, at, [], form)
  }

  const lineOf = (item: unknown) => ({
    pid: pidOf(item),
    qty: memberOf(item, 'quantity'),
    price: memberOf(item, 'price'),
    ...(variantName && { variantId: memberOf(item, variantName) }),
  })

  /** One event for each item. */
  const each =
    (action: 'click' | 'cart'): Act =>
    ({ items, form }, at) => {
      for (const data of isLate ? [] : items.map(lineOf)) {
        // What is clicked was seen before.
        flush()
        tell(action, data, at, [data.pid], form)
      }
    }

  const acts: Readonly<Record<string, Act>> = {
    search,
    view_search_results: search,
    view_item_list({ items, about }, at) {
      for (const item of items) gather(item, about, at)
    },
    select_item: each('click'),
    add_to_cart: each('cart'),
    purchase({ about, items, form }, at) {
      const orderId = textOf(about, 'transaction_id', 'id')
      const products = items.map(lineOf)
      if (products.length > 0) tell('order', { orderId, products }, at, [], form)
    },
  }

  function hear(entry: unknown) {
    if (route !== url()) {
      route = url()
      once = new Set()
      term = ''
    }
    for (const said of saidIn(entry)) acts[said.name]?.(said, clock.now())
  }

  const unwatch = deps.watch(hear)
  isLate = false
  return {
    flush,
    stop() {
      cancel?.()
      unwatch()
    },
  }
}
