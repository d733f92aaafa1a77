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
      const first = Math.max(0, place - reach)
      const length = Math.min(place + reach + 1, order().length) - first
      return Array.from({ length }, (_, index) => at(first + index)).filter(isAskedFor)
    },
  }
}
