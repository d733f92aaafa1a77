import { createDraw, type Draw } from './random.ts'
import type { SampleFacet, SampleList, SampleProduct, SampleShop } from './sample-shop.ts'

/** One event of sample traffic, before it is written as a tracker request. */
export interface SampleEvent {
  readonly action: string
  readonly uid: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly data: Readonly<Record<string, unknown>>
}

/** Which traffic to invent; the same options give the same events. */
export interface SampleOptions {
  readonly shop: SampleShop
  readonly visits: number
  /** The end of the traffic, in epoch milliseconds. */
  readonly now: number
  /** Where the pages of the events are: `http://127.0.0.1:8080`. */
  readonly origin: string
}

/** Every sample user's id begins so, and every sample visit's; no id of the tag can. */
export const SAMPLE_PREFIX = 'sample.'

/** Texts that find nothing in the sample; the first is searched most. */
export const EMPTY_SEARCHES = ['gift card', 'snow chains', 'size guide'] as const

/** A text that shows products which nobody wants. */
export const UNCLICKED_SEARCH = 'something nice'

/** A question to the chat: it names a list and is never typed into the search box. */
export const CHAT_QUESTION = 'what goes with a linen suit?'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = 56

/** The shop's change: from then on more shoppers click what they see. */
const CHANGED_DAYS_AGO = 7
const CLICKS_AFTER_CHANGE = 1.7

/** The place of the product in each list that everybody sees and nobody clicks. */
const UNLOVED_PLACE = 2

/** How many of a hundred visits are of which kind. */
const KINDS: readonly (readonly [walk: Walk, share: number])[] = [
  [browse, 34],
  [search, 30],
  [searchInVain, 9],
  [searchWithoutInterest, 5],
  [ask, 7],
  [buyByLink, 6],
  [comeBack, 5],
  [breakThePage, 4],
]

/** The behaviour of a shopper of one kind. */
type Walk = (visit: Visit) => void

/** One visit under way. */
interface Visit {
  readonly draw: Draw
  readonly shop: SampleShop
  /** Factors of the chance of a click. */
  readonly interest: number
  /** Reports an event some seconds after the last. */
  send(action: string, path: string, data?: Readonly<Record<string, unknown>>): void
  /** Ends the visit; the same shopper comes again some days before or after. */
  again(days: number): Visit
  newRequest(): string
}

/** Invents the events of several kinds of shopper over eight weeks, oldest first. */
export function sampleEvents({ shop, visits, now, origin }: SampleOptions): SampleEvent[] {
  if (shop.lists.length === 0) return []
  const events: SampleEvent[] = []
  const kinds = KINDS.flatMap(([walk, share]) => Array.from({ length: share }, () => walk))
  for (let number = 1; number <= visits; number += 1) {
    const draw = createDraw(7, number)
    // Every kind in turn, so that small traffic has each of them.
    const walk = kinds[(number * 37) % kinds.length] ?? browse
    const start = { number, part: 1, at: startOf(draw, now), now, origin, shop }
    walk(createVisit(start, draw, events))
  }
  return events.filter(({ at }) => at < now).sort((one, other) => one.at - other.at)
}

/** Busier in the evening than at night. */
function startOf(draw: Draw, now: number): number {
  const days = draw.between(0, DAYS * 1000) / 1000
  const at = new Date(now - days * DAY_MS)
  at.setHours(draw.oneOf([8, 10, 12, 12, 15, 17, 18, 19, 20, 20, 21, 22]), draw.between(0, 59))
  return at.getTime() < now - 60 * 60 * 1000 ? at.getTime() : at.getTime() - DAY_MS
}

interface VisitStart {
  readonly number: number
  /** Counts the visits of one shopper. */
  readonly part: number
  readonly at: number
  readonly now: number
  readonly origin: string
  readonly shop: SampleShop
}

function createVisit(start: VisitStart, draw: Draw, events: SampleEvent[]): Visit {
  const { number, part, origin, shop, now } = start
  const uid = `${SAMPLE_PREFIX}${number}`
  const visitId = `${uid}.${part}`
  let { at } = start
  let requests = 0
  let referrer = part === 1 ? 'https://search.example/' : ''
  const isAfterChange = at >= now - CHANGED_DAYS_AGO * DAY_MS

  return {
    draw,
    shop,
    interest: isAfterChange ? CLICKS_AFTER_CHANGE : 1,
    send(action, path, data = {}) {
      at += draw.between(2_000, 40_000)
      const url = origin + path
      const visit_type = part === 1 ? 'first_time' : 'repeat'
      events.push({ action, uid, at, data: { ...data, url, referrer, visit_type, visitId } })
      referrer = url
    },
    again: (days) =>
      createVisit({ ...start, part: part + 1, at: at + days * DAY_MS }, draw, events),
    newRequest: () => `${visitId}.r${++requests}`,
  }
}

function browse(visit: Visit) {
  const { draw, shop } = visit
  const list = popular(draw, shop.lists)
  visit.send('visitor', '/')
  const page = { page: list.page, page_type: 'BOOLEAN' }
  shopFromList(visit, { list, name: page, path: `/c/${encodeURIComponent(list.query)}` })
}

function search(visit: Visit) {
  const list = popular(visit.draw, visit.shop.lists)
  const path = `/search?q=${encodeURIComponent(list.query)}`
  visit.send('visitor', '/')
  visit.send('search', path, { query: list.query })
  shopFromList(visit, { list, name: { query: list.query }, path })
}

function searchInVain(visit: Visit) {
  const query = popular(visit.draw, EMPTY_SEARCHES)
  const path = `/search?q=${encodeURIComponent(query)}`
  visit.send('visitor', '/')
  visit.send('search', path, { query })
  visit.send('PRODUCT_IMPRESSIONS', path, { query, pids_list: [] })
}

function searchWithoutInterest(visit: Visit) {
  const query = UNCLICKED_SEARCH
  const path = `/search?q=${encodeURIComponent(query)}`
  const pids_list = visit.shop.lists.slice(0, 4).flatMap(({ products }) => pidsOf(products, 2))
  visit.send('visitor', '/')
  visit.send('search', path, { query })
  visit.send('PRODUCT_IMPRESSIONS', path, { query, pids_list, requestId: visit.newRequest() })
}

function ask(visit: Visit) {
  const { draw, shop } = visit
  const list = popular(draw, shop.lists)
  const [product] = list.products
  visit.send('visitor', '/')
  visit.send('PRODUCT_IMPRESSIONS', '/', {
    query: CHAT_QUESTION,
    pids_list: pidsOf(list.products, 5),
  })
  if (product && draw.chance(2)) visit.send('click', '/', { pid: product.pid })
}

function buyByLink(visit: Visit) {
  const product = someProduct(visit)
  const path = `/p/${product.pid}`
  visit.send('visitor', path)
  visit.send('cart', path, { pid: product.pid, qty: '1' })
  if (visit.draw.chance(2)) visit.send('order', '/thanks', { ...product, qty: '1' })
}

function comeBack(visit: Visit) {
  const { draw, shop } = visit
  const list = popular(draw, shop.lists)
  const product = list.products[draw.between(0, 1)] ?? someProduct(visit)
  const path = `/c/${encodeURIComponent(list.query)}`
  visit.send('visitor', '/')
  visit.send('PRODUCT_IMPRESSIONS', path, {
    page: list.page,
    page_type: 'BOOLEAN',
    pids_list: pidsOf(list.products, 6),
    requestId: visit.newRequest(),
  })
  visit.send('click', path, { pid: product.pid })
  const next = visit.again(2)
  next.send('visitor', '/')
  next.send('order', '/thanks', { ...product, qty: '1' })
}

/** A campaign page whose template was never filled in. */
function breakThePage(visit: Visit) {
  visit.send('visitor', '/campaign')
  visit.send('click', '/campaign', { pid: 'undefined' })
  if (visit.draw.chance(2))
    visit.send('cart', '/campaign', { pid: someProduct(visit).pid, qty: '0' })
}

interface Looking {
  readonly list: SampleList
  /** The list's name in events: its query, or its page. */
  readonly name: Readonly<Record<string, unknown>>
  readonly path: string
}

function shopFromList(visit: Visit, looking: Looking) {
  const { draw, shop } = visit
  const { list, name, path } = looking
  const requestId = visit.newRequest()
  const seen = list.products.slice(0, draw.between(6, 18))
  for (const part of [seen.slice(0, 6), seen.slice(6)]) {
    if (part.length === 0) continue
    visit.send('PRODUCT_IMPRESSIONS', path, { ...name, pids_list: pidsOf(part), requestId })
  }
  const choice = narrow(visit, looking, requestId)
  if (choice && isIdle(shop, choice)) return
  const isSelling = choice !== undefined && choice.value === shop.facets[0]?.values[0]
  const place = clickedPlace(visit, seen.length, isSelling)
  const product = place === undefined ? undefined : seen[place]
  if (product) buy(visit, { product, requestId, path, isSelling })
}

/** One value of a facet. */
interface Choice {
  readonly facet: SampleFacet
  readonly value: string
}

/** Every other shopper narrows the list by one value. */
function narrow(visit: Visit, { name, path }: Looking, requestId: string): Choice | undefined {
  const { draw, shop } = visit
  if (shop.facets.length === 0 || !draw.chance(2)) return undefined
  const facet = draw.oneOf(shop.facets)
  const value = draw.oneOf(facet.values)
  const change = { prank: String(facet.position), selected: [{ prank: '1', val: value }] }
  visit.send('facets', path, { ...name, facets: { [facet.name]: change }, requestId })
  return { facet, value }
}

interface Buying {
  readonly product: SampleProduct
  readonly requestId: string
  readonly path: string
  readonly isSelling: boolean
}

function buy(visit: Visit, { product, requestId, path, isSelling }: Buying) {
  const { draw } = visit
  const { pid } = product
  const own = `/p/${pid}`
  // Some shops do not hand on the request id.
  const reply = draw.chance(5) ? {} : { requestId }
  visit.send('click', path, { pid, ...reply })
  if (!isSelling && !draw.chance(2)) return
  const qty = String(draw.oneOf([1, 1, 1, 2]))
  visit.send('cart', own, { pid, qty, ...reply })
  if (isSelling || draw.chance(2)) visit.send('order', '/thanks', { ...product, qty })
}

/** The further down, the fewer click; `undefined` for those who click nothing. */
function clickedPlace({ draw, interest }: Visit, seen: number, isSure: boolean) {
  for (let place = 0; place < seen; place += 1) {
    if (place === UNLOVED_PLACE) continue
    const inThousand = (240 * interest) / (1 + place)
    if (draw.between(1, 1000) <= inThousand) return place
  }
  return isSure ? 0 : undefined
}

/** A list that was narrowed to the last value of its last facet has nothing worth a click. */
const isIdle = ({ facets }: SampleShop, { facet, value }: Choice) =>
  facet === facets.at(-1) && facet.values.length > 2 && value === facet.values.at(-1)

/** One of several, the first ones more often. */
function popular<Item>(draw: Draw, items: readonly Item[]): Item {
  const place = Math.min(draw.between(0, items.length - 1), draw.between(0, items.length - 1))
  return items[place] ?? draw.oneOf(items)
}

/** Any product but the unloved one. */
function someProduct({ draw, shop }: Visit): SampleProduct {
  const { products } = popular(draw, shop.lists)
  return draw.oneOf(products.filter((_, place) => place !== UNLOVED_PLACE || products.length === 1))
}

const pidsOf = (products: readonly SampleProduct[], most = products.length) =>
  products.slice(0, most).map(({ pid }) => pid)
