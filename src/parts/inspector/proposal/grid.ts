import { isInDrawer } from './cart-controls'
import { idPlaces } from './id-rule'
import { isInFrame, selectorFor, selectorForAll } from './selectors'

/** An unmarked list of products. */
export interface Grid {
  readonly element: Element
  readonly tiles: readonly Element[]
  /** Selectors of the list and of its tiles. */
  readonly list: string
  readonly tile: string
}

/** Fewer similar elements are not a list. */
const FEWEST = 3

/** The share of a list's elements that must look like a product. */
const MOST = 0.8

const PRICE = /[$€£¥₹]\s?\d|\d\s?(€|\$|£|zł|kr|Kč|Ft|USD|EUR)/

/** Identifies elements of the same structure: the same tag, and the same first class that does not contain a number. */
export const shapeOf = ({ localName, classList }: Element) =>
  `${localName}.${[...classList].find((name) => !/\d/.test(name))}`

function largestGroup(parent: Element): readonly Element[] {
  const groups = new Map<string, Element[]>()
  for (const child of parent.children) {
    const group = groups.get(shapeOf(child)) ?? []
    groups.set(shapeOf(child), group)
    group.push(child)
  }
  return [...groups.values()].reduce(
    (best, group) => (group.length > best.length ? group : best),
    [],
  )
}

const has = (selector: string) => (element: Element) =>
  element.matches(selector) || element.querySelector(selector) !== null

const hasLink = has('a[href]')
const hasPicture = has('img,svg')
const hasPart = has('a[href],button,img')
const hasPrice = (element: Element) => PRICE.test(element.textContent ?? '')
const hasId = (element: Element) => idPlaces(element).length > 0

/** Controls that identify a cart line, which otherwise has a price, a picture and a link like a product. */
const REMOVES =
  '[class*=remove i],[name*=remove i],[data-action*=remove i],[href*=remove i],[action*=delete i],[href*=delete i],[aria-label^=remove i],[href*="quantity=0"]'

/**
 * Scores how much a group looks like products: links, pictures, prices. Blog posts also have links
 * and pictures. In applications, tiles often have no link but a script that opens the product.
 */
function scoreOf(group: readonly Element[]): number {
  const share = (test: (element: Element) => boolean) => group.filter(test).length / group.length
  if (group.length < FEWEST) return 0
  const prices = share(hasPrice)
  const pictures = share(hasPicture)
  const isPriced = prices >= MOST && share(hasPart) >= MOST
  const isNamed = pictures >= MOST && share(hasLink) >= MOST && share(hasId) >= MOST
  if (share(has(REMOVES)) >= MOST) return 0
  return isPriced || isNamed ? group.length * (pictures + 2 * prices) : 0
}

/** The list on the page that looks most like a list of products. */
export function findGrid(): Grid | undefined {
  let best: { readonly element: Element; readonly tiles: readonly Element[] } | undefined
  let bestScore = 0
  for (const element of document.querySelectorAll('body *')) {
    if (element.childElementCount < FEWEST || isInFrame(element) || isInDrawer(element)) continue
    const tiles = largestGroup(element)
    const score = scoreOf(tiles)
    if (score > bestScore) {
      best = { element, tiles }
      bestScore = score
    }
  }
  if (!best) return undefined
  const list = selectorFor(best.element)
  return { ...best, list, tile: selectorForAll(best.tiles, `${list} >`) }
}
