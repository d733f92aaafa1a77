import { composedAncestors, matches, queryWithin } from '../../../browser/dom'
import { settings } from '../../../settings/read-settings'
import { has, read, selector } from '../../../track/attributes'
import { listContaining } from '../../../track/known-lists'
import { listOfFacet } from '../../../track/shown-facets'
import { emptyOnPurpose } from '../map-trial'
import { everywhere } from '../page-elements'
import { all, around, type Rule, ruleOf } from './audited-page'

/** Parts of a table in which the parser allows no text and no other elements. */
const TABLE_PARTS = 'table,thead,tbody,tfoot,tr'

const CELLS = 'td,th,caption'

const isEmptyParagraph = (element: Element | null): boolean =>
  element?.localName === 'p' && !element.attributes.length && !element.childNodes.length

/** The elements between an empty paragraph and the empty paragraph that the parser creates from its end tag. */
function movedAfter(paragraph: Element): readonly Element[] {
  const between: Element[] = []
  let next = paragraph.nextElementSibling
  while (next && !isEmptyParagraph(next)) {
    between.push(next)
    next = next.nextElementSibling
  }
  return next ? between : []
}

/** The elements directly before the table, with no space between: the parser puts moved elements there. */
function movedBefore(part: Element): readonly Element[] {
  const before: Element[] = []
  let previous = part.closest('table')?.previousSibling
  while (previous?.nodeType === 1) {
    before.push(previous as Element)
    previous = previous.previousSibling
  }
  return before
}

/** Elements that the parser moved out of an ignored element, which is now empty. */
function movedOutOf(ignored: Element): readonly Element[] {
  if (ignored.localName === 'p' && !ignored.childNodes.length) return movedAfter(ignored)
  const isTablePart = matches(ignored, TABLE_PARTS)
  return isTablePart && !queryWithin(ignored, CELLS).length ? movedBefore(ignored) : []
}

/**
 * The HTML parser moves content outside of cells [in front of the
 * table](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent), and ends a paragraph where a block begins. A `data-svc-ignore`
 * on the table or paragraph then no longer covers that content.
 */
export const ignoredContentMoved = ruleOf(
  'ignored-content-moved',
  'error',
  () => {
    const hasAttribute = (element: Element) =>
      [element, ...queryWithin(element, '*')].some((part) =>
        part.getAttributeNames().some((name) => /^data-svc-(?!ignore)/.test(name)),
      )
    return everywhere(selector('ignore')).filter((ignored) =>
      movedOutOf(ignored).some(hasAttribute),
    )
  },
  ({ localName }) => ({
    message: `data-svc-ignore is on a <${localName}> whose content the HTML parser moved out, so marks in that content still count.`,
    fix: 'Put data-svc-ignore on a <div> or a <td> around the content.',
  }),
)

/** A product counts once per list, so a second tile for it never counts. */
function repeatedTiles() {
  const seen = new Map<Element | undefined, Set<string>>()
  return all('product').filter((tile) => {
    const list = around(tile, 'query', 'page')
    const pids = seen.get(list) ?? new Set()
    seen.set(list, pids)
    const pid = read(tile, 'product')
    return pid ? pids.size === pids.add(pid).size : false
  })
}

/**
 * Impressions and facets must say which list they belong to. The product of a product page (the only one with its cart button) needs no
 * list, and neither does anything in a list that is deliberately unnamed.
 */
function outsideLists() {
  const isMeant = emptyOnPurpose('query', 'page')
  const listOf = (element: Element) =>
    has(element, 'facet') ? listOfFacet(element) : listContaining(element)
  const alone = all('product', 'facet').filter(
    (element) => !listOf(element) && !composedAncestors(element).some(isMeant),
  )
  const [ofPage, another] = alone.filter((element) =>
    all('cart').some((button) => element.contains(button)),
  )
  return alone.filter((element) => another || element !== ofPage)
}

const areaOf = (element: Element) => {
  const { width, height } = element.getBoundingClientRect()
  return width * height
}

const hasArea = (element: Element) => areaOf(element) > 0

/** Elements that are never drawn. */
const UNDRAWN = '[type=hidden],meta,link,script,template'

/** `display: contents`, or a tile whose content is floated or positioned out of it. A hidden tile has no box either, but nor has its content. */
const isBoxless = (tile: Element) =>
  matches(tile, UNDRAWN) || (!hasArea(tile) && queryWithin(tile, '*').some(hasArea))

/** Tiles inside of tiles, unless they belong to a list inside of it, such as recommendations on a product page. */
const nestedTiles = () =>
  all('product').filter((tile) => {
    const outer = tile.parentElement && around(tile.parentElement, 'product')
    return outer && around(tile, 'query', 'page') === around(outer, 'query', 'page')
  })

/** Links, but not those that call themselves buttons: a press on them is no click. */
const OPENING = 'a[href]:not([role=button]),area[href],[role=link]'

/** Controls that cover most of a tile without a link. A press on a control is no click on the product. */
const tileWideControls = () =>
  all('product').flatMap((tile) => {
    const isOpened =
      composedAncestors(tile).some((part) => matches(part, OPENING)) ||
      queryWithin(tile, `${OPENING},${selector('click')}`).length > 0
    const control = queryWithin(tile, 'button,[role=button]').find(
      (part) => !has(part, 'cart') && areaOf(part) * 2 > areaOf(tile),
    )
    return isOpened ? [] : (control ?? [])
  })

/** Tiles and their places. */
export const tileRules: readonly Rule[] = [
  // The map's own rule reports tiles of a map without a value.
  ruleOf(
    'tile-without-id',
    'error',
    () => all('product').filter((tile) => read(tile, 'product')?.trim() === ''),
    {
      message: 'A tile names no product, so neither its impressions nor its clicks count.',
      fix: 'Write the catalogue’s uniqueId into data-svc-product.',
    },
  ),
  ruleOf(
    'tile-without-box',
    'error',
    () => all('product').filter((tile) => settings.impressions !== 'load' && isBoxless(tile)),
    {
      message: 'A tile has no box of its own, so it never counts as seen.',
      fix: 'Put data-svc-product on a rendered element inside it, or give the tile another display.',
    },
  ),
  ruleOf('tile-in-tile', 'error', nestedTiles, (tile) => ({
    message: `The tile of ${read(tile, 'product')} is inside another tile, so one product is seen and clicked in place of the other.`,
    fix: 'Put data-svc-product only on the outer element of each product.',
  })),
  ruleOf('outside-list', 'error', outsideLists, {
    message: 'This is in no list, so its impressions or facet changes do not count.',
    fix: 'Put data-svc-query or data-svc-page on the element around the results, or name the list with svc.context().',
  }),
  ruleOf('tile-in-control', 'warning', tileWideControls, ({ localName }) => ({
    message: `The content of a tile is inside a control (<${localName}>), so a press on it is no click on the product.`,
    fix: 'Use a link around the content, or write data-svc-click on the control.',
  })),
  ruleOf('id-twice-in-list', 'warning', repeatedTiles, (tile) => ({
    message: `${read(tile, 'product')} is in the same list twice; it counts once.`,
    fix: 'Give each tile its own uniqueId; if the page repeats a tile on purpose, put data-svc-ignore on the copy.',
  })),
]
