import type { TileOrder } from './tile-order'

/**
 * How many tiles are looked at, at a time, to find those near the window. With less than five for each of `PLACES`, the second look
 * at as many places would have as many to look at as the first, for ever.
 */
const SAMPLE = 40

/** How many places the window is looked for in: more than a page has columns and lists side by side. */
const PLACES = 8

/** How many hidden tiles in a row are passed on the way to one that is shown: of many, a script may show a few. */
const MOST_HIDDEN = 100

/**
 * The tiles nearest to the window: one in each place where nearer ones are neither before nor after it. From there, and from some
 * others, on to either side, as many of those in the window as are needed to have each within reach of one. Looks at as few as it can.
 *
 * @param distanceFrom - How far a tile is from the window: 0 inside, infinite where it is hidden.
 * @param others - Asked for at the end.
 */
export function findNearest(
  { size, at, placeOf }: TileOrder,
  distanceFrom: (tile: Element) => number,
  reach: number,
  others: () => readonly Element[],
): readonly (Element | undefined)[] {
  /** By place, of the tiles that were looked at. */
  const distances: number[] = []
  /** Infinite as well where there is no tile. */
  const awayAt = (place = -1) => distances[place] ?? Number.POSITIVE_INFINITY

  /** The first place, one way, where a tile is shown; where so many are hidden or there are no more, the last of them. */
  function shownFrom(place: number, way: number, most: number): number {
    const tile = at(place)
    if (!tile || !most) return place - way
    distances[place] ??= distanceFrom(tile)
    return awayAt(place) < Number.POSITIVE_INFINITY ? place : shownFrom(place + way, way, most - 1)
  }

  /** A place, and those in the window one way from it, until a tile is shown that is not. What is within reach of one is not looked at. */
  function onward(place: number, way: number): readonly number[] {
    const next = shownFrom(place + way * (reach + 1), way, MOST_HIDDEN)
    return awayAt(next) ? [place] : [place, ...onward(next, way)]
  }

  /** Places in a row where nearer ones are neither before nor after them, the nearest first. */
  const nearestOf = (places: readonly number[]) =>
    places
      // Of several as near, as in a row, the first.
      .filter(
        (place, index) =>
          awayAt(place) < awayAt(places[index - 1]) && awayAt(place) <= awayAt(places[index + 1]),
      )
      .sort((one, other) => awayAt(one) - awayAt(other))
      .slice(0, PLACES)

  let among = [...Array(size()).keys()]
  for (;;) {
    const step = Math.ceil(among.length / SAMPLE)
    const sample = among
      .filter((_, index) => index % step === 0)
      .map((place) => shownFrom(place, 1, Math.min(step, SAMPLE)))
    const nearest = nearestOf(sample)
    if (step < 2)
      return [...nearest, ...others().map(placeOf)]
        .flatMap((place) => [...onward(place, -1), ...onward(place, 1)])
        .map(at)
    among = among.filter((place) =>
      nearest.some((near) => place >= near - step && place <= near + step),
    )
  }
}
