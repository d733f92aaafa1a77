import { expect, test } from '@playwright/test'
import { findNearest } from '../../../src/capture/find-nearest'
import { createTileOrder } from '../../../src/capture/tile-order'

const SIZE = 1_000

/** How many tiles on either side of a tile that was found are watched. */
const REACH = 16

const numbered = (size: number) =>
  Array.from({ length: size }, (_, index) => ({ index }) as unknown as Element)
const indexOf = (tile: Element | undefined) => (tile as unknown as { index: number }).index

const hidden = Number.POSITIVE_INFINITY
const none = (): readonly Element[] => []

/** Tiles in the window that are not within reach of one that was found. */
function missedOf(
  tiles: readonly Element[],
  distanceFrom: (tile: Element) => number,
  others = none,
) {
  const order = createTileOrder(() => tiles)
  const found = findNearest(order, distanceFrom, REACH, others).map(indexOf)
  const isMissed = (index: number) => found.every((place) => Math.abs(place - index) > REACH)
  return tiles
    .filter((tile) => distanceFrom(tile) === 0)
    .map(indexOf)
    .filter(isMissed)
}

for (const shown of [4, 25, 70, 200])
  test(`${shown} tiles in the window are found among a thousand, wherever they stand`, () => {
    const tiles = numbered(SIZE)
    for (let first = 0; first <= SIZE - shown; first += 3) {
      const isShown = (tile: Element) => indexOf(tile) >= first && indexOf(tile) < first + shown
      const away = (tile: Element) => Math.abs(indexOf(tile) - first) * 100
      // The others are far, or hidden.
      for (const others of [away, () => hidden]) {
        const missed = missedOf(tiles, (tile) => (isShown(tile) ? 0 : others(tile)))
        expect(missed, `from ${first} on`).toEqual([])
      }
    }
  })

for (const every of [5, 17, 40, 90])
  test(`of two thousand tiles of which one of ${every} is shown, each in the window is found`, () => {
    const tiles = numbered(2_000)
    for (const first of [3, 600, 1_300]) {
      const distanceFrom = (tile: Element) => {
        if (indexOf(tile) % every) return hidden
        const row = Math.floor((indexOf(tile) - first) / every / 4)
        return row >= 0 && row < 5 ? 0 : Math.abs(row) * 100
      }
      expect(missedOf(tiles, distanceFrom), `from ${first} on`).toEqual([])
    }
  })

test('what a long folded group parts in the window is found on either side of it', () => {
  for (let group = 20; group < 400; group += 3) {
    const distanceFrom = (tile: Element) => {
      const index = indexOf(tile)
      if (index < 11) return 0
      return index < 11 + group ? hidden : Math.max(0, index - group - 30) * 100
    }
    expect(missedOf(numbered(600), distanceFrom), `${group} folded`).toEqual([])
  }
})

test('a few tiles between those that are looked at are found from the first one of their list', () => {
  const isShown = (tile: Element) => indexOf(tile) >= 303 && indexOf(tile) < 310
  const distanceFrom = (tile: Element) => (isShown(tile) || indexOf(tile) < 3 ? 0 : 5_000)
  const tiles = numbered(SIZE)
  expect(missedOf(tiles, distanceFrom)).toContain(303)
  expect(missedOf(tiles, distanceFrom, () => tiles.slice(301, 302))).toEqual([])
})

for (const size of [100, 250, 800, 10_000])
  test(`the search of ${size} tiles in ten places comes to an end, and looks at less than 400`, () => {
    const all = numbered(size)
    const asked: Element[] = []
    const nearest = findNearest(
      createTileOrder(() => all),
      (tile) => {
        // A search without an end could not be ended from outside.
        if (asked.push(tile) > 400) throw new Error('No end')
        return indexOf(tile) % (size / 10)
      },
      REACH,
      none,
    )
    expect(new Set(nearest.map(indexOf)).size).toBe(8)
    for (const tile of nearest) expect(indexOf(tile) % (size / 10)).toBe(0)
  })

for (const every of [2, 3])
  test(`where only one of ${every} tiles is shown, what is found is near the window in pages of any length`, () => {
    for (let size = 97; size < 1_500; size += 7)
      for (const rest of Array(every).keys()) {
        const middle = Math.floor(size / 2)
        const distanceFrom = (tile: Element) =>
          indexOf(tile) % every === rest ? Math.abs(indexOf(tile) - middle) * 50 : hidden
        const [nearest] = findNearest(
          createTileOrder(() => numbered(size)),
          distanceFrom,
          REACH,
          none,
        )
        expect(Math.abs(indexOf(nearest) - middle), `${rest} of ${size}`).toBeLessThan(REACH)
      }
  })
