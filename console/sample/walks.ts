import { type BrowseReply, createDraw, type Draw } from 'svc-tag-service'
import type { SampleList, SampleProduct, SampleShop } from './sample-shop.ts'
import {
  createVisit,
  momentOf,
  type SampleEvent,
  type SampleWalks,
  type Visit,
  withLoss,
} from './sample-visit.ts'
import { type Looking, pidsOf, shopFromList, UNLOVED_PLACE } from './shop-from-list.ts'

/** Which traffic to invent. The same options produce the same events. */
export interface SampleOptions {
  readonly shop: SampleShop
  readonly visits: number
  /** The end of the traffic, in epoch milliseconds. */
  readonly now: number
  /** The origin of the event pages: `http://127.0.0.1:8080`. */
  readonly origin: string
}

/** Search texts that find nothing in the sample; the first is the most frequent. */
export const EMPTY_SEARCHES = ['gift card', 'snow chains', 'size guide'] as const

/** A search text whose products shoppers ignore. */
export const UNCLICKED_SEARCH = 'something nice'

/** A question in the chat, which names a list but is never typed into the search box. */
export const CHAT_QUESTION = 'what goes with a linen suit?'

const DAY_MS = 24 * 60 * 60 * 1000

const CHANGED_DAYS_AGO = 7
const CLICKS_AFTER_CHANGE = 1.8

const BROWSERS = [
  ...Array.from({ length: 9 }, (_, n) => (n < 5 ? 'Chrome (phone)' : 'Chrome (desktop)')),
  ...['Safari (phone)', 'Safari (phone)', 'Safari (phone)', 'Safari (desktop)', 'Safari (tablet)'],
  ...['Firefox (desktop)', 'Samsung Internet for Android (phone)'],
  ...['Microsoft Edge (desktop)', 'Microsoft Edge (desktop)'],
]

const CRAWLED_LISTS = 60

type Walk = (visit: Visit) => void

/** How many of a thousand visits are of each kind. */
const KINDS: readonly (readonly [walk: Walk, share: number])[] = [
  [leave, 240],
  [browse, 330],
  [search, 240],
  [searchWithTypo, 30],
  [searchInVain, 40],
  [searchWithoutInterest, 20],
  [ask, 40],
  [buyByLink, 20],
  [comeBack, 20],
  [breakThePage, 6],
  [crawl, 4],
  [buyAsAgent, 10],
]

/** Invents the traffic of several kinds of shopper over eight weeks, oldest first. */
export function sampleWalks({ shop, visits, now, origin }: SampleOptions): SampleWalks {
  if (shop.lists.length === 0) return { events: [], replies: [] }
  const walks = { events: [] as SampleEvent[], replies: [] as BrowseReply[] }
  const kinds = KINDS.flatMap(([walk, share]) => Array.from({ length: share }, () => walk))
  for (let number = 1; number <= visits; number += 1) {
    const draw = createDraw(7, number)
    // Uses every kind in turn, so that a small sample includes most of them.
    const walk = kinds[(number * 377) % kinds.length] ?? browse
    const at = momentOf(draw, now)
    const interest = at >= now - CHANGED_DAYS_AGO * DAY_MS ? CLICKS_AFTER_CHANGE : 1
    const isBot = walk === crawl
    const start = {
      ...{ number, part: 1, at, origin, shop, interest },
      browser: isBot ? 'Headless Chrome (desktop)' : draw.oneOf(BROWSERS),
      pause: isBot ? ([0, 1] as const) : ([2, 40] as const),
    }
    walk(createVisit(start, draw, walks))
  }
  const past = walks.events.filter(({ at }) => at < now)
  return { events: withLoss(past.sort((one, other) => one.at - other.at)), replies: walks.replies }
}

const categoryOf = (list: SampleList): Looking => ({
  list,
  name: { page: list.page, page_type: 'BOOLEAN' },
  path: `/c/${encodeURIComponent(list.query)}`,
})

function show(
  visit: Visit,
  { name, path }: Pick<Looking, 'name' | 'path'>,
  pids: readonly string[],
  seen = pids.length,
): string {
  const requestId = visit.answer(pids, path)
  const pids_list = pids.slice(0, seen)
  visit.send('PRODUCT_IMPRESSIONS', path, { ...name, pids_list, requestId })
  return requestId
}

/** In one of three of these visits, the shopper sees a list and leaves. */
function leave(visit: Visit) {
  visit.send('visitor', '/')
  if (!visit.draw.chance(3)) return
  const list = popular(visit.draw, visit.shop.lists)
  show(visit, categoryOf(list), pidsOf(list.products), 4)
}

function browse(visit: Visit) {
  const { draw, shop } = visit
  visit.send('visitor', '/')
  let goesOn = true
  while (goesOn)
    goesOn = shopFromList(visit, categoryOf(popular(draw, shop.lists))) && draw.chance(3)
}

function search(visit: Visit) {
  visit.send('visitor', '/')
  let goesOn = true
  while (goesOn) goesOn = searchFor(visit) && visit.draw.chance(4)
}

function searchFor(visit: Visit, list = popular(visit.draw, visit.shop.lists)): boolean {
  const path = searchPath(list.query)
  visit.send('search', path, { query: list.query })
  return shopFromList(visit, { list, name: { query: list.query }, path })
}

/** Makes a typo by swapping two letters, finds nothing, and usually tries again. */
function searchWithTypo(visit: Visit) {
  const list = popular(visit.draw, visit.shop.lists)
  visit.send('visitor', '/')
  findNothing(visit, list.query.replace(/^(.)(.)(.)/, '$1$3$2'))
  if (!visit.draw.chance(4)) searchFor(visit, list)
}

function searchInVain(visit: Visit) {
  visit.send('visitor', '/')
  findNothing(visit, popular(visit.draw, EMPTY_SEARCHES))
  if (visit.draw.chance(3)) searchFor(visit)
}

function findNothing(visit: Visit, query: string) {
  const path = searchPath(query)
  visit.send('search', path, { query })
  show(visit, { name: { query }, path }, [])
}

function searchWithoutInterest(visit: Visit) {
  const query = UNCLICKED_SEARCH
  const path = searchPath(query)
  const pids = visit.shop.lists.slice(0, 4).flatMap(({ products }) => pidsOf(products, 2))
  visit.send('visitor', '/')
  visit.send('search', path, { query })
  show(visit, { name: { query }, path }, pids)
  if (visit.draw.chance(2)) searchFor(visit)
}

function ask(visit: Visit) {
  const { draw, shop } = visit
  const list = popular(draw, shop.lists)
  const [product] = list.products
  visit.send('visitor', '/')
  const pids_list = pidsOf(list.products, 5)
  visit.send('PRODUCT_IMPRESSIONS', '/', { query: CHAT_QUESTION, pids_list })
  if (product && draw.chance(3)) visit.send('click', '/', { pid: product.pid })
}

function buyByLink(visit: Visit) {
  const product = someProduct(visit)
  const path = `/p/${product.pid}`
  visit.send('visitor', path)
  if (!visit.draw.chance(3)) return
  visit.send('cart', path, { pid: product.pid, qty: '1' })
  if (visit.draw.chance(3)) visit.send('order', '/thanks', { ...product, qty: '1' })
}

function comeBack(visit: Visit) {
  const { draw, shop } = visit
  const list = popular(draw, shop.lists)
  const product = list.products[draw.between(0, 1)] ?? someProduct(visit)
  const category = categoryOf(list)
  visit.send('visitor', '/')
  const requestId = show(visit, category, pidsOf(list.products), 8)
  visit.send('click', category.path, { pid: product.pid, requestId })
  const next = visit.again(2)
  next.send('visitor', '/')
  if (draw.chance(3)) next.send('order', '/thanks', { ...product, qty: '1' })
}

function breakThePage(visit: Visit) {
  visit.send('visitor', '/campaign')
  visit.send('click', '/campaign', { pid: 'undefined' })
  if (visit.draw.chance(2))
    visit.send('cart', '/campaign', { pid: someProduct(visit).pid, qty: '0' })
}

/** Simulates a program that reads the top of every list again and again, and clicks nothing. */
function crawl(visit: Visit) {
  visit.send('visitor', '/')
  const times = Math.ceil(CRAWLED_LISTS / visit.shop.lists.length)
  for (let time = 0; time < times; time += 1)
    for (const list of visit.shop.lists) show(visit, categoryOf(list), pidsOf(list.products), 4)
}

/** An agent reads the result of a search, so it sees no tiles. One in five orders for its shopper. */
function buyAsAgent(visit: Visit) {
  const actor = 'agent'
  const { query } = popular(visit.draw, visit.shop.lists)
  const { pid, price } = someProduct(visit)
  visit.send('search', searchPath(query), { query, actor })
  if (!visit.draw.chance(3)) return
  visit.send('cart', searchPath(query), { pid, qty: '1', actor })
  if (visit.draw.chance(2)) visit.send('order', '/thanks', { pid, price, qty: '1', actor })
}

const searchPath = (query: string) => `/search?q=${encodeURIComponent(query)}`

/** Draws an item; the first ones are more likely. */
function popular<Item>(draw: Draw, items: readonly Item[]): Item {
  const place = Math.min(draw.between(0, items.length - 1), draw.between(0, items.length - 1))
  return items[place] ?? draw.oneOf(items)
}

function someProduct({ draw, shop }: Visit): SampleProduct {
  const { products } = popular(draw, shop.lists)
  return draw.oneOf(products.filter((_, place) => place !== UNLOVED_PLACE || products.length === 1))
}
