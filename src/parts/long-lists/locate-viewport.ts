import type { Elements } from '../../browser/dom'
import { distanceToViewport } from '../../browser/layout'
import { selector } from '../../track/attributes'

/** How many tile positions are read at a time. */
const SAMPLE = 40

/** The number of places in the document that are followed: more than a page has columns and lists side by side. */
const PLACES = 8

/** How many lists in the viewport are examined. */
const MAX_LISTS = 32

/** How many tiles without a size are skipped to find one with a size, because a script may show only a few of many. */
const MAX_HIDDEN = 100

/**
 * The indexes of the tiles nearest to the viewport: at most eight local minima of the distance, and from each of them on as many visible
 * tiles as are needed to have every other within reach of one. It reads as few positions as possible: a sample of 40, then those around the
 * nearest of the sample. Lists in the viewport are always searched.
 *
 * Call it right after a layout.
 *
 * @param lists - The elements that name lists.
 * @param reach - The number of tiles observed on either side of a returned one.
 */
export function locateViewport(
  tiles: Elements,
  lists: readonly Element[],
  reach: number,
): readonly number[] {
  const distances = new Map<number, number>()
  const distanceAt = (index = -1) => {
    const tile = tiles[index]
    if (!tile) return Number.POSITIVE_INFINITY
    const distance = distances.get(index) ?? distanceToViewport(tile)
    distances.set(index, distance)
    return distance
  }

  /** The first tile with a size in one direction; if the limit or the end is reached first, the last tile examined. */
  function shownFrom(index: number, direction: number, atMost: number): number {
    let at = index
    for (let passed = 0; passed < atMost && tiles[at]; passed++, at += direction)
      if (distanceAt(at) < Number.POSITIVE_INFINITY) return at
    return at - direction
  }

  /** An index, and further indexes in that direction, one reach apart, as long as they are in the viewport. */
  function onward(index: number, direction: number): readonly number[] {
    const found = [index]
    for (let next = index; ; ) {
      next = shownFrom(next + direction * (reach + 1), direction, MAX_HIDDEN)
      if (distanceAt(next) || found.includes(next)) return found
      found.push(next)
    }
  }

  let candidates = [...Array(tiles.length).keys()]
  for (;;) {
    const step = Math.ceil(candidates.length / SAMPLE)
    const sample = candidates
      .filter((_, position) => position % step === 0)
      .map((index) => shownFrom(index, 1, Math.min(step, SAMPLE)))
    const nearest = sample
      .filter((index, position) => {
        const own = distanceAt(index)
        const before = distanceAt(sample[position - 1])
        // If several are at the same distance, as in a row, the first counts.
        return own < before && own <= distanceAt(sample[position + 1])
      })
      .sort((one, other) => distanceAt(one) - distanceAt(other))
      .slice(0, PLACES)
    if (step < 2)
      return [...nearest, ...headsInViewport(tiles, lists)].flatMap((index) => [
        ...onward(index, -1),
        ...onward(index, 1),
      ])
    candidates = candidates.filter((index) =>
      nearest.some((near) => Math.abs(index - near) <= step),
    )
  }
}

/** The first tile of each list in the viewport, because a short list beside long ones may lie between the sampled tiles. */
function headsInViewport(tiles: Elements, lists: readonly Element[]): readonly number[] {
  return lists
    .filter((list) => distanceToViewport(list) === 0)
    .slice(0, MAX_LISTS)
    .flatMap((list) => {
      const head = Element.prototype.querySelector.call(list, selector('product'))
      return head ? Array.prototype.indexOf.call(tiles, head) : []
    })
}
