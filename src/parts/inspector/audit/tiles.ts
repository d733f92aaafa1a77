import { composedAncestors, matches, queryWithin } from '../../../browser/dom'
import { everywhere } from '../page-elements'
import { findingOf, type Rule } from './audited-page'

const moved = findingOf('ignored-content-moved', 'error')

/** Parts of a table in which the parser leaves no text and no other element. */
const TABLE_PARTS = 'table,thead,tbody,tfoot,tr'

const CELLS = 'td,th,caption'

const isEmptyParagraph = (element: Element | null): boolean =>
  element?.localName === 'p' && !element.attributes.length && !element.childNodes.length

/** Elements that follow an empty paragraph up to the one that the parser makes of its end tag. */
function movedAfter(paragraph: Element): readonly Element[] {
  const between: Element[] = []
  let next = paragraph.nextElementSibling
  while (next && !isEmptyParagraph(next)) {
    between.push(next)
    next = next.nextElementSibling
  }
  return next ? between : []
}

/** The elements directly before the table, without a space between: those that the parser moved there stand so. */
function movedBefore(part: Element): readonly Element[] {
  const before: Element[] = []
  let previous = part.closest('table')?.previousSibling
  while (previous?.nodeType === 1) {
    before.push(previous as Element)
    previous = previous.previousSibling
  }
  return before
}

/** Elements that stood in an empty ignored one, and that the parser put beside it. */
function movedOutOf(ignored: Element): readonly Element[] {
  if (ignored.localName === 'p' && !ignored.childNodes.length) return movedAfter(ignored)
  const isTablePart = matches(ignored, TABLE_PARTS)
  return isTablePart && !queryWithin(ignored, CELLS).length ? movedBefore(ignored) : []
}

/**
 * The HTML parser puts what stands in a table outside of cells [before the table](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent),
 * and ends a paragraph where a block begins. `data-svc-ignore` on those does not hold.
 */
export const ignoredContentMoved: Rule = ({ document, tag }) => {
  const { markup } = tag
  const hasAttribute = (element: Element) =>
    [element, ...queryWithin(element, '*')].some((part) =>
      part.getAttributeNames().some((name) => /^data-svc-(?!ignore)/.test(name)),
    )
  return everywhere(document, markup.selector('ignore'))
    .filter((ignored) => movedOutOf(ignored).some(hasAttribute))
    .map((ignored) =>
      moved(ignored, {
        message: `data-svc-ignore is on a <${ignored.localName}> whose content the HTML parser moved out of it, so marks in it count.`,
        fix: 'Put data-svc-ignore on a <div> or a <td> around the content.',
      }),
    )
}

const withoutId = findingOf('tile-without-id', 'error')
const boxless = findingOf('tile-without-box', 'error')
const twice = findingOf('id-twice-in-list', 'warning')
const outside = findingOf('outside-list', 'error')

/** A tile has to name its product. Of a map's tiles without a value the map's rule speaks. */
export const tileWithoutId: Rule = ({ all, read }) =>
  all('product')
    .filter((tile) => read(tile, 'product')?.trim() === '')
    .map((tile) =>
      withoutId(tile, {
        message: 'A tile names no product, so neither its impressions nor its clicks count.',
        fix: 'Write the catalogue’s uniqueId into data-svc-product.',
      }),
    )

/** Finds tiles without a box of their own: they never come into the viewport. */
export const tileWithoutBox: Rule = ({ all, document, tag }) =>
  tag.settings.impressions === 'load'
    ? []
    : all('product')
        .filter((tile) => document.defaultView?.getComputedStyle(tile).display === 'contents')
        .map((tile) =>
          boxless(tile, {
            message:
              'A tile has display: contents and so no box: it is never seen, and its impressions do not count.',
            fix: 'Put data-svc-product on the element inside it that is drawn, or give the tile another display.',
          }),
        )

/** A product is counted once per list, so a second tile of it never is. */
export const idTwiceInList: Rule = ({ all, read, around }) => {
  const seen = new Map<Element | undefined, Set<string>>()
  const isRepeated = (tile: Element) => {
    const list = around(tile, 'query', 'page')
    const pids = seen.get(list) ?? new Set()
    seen.set(list, pids)
    const pid = read(tile, 'product')
    return pid ? pids.size === pids.add(pid).size : false
  }
  return all('product')
    .filter(isRepeated)
    .map((tile) =>
      twice(tile, {
        message: `${read(tile, 'product')} is in the same list twice; it counts once.`,
        fix: 'Give each tile its own uniqueId; where the page repeats a tile on purpose, put data-svc-ignore on the copy.',
      }),
    )
}

/**
 * Impressions and facets say which list they are about. The product of a product page, the only one with its cart button, needs none,
 * and neither does what stands in a list that has no name on purpose.
 */
export const outsideList: Rule = ({ all, emptyOnPurpose, listAround, tag }) => {
  const isMeant = emptyOnPurpose('query', 'page')
  const alone = all('product', 'facet').filter(
    (element) =>
      !listAround(element) &&
      !tag.inspect(element)?.list &&
      !composedAncestors(element).some(isMeant),
  )
  const [ofPage, another] = alone.filter((element) =>
    all('cart').some((button) => element.contains(button)),
  )
  return alone
    .filter((element) => another || element !== ofPage)
    .map((element) =>
      outside(element, {
        message: 'This is in no list, so its impressions or facet changes do not count.',
        fix: 'Put data-svc-query or data-svc-page on the element around the results, or name the list by svc.context().',
      }),
    )
}
