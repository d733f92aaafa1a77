import type { MapRule } from '../../map/map-markup'
import { isInFrame, selectorFor, selectorForAll } from './selectors'

/** A list of products that nobody has marked. */
export interface Grid {
  readonly element: Element
  readonly tiles: readonly Element[]
  /** Selectors of the list and of its tiles. */
  readonly list: string
  readonly tile: string
}

/** Fewer alike elements are no list. */
const FEWEST = 3

/** Share of a list's elements that has to look like a product. */
const MOST = 0.8

const PRICE = /[$€£¥₹]\s?\d|\d\s?(€|\$|£|zł|kr|Kč|Ft|USD|EUR)/

const IDS = /(^|-|_)(sku|pid|product-?id|item-?id|product|uid|id)$|sku|product.?id/i

/** Elements that are built alike: the same tag, and the same first class that does not number the element. */
const shapeOf = ({ localName, classList }: Element) =>
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
const hasId = (element: Element) => idAttributes(element).length > 0 || has(FIELD)(element)

/**
 * How much a group looks like products: links, pictures, prices. Posts of a blog have links and pictures too. Tiles of an
 * application often have no link, but a script that opens the product.
 */
function scoreOf(group: readonly Element[]): number {
  const share = (test: (element: Element) => boolean) => group.filter(test).length / group.length
  if (group.length < FEWEST) return 0
  const prices = share(hasPrice)
  const pictures = share(hasPicture)
  const isPriced = prices >= MOST && share(hasPart) >= MOST
  const isNamed = pictures >= MOST && share(hasLink) >= MOST && share(hasId) >= MOST
  return isPriced || isNamed ? group.length * (pictures + 2 * prices) : 0
}

/** The list on the page that looks most like one of products. */
export function findGrid(document: Document): Grid | undefined {
  let best: { readonly element: Element; readonly tiles: readonly Element[] } | undefined
  let bestScore = 0
  for (const element of document.querySelectorAll('body *')) {
    if (element.childElementCount < FEWEST || isInFrame(element)) continue
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

const isDistinct = (values: readonly (string | null | undefined)[]) =>
  values.every(Boolean) && new Set(values).size === values.length

/** Attributes that may hold the product's id, `data-` or of a custom element, with a selector of the element inside the tile, best first. */
function idAttributes(tile: Element): readonly (readonly [selector: string, name: string])[] {
  return [tile, ...tile.querySelectorAll('*')].flatMap((element) =>
    element
      .getAttributeNames()
      .filter((name) => /^data-/.test(name) || /-/.test(element.localName))
      .filter((name) => name !== 'id' && IDS.test(name))
      .map((name) => [element === tile ? '' : `[${name}]`, name] as const),
  )
}

const inside = (tile: Element, selector: string) => (selector ? tile.querySelector(selector) : tile)

function byAttribute({ tiles, tile }: Grid, first: Element): MapRule | undefined {
  const found = idAttributes(first).find(([selector, name]) =>
    isDistinct(tiles.map((one) => inside(one, selector)?.getAttribute(name))),
  )
  return found && { in: tile, from: found.join('@') }
}

const FIELD = 'input[name*=product i],input[name=id],input[name*=sku i]'

const byField = ({ tiles, tile }: Grid): MapRule | undefined =>
  isDistinct(tiles.map((one) => one.querySelector<HTMLInputElement>(FIELD)?.value))
    ? { in: tile, from: `${FIELD}@.value` }
    : undefined

/** The last part of a path, without its ending. */
const LAST = /([^/]+?)(?:\.html?)?\/?$/

function byLink({ tiles, tile }: Grid, first: Element): MapRule | undefined {
  const link = first.matches('a[href]') ? '' : 'a[href]'
  const urls = tiles.map((one) => inside(one, link) as HTMLAnchorElement | null)
  if (isDistinct(urls.map((one) => one && LAST.exec(one.pathname)?.[1])))
    return { in: tile, from: `${link}@/`, match: LAST.source, decode: 'uri' }
  const [, name] = /[?&]([^=]+)=/.exec(urls[0]?.search ?? '') ?? []
  return name && isDistinct(urls.map((one) => one && new URL(one.href).searchParams.get(name)))
    ? { in: tile, from: `${link}@?${name}` }
    : undefined
}

/** Where each tile has an id of its own: an attribute, a field of a form, or its link. */
export function productRule(grid: Grid): MapRule | undefined {
  const [first] = grid.tiles
  return first && (byAttribute(grid, first) ?? byField(grid) ?? byLink(grid, first))
}
