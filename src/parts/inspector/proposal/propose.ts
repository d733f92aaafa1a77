import type { MapRule, PageMap } from '../../map/map-markup'
import { findGrid, type Grid, productRule } from './grid'
import { selectorFor, selectorForAll } from './selectors'

/** Parts that an unmarked page seems to have, and a map that reads them. */
export interface Proposal {
  /** In words: `a list of 24 products (ul.grid)`. */
  readonly found: readonly string[]
  /** The first element that was found. */
  readonly element: Element
  readonly map: PageMap
}

/** Parameters in which shops carry the text of a search. */
const SEARCH_PARAMETER = /^(q|s|k|query|keywords?|term|text)$|search/i

const isSearch = (form: Element) =>
  form.matches('[role=search],[role=search] *') ||
  [...form.querySelectorAll('input')].some(
    ({ type, name }) => type === 'search' || SEARCH_PARAMETER.test(name),
  )

const CART_NAME = /add[-_ ]?to[-_ ]?(cart|bag|basket)|addtocart/i

const CART_TEXT =
  /^\s*\+?\s*(add to (the |my |your )?(cart|bag|basket)|in den warenkorb|ajouter au panier|añadir (al carrito|a la cesta)|aggiungi al carrello|in winkelwagen|dodaj do koszyka|lägg i varukorgen)/i

const isNamedCart = (element: Element) =>
  ['class', 'name', 'id', 'data-action'].some((name) =>
    CART_NAME.test(element.getAttribute(name) ?? ''),
  )

const saysCart = (element: Element) =>
  CART_TEXT.test(element.textContent ?? '') ||
  CART_TEXT.test(element.getAttribute('aria-label') ?? '')

const CRUMBS = '[aria-label*=breadcrumb i],[class*=breadcrumb i]'

/** Separators of two levels of a breadcrumb, the strictest first. */
const SEPARATORS = ['\\s+[/>›»|]\\s+', '\\s*[/>›»|]\\s*', '\\s*\\n\\s*']

/** The levels of a breadcrumb, if it ends with this page and its text alone separates them. */
function crumbsRule(list: string, heading: string, document: Document): MapRule | undefined {
  const crumbs = document.querySelector(CRUMBS)
  if (!crumbs) return undefined
  const texts = document.createTreeWalker(crumbs, NodeFilter.SHOW_TEXT)
  const levels: string[] = []
  while (texts.nextNode()) {
    const level = texts.currentNode.nodeValue?.replace(/^[\s/>›»|]+|[\s/>›»|]+$/g, '')
    if (level) levels.push(level)
  }
  const text = crumbs.textContent?.trim() ?? ''
  const separator = SEPARATORS.find((one) => `${text.split(new RegExp(one))}` === `${levels}`)
  if (!separator || levels.length < 2 || !text.endsWith(heading)) return undefined
  return {
    in: list,
    at: 'html',
    from: selectorFor(crumbs),
    match: `^[^]*?${separator}([^]+)$`,
    as: 'categoryPath:"$1"',
    levels: separator,
  }
}

/** How the list is called: by the search in the address, else by breadcrumb, heading or path, to be checked. */
function listRule({ list }: Grid, document: Document): PageMap {
  const { searchParams } = new URL(document.URL)
  const [parameter] =
    [...searchParams].find(([name, text]) => text && SEARCH_PARAMETER.test(name)) ?? []
  if (parameter) return { query: { in: list, from: `@?${parameter}` } }
  const heading = document.querySelector('h1')?.textContent?.trim()
  const page: MapRule = heading
    ? (crumbsRule(list, heading, document) ?? {
        in: list,
        at: 'html',
        from: 'h1',
        as: 'categoryPath:"$&"',
      })
    : { in: list, from: '@/', match: '([^/]+)/?$', as: 'categoryPath:"$1"', decode: 'uri' }
  return { page }
}

/** The controls that put a product into the cart. */
interface CartControls {
  readonly first: Element | undefined
  readonly count: number
  readonly rule: MapRule | undefined
}

function findCart(document: Document, grid: Grid | undefined): CartControls {
  const controls = document.querySelectorAll('button,a,[type=submit],[role=button]')
  // A class may stand for "Select options", too.
  const saying = [...controls].filter(saysCart)
  const buttons = saying.length ? saying : [...controls].filter(isNamedCart)
  return { first: buttons[0], count: buttons.length, rule: cartRule(buttons, grid) }
}

function cartRule(buttons: readonly Element[], grid: Grid | undefined): MapRule | undefined {
  const inTiles =
    grid && buttons.filter((button) => grid.tiles.some((tile) => tile.contains(button)))
  if (grid && inTiles?.length) return { in: selectorForAll(inTiles, grid.tile) }
  // Outside a tile it has to name the product by itself.
  const [button] = buttons
  const attribute = button
    ?.getAttributeNames()
    .find((name) => /^data-.*(sku|product|pid|id)/i.test(name) && button.getAttribute(name))
  return button && attribute ? { in: selectorFor(button), from: `@${attribute}` } : undefined
}

/** Describes the findings in words, each with its selector. */
const wordsFor = (
  grid: Grid | undefined,
  product: MapRule | undefined,
  search: Element | undefined,
  cart: CartControls,
) => [
  ...(grid
    ? [`a list of ${grid.tiles.length} products${product ? '' : ' without ids'} (${grid.list})`]
    : []),
  ...(search ? [`a search box (${selectorFor(search)})`] : []),
  ...(cart.first
    ? [
        `${cart.count} add-to-cart control${cart.count === 1 ? '' : 's'} (${cart.rule?.in ?? selectorFor(cart.first)})`,
      ]
    : []),
]

/** Looks for a list of products, a search box and cart buttons; `undefined` if the page seems to have none. */
export function proposeMap(document: Document): Proposal | undefined {
  const grid = findGrid(document)
  const product = grid && productRule(grid)
  const search = [...document.forms].find(isSearch)
  const cart = findCart(document, product && grid)
  const element = grid?.element ?? search ?? cart.first
  if (!element) return undefined
  const map = {
    ...(grid && product && { ...listRule(grid, document), product }),
    ...(search && { search: { in: selectorFor(search) } }),
    ...(cart.rule && { cart: cart.rule }),
  }
  return { element, found: wordsFor(grid, product, search, cart), map }
}
