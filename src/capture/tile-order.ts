/**
 * How many tiles are looked at, at a time, to find those near the window. With less than five for each of `PLACES`, the second look
 * at as many places would have as many to look at as the first, for ever.
 */
const SAMPLE = 40

/** How many places the window is looked for in: more than a page has columns and lists side by side. */
const PLACES = 8

/** How many hidden tiles in a row are passed on the way to one that is shown: of many, a script may show a few. */
const MOST_HIDDEN = 100

/** Tiles in the order of the document. Of a list that the browser made, it makes an element only when that is asked for. */
export type Tiles = ArrayLike<Element> & Iterable<Element>

/** The tiles of the page in the order of the document. */
export interface TileOrder {
  readonly size: () => number
  /** @param isAll - They are all that there are. */
  readonly add: (tiles: Tiles, isAll: boolean) => void
  /** Tiles have gone. */
  readonly forget: () => void
  readonly placeOf: (tile: Element) => number
  /** The tile at a place; none where there is none. */
  readonly at: (place: number) => Element | undefined
  /** A tile and so many on either side of it; of one that is not there, so many from the start. Of these those that are asked for. */
  readonly around: (
    tile: Element | undefined,
    reach: number,
    isAskedFor?: (tile: Element) => boolean,
  ) => Element[]
  /**
   * The tiles nearest to the window: one in each place where nearer ones are neither before nor after it. From there, and from some
   * others, on to either side, as many of those in the window as are needed to have each within reach of one.
   *
   * @param distanceFrom - How far a tile is from the window: 0 inside, infinite where it is hidden.
   */
  readonly nearest: (
    distanceFrom: (tile: Element) => number,
    reach: number,
    others: () => readonly Element[],
  ) => readonly Element[]
}

/** `DOCUMENT_POSITION_DISCONNECTED`: tiles in different shadow roots are in no order. */
const DISCONNECTED = 1

/** `DOCUMENT_POSITION_FOLLOWING`. */
const FOLLOWING = 4

const isBefore = (tile: Element, next: Element | undefined) =>
  !next || (tile.compareDocumentPosition(next) & (DISCONNECTED | FOLLOWING)) === FOLLOWING

/** What is known with what has come, if that came after it; else nothing is known. */
function grown(known: Tiles, tiles: Tiles): Tiles | undefined {
  const end = known.length - 1
  // All that there is came again, and more.
  if (tiles[0] === known[0] && tiles[end] === known[end]) return tiles
  const last = known[end]
  if (last && !isBefore(last, tiles[0])) return undefined
  const row = [...Array.prototype.slice.call(known, -1), ...tiles]
  const isInOrder = row.every((tile, index) => isBefore(tile, row[index + 1]))
  return isInOrder ? [...known, ...tiles] : undefined
}

/**
 * Starts with no tile. What comes at the end is added to it; when tiles have gone, or come anywhere else, everything is
 * read anew. Touches as few tiles as it can: a page may draw thousands again and again of which a person sees twenty.
 *
 * @param all - Every tile of the page, in the order of the document.
 */
export function createTileOrder(all: () => Tiles): TileOrder {
  let known: Tiles | undefined
  /** Places of tiles that were asked for. */
  let places = new WeakMap<Element, number>()

  const order = () => {
    if (!known) forget(all())
    return known as Tiles
  }

  function forget(tiles?: Tiles) {
    known = tiles
    places = new WeakMap()
  }

  function at(place: number): Element {
    const tile = order()[place] as Element
    if (tile) places.set(tile, place)
    return tile
  }

  const placeOf = (tile: Element): number =>
    places.get(tile) ?? Array.prototype.indexOf.call(order(), tile)

  /** The places from one to another that there are. */
  function range(start: number, end: number): readonly number[] {
    const first = Math.max(0, start)
    return Array.from(
      { length: Math.min(end, order().length) - first },
      (_, index) => first + index,
    )
  }

  return {
    size: () => order().length,
    add(tiles, isAll) {
      if (isAll) forget(tiles)
      else if (known && tiles.length) known = grown(known, tiles)
    },
    forget: () => forget(),
    placeOf,
    at,
    around(tile, reach, isAskedFor = Boolean) {
      const place = tile ? placeOf(tile) : -1
      return range(place - reach, place + reach + 1)
        .map(at)
        .filter(isAskedFor)
    },
    nearest(distanceFrom, reach, others) {
      /** By place, of the tiles that were looked at. */
      const distances: number[] = []
      /** Infinite as well where there is no tile. */
      const awayAt = (place = -1) => distances[place] ?? Number.POSITIVE_INFINITY

      /** The first place, one way, where a tile is shown; where so many are hidden or there are no more, the last of them. */
      function shownFrom(place: number, way: number, most: number): number {
        const tile = at(place)
        if (!tile || !most) return place - way
        distances[place] ??= distanceFrom(tile)
        return awayAt(place) < Number.POSITIVE_INFINITY
          ? place
          : shownFrom(place + way, way, most - 1)
      }

      /** A place, and those in the window one way from it, until a tile is shown that is not. What is within reach of one is not looked at. */
      function onward(place: number, way: number): readonly number[] {
        const next = shownFrom(place + way * (reach + 1), way, MOST_HIDDEN)
        return awayAt(next) ? [place] : [place, ...onward(next, way)]
      }

      let among = range(0, Number.POSITIVE_INFINITY)
      for (;;) {
        const step = Math.ceil(among.length / SAMPLE)
        const sample = among
          .filter((_, index) => index % step === 0)
          .map((place) => shownFrom(place, 1, Math.min(step, SAMPLE)))
        const nearest = sample
          // Of several as near, as in a row, the first.
          .filter(
            (place, index) =>
              awayAt(place) < awayAt(sample[index - 1]) &&
              awayAt(place) <= awayAt(sample[index + 1]),
          )
          .sort((one, other) => awayAt(one) - awayAt(other))
          .slice(0, PLACES)
        if (step < 2)
          return [...nearest, ...others().map(placeOf)]
            .flatMap((place) => [...onward(place, -1), ...onward(place, 1)])
            .map(at)
        among = [...new Set(nearest.flatMap((place) => range(place - step, place + step + 1)))]
      }
    },
  }
}
