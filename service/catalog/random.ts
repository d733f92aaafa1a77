import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Random draws that are the same for the same seed. */
export type Draw = ReturnType<typeof createDraw>

/** Creates an independent sequence of draws for each pair of numbers. */
export function createDraw(seed: number, stream: number) {
  const source = xoroshiro128plus(Math.imul(seed, 0x9e3779b1) ^ stream)
  // Skips the first number, because the first numbers of neighbouring seeds are similar.
  uniformInt(source, 0, 1)
  const between = (low: number, high: number) => uniformInt(source, low, high)

  function oneOf<Item>(items: readonly Item[]): Item {
    const [item] = items.slice(between(0, items.length - 1))
    if (item === undefined) throw new RangeError('Nothing to draw from: the list is empty.')
    return item
  }

  return {
    /** A whole number within the limits, inclusive. */
    between,
    /** True once in `oneIn` draws, on average. */
    chance: (oneIn: number) => between(1, oneIn) === 1,
    oneOf,
    /** Up to `count` different items, in the list's order. */
    someOf<Item>(items: readonly Item[], count: number): readonly Item[] {
      const taken = new Set<number>()
      for (let turn = 0; turn < count; turn++) taken.add(between(0, items.length - 1))
      return items.filter((_, place) => taken.has(place))
    },
    /** A contiguous part of the list with `length` items, or the whole list if it is shorter. */
    runOf<Item>(items: readonly Item[], length: number): readonly Item[] {
      const start = between(0, Math.max(0, items.length - length))
      return items.slice(start, start + length)
    },
  }
}
