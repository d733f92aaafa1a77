import { type Elements, queryAll, queryPage } from '../../browser/dom'
import { distanceToViewport } from '../../browser/layout'
import { read, selector } from '../../track/attributes'

/** Tiles read at a time. */
const SAMPLE = 40

/** Places in the document that are followed: more than a page has columns and lists side by side. */
const PLACES = 8

/**
 * The indexes of the tiles nearest to the viewport: at most eight places where the tiles before and after are further away. Reads as few
 * positions as it can: 40 at a time, then around the nearest of them. Lists in the viewport are looked at in any case.
 *
 * To be called right after a layout.
 */
export function locateViewport(tiles: Elements): readonly number[] {
  const distances = new Map<number, number>()
  const distanceAt = (index: number) => {
    const tile = tiles[index]
    if (!tile) return Number.POSITIVE_INFINITY
    const distance = distances.get(index) ?? distanceToViewport(tile)
    distances.set(index, distance)
    return distance
  }

  let candidates = [...Array(tiles.length).keys()]
  for (;;) {
    const step = Math.ceil(candidates.length / SAMPLE)
    const sample = candidates.filter((_, position) => position % step === 0)
    const nearest = sample
      .filter((index, position) => {
        const own = distanceAt(index)
        const before = distanceAt(sample[position - 1] ?? -1)
        // Of several as near, as in a row, the first.
        return own < before && own <= distanceAt(sample[position + 1] ?? -1)
      })
      .sort((one, other) => distanceAt(one) - distanceAt(other))
      .slice(0, PLACES)
    if (step < 2) return [...nearest, ...headsInViewport(tiles)]
    candidates = candidates.filter((index) =>
      nearest.some((near) => Math.abs(index - near) <= step),
    )
  }
}

/** The first tile of each list in the viewport: a short list beside long ones may lie between the tiles that are read. */
function headsInViewport(tiles: Elements): readonly number[] {
  return [...queryPage(selector('query', 'page'))]
    .filter((list) => read(list, 'product') === undefined && distanceToViewport(list) === 0)
    .slice(0, PLACES)
    .flatMap((list) => {
      const [head] = queryAll(list, selector('product'))
      return head ? Array.prototype.indexOf.call(tiles, head) : []
    })
}
