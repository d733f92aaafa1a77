import type { SampleFacet, SampleList, SampleProduct, SampleShop } from './sample-shop.ts'
import type { Visit } from './sample-visit.ts'

/** A list, as a shopper sees it. */
export interface Looking {
  readonly list: SampleList
  /** The list's name in events: its query, or its page. */
  readonly name: Readonly<Record<string, unknown>>
  readonly path: string
}

/** The position, in each list, of a product that is always seen but never clicked. */
export const UNLOVED_PLACE = 2

/** The position, in the first list, of a product that is clicked far more often than its position explains. */
export const BURIED_PLACE = 8

const SCREEN = 4

/** How many of a thousand shoppers click the first product that they see. */
const CLICKS = 90

/** How many times more often the buried product is clicked. */
const BURIED_CLICKS = 5

/** Some shops do not pass on the request id; one in this many clicks lacks it. */
const WITHOUT_REPLY = 6

/** One in this many clicks leads to the cart, and one in this many carts to an order. */
const ADDS = 4
const ORDERS = 3

/**
 * Simulates a shopper on a list: sees some products, may narrow the list, click and buy. Returns whether the
 * shopper may go on, which is false after a facet value that leads to nothing.
 */
export function shopFromList(visit: Visit, looking: Looking): boolean {
  const { draw, shop } = visit
  const { list, name, path } = looking
  const requestId = visit.answer(pidsOf(list.products), path)
  const seen = list.products.slice(0, SCREEN * draw.oneOf([1, 2, 2, 3, 3, 4, 6]))
  for (let start = 0; start < seen.length; start += SCREEN) {
    const pids_list = pidsOf(seen.slice(start, start + SCREEN))
    visit.send('PRODUCT_IMPRESSIONS', path, { ...name, pids_list, requestId })
  }
  const choice = narrow(visit, looking, requestId)
  if (choice && isIdle(shop, choice)) return false
  const isSelling = choice !== undefined && choice.value === shop.facets[0]?.values[0]
  for (const product of clickedOf(visit, looking, seen.length, isSelling))
    buy(visit, { product, requestId, path, isSelling })
  return true
}

interface Choice {
  readonly facet: SampleFacet
  readonly value: string
}

/** One shopper in five narrows the list by one value. */
function narrow(visit: Visit, { name, path }: Looking, requestId: string): Choice | undefined {
  const { draw, shop } = visit
  if (shop.facets.length === 0 || !draw.chance(5)) return undefined
  const facet = draw.oneOf(shop.facets)
  const value = draw.oneOf(facet.values)
  const change = { prank: String(facet.position), selected: [{ prank: '1', val: value }] }
  visit.send('facets', path, { ...name, facets: { [facet.name]: change }, requestId })
  return { facet, value }
}

/** Whether a facet value is the last one of the last facet, which leads to a list without clicks. */
const isIdle = ({ facets }: SampleShop, { facet, value }: Choice) =>
  facet === facets.at(-1) && facet.values.length > 2 && value === facet.values.at(-1)

/** The products that a shopper clicks. The lower a product is in the list, the fewer shoppers see it. */
function clickedOf(visit: Visit, { list }: Looking, seen: number, isSelling: boolean) {
  const { draw, interest, shop } = visit
  const factor = interest * (isSelling ? 2 : 1)
  return list.products.slice(0, seen).filter((product, place) => {
    if (place === UNLOVED_PLACE) return false
    const isBuried = place === BURIED_PLACE && list.page === shop.lists[0]?.page
    const appeal = isBuried ? BURIED_CLICKS : appealOf(product)
    const inTenThousand = (CLICKS * 10 * factor * appeal) / (1 + place) ** 0.8
    return draw.between(1, 10_000) <= inTenThousand
  })
}

/** How attractive a product is, from 0.6 to 1.4; the same in every position. */
const appealOf = ({ pid }: SampleProduct): number =>
  0.6 + ([...pid].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 81) / 100

interface Buying {
  readonly product: SampleProduct
  readonly requestId: string
  readonly path: string
  readonly isSelling: boolean
}

function buy(visit: Visit, { product, requestId, path, isSelling }: Buying) {
  const { draw } = visit
  const { pid } = product
  const reply = draw.chance(WITHOUT_REPLY) ? {} : { requestId }
  visit.send('click', path, { pid, ...reply })
  if (!draw.chance(isSelling ? ADDS - 1 : ADDS)) return
  const qty = String(draw.oneOf([1, 1, 1, 1, 1, 2]))
  visit.send('cart', `/p/${pid}`, { pid, qty, ...reply })
  if (draw.chance(isSelling ? ORDERS - 1 : ORDERS))
    visit.send('order', '/thanks', { ...product, qty })
}

/** The ids of products. */
export const pidsOf = (products: readonly SampleProduct[], most = products.length) =>
  products.slice(0, most).map(({ pid }) => pid)
