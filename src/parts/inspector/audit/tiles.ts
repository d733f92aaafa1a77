import { composedAncestors } from '../../../browser/dom'
import { findingOf, type Rule } from './audited-page'

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
