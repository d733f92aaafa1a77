import { expect, test } from '@playwright/test'
import { createTileOrder } from '../../../src/capture/tile-order'

const SIZE = 1_000
const SHOWN = 25

/** How many tiles on either side of a tile that was found are watched. */
const REACH = 16

const numbered = (size: number) =>
  Array.from({ length: size }, (_, index) => ({ index }) as unknown as Element)
const indexOf = (tile: Element | undefined) => (tile as unknown as { index: number }).index

test('25 tiles in the window are found among a thousand, wherever they stand', () => {
  const tiles = numbered(SIZE)
  for (let first = 0; first <= SIZE - SHOWN; first++) {
    const isShown = (tile: Element) => indexOf(tile) >= first && indexOf(tile) < first + SHOWN
    // The others are hidden, which is no less far than the end of the page.
    const distanceFrom = (tile: Element) => (isShown(tile) ? 0 : Number.POSITIVE_INFINITY)
    const [nearest] = createTileOrder(() => tiles).nearest(distanceFrom)
    expect(indexOf(nearest), `from ${first} on`).toBe(first)
  }
})

for (const size of [100, 250, 800, 10_000])
  test(`the search of ${size} tiles in ten places comes to an end, and looks at less than 400`, () => {
    const all = numbered(size)
    const asked: Element[] = []
    const nearest = createTileOrder(() => all).nearest((tile) => {
      // A search without an end could not be ended from outside.
      if (asked.push(tile) > 400) throw new Error('No end')
      return indexOf(tile) % (size / 10)
    })
    expect(nearest.length).toBe(8)
    for (const tile of nearest) expect(indexOf(tile) % (size / 10)).toBe(0)
  })

for (const every of [2, 3])
  test(`where only one of ${every} tiles is shown, what is found is near the window in pages of any length`, () => {
    for (let size = 97; size < 1_500; size += 7)
      for (const rest of Array(every).keys()) {
        const middle = Math.floor(size / 2)
        const distanceFrom = (tile: Element) =>
          indexOf(tile) % every === rest
            ? Math.abs(indexOf(tile) - middle) * 50
            : Number.POSITIVE_INFINITY
        const [nearest] = createTileOrder(() => numbered(size)).nearest(distanceFrom)
        expect(Math.abs(indexOf(nearest) - middle), `${rest} of ${size}`).toBeLessThan(REACH)
      }
  })
