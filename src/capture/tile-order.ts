/** How many tiles are looked at, at a time, to find those near the window. */
const SAMPLE = 64

/** How many places the window is looked for in: more than a page has columns and lists side by side. */
const PLACES = 8

/** The tiles of the page in the order of the document. */
export interface TileOrder {
  /** @param isAll - They are all that there are, in order. */
  readonly add: (tiles: readonly Element[], isAll: boolean) => void
  readonly keep: (isKept: (tile: Element) => boolean) => void
  /** A tile and so many on either side of it; of one that is not there, so many from the start. */
  readonly around: (tile: Element | undefined, reach: number) => Element[]
  /** The tiles nearest to the window: one in each place where nearer ones are neither before nor after it. */
  readonly nearest: (distanceFrom: (tile: Element) => number) => readonly Element[]
}

/** `DOCUMENT_POSITION_DISCONNECTED`: tiles in different shadow roots are in no order. */
const DISCONNECTED = 1

/** `DOCUMENT_POSITION_FOLLOWING`. */
const FOLLOWING = 4

const isBefore = (tile: Element, next: Element | undefined) =>
  !next || (tile.compareDocumentPosition(next) & (DISCONNECTED | FOLLOWING)) === FOLLOWING

/**
 * Starts with no tile. What comes at the end is added to it; when tiles come anywhere else, everything is read anew.
 *
 * @param all - Every tile of the page, in the order of the document.
 */
export function createTileOrder(all: () => readonly Element[]): TileOrder {
  let order: readonly Element[] = []
  let last = 0

  const around = (tile: Element | undefined, reach: number) => {
    const find = (from: number) => order.indexOf(tile as Element, from)
    // Near the one asked for last, nearly always.
    last = find(Math.max(0, last - SAMPLE))
    if (last < 0) last = find(0)
    return order.slice(Math.max(0, last - reach), last + reach + 1)
  }

  return {
    add(tiles, isAll) {
      const grown = [...order.slice(-1), ...tiles]
      if (isAll) order = tiles
      else if (grown.every((tile, index) => isBefore(tile, grown[index + 1])))
        order = [...order, ...tiles]
      else order = all()
    },
    keep(isKept) {
      order = order.filter(isKept)
    },
    around,
    nearest(distanceFrom) {
      let among = order
      for (;;) {
        const step = Math.ceil(among.length / SAMPLE)
        const nearest = localMinima(
          among.filter((_, index) => index % step === 0),
          distanceFrom,
        )
        if (step < 2) return nearest
        among = [...new Set(nearest.flatMap((tile) => around(tile, step)))]
      }
    },
  }
}

function localMinima(
  sample: readonly Element[],
  distanceFrom: (tile: Element) => number,
): readonly Element[] {
  const distances = sample.map(distanceFrom)
  const at = (index: number) => distances[index] ?? Number.POSITIVE_INFINITY
  return (
    [...sample.keys()]
      // Of several as near, as in a row, the first.
      .filter((index) => at(index) < at(index - 1) && at(index) <= at(index + 1))
      .sort((one, other) => at(one) - at(other))
      .slice(0, PLACES)
      .map((index) => sample[index] as Element)
  )
}
