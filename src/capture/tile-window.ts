import type { Cancel, Clock } from '../platform/clock'
import type { Observe } from '../platform/observers'
import { distanceFrom } from '../platform/sight'
import { findNearest } from './find-nearest'
import { createTileOrder, type Tiles } from './tile-order'
import { createTileSightings } from './tile-sightings'

/*
 * The browser's work for an IntersectionObserver grows with the elements observed, on every frame, so observing every
 * tile of a long list costs its square. Only the tiles around those in sight are observed.
 */

/** How many tiles are observed at a time on either side of one in sight, or soon to be. */
const REACH = 16

/** So many are observed wherever they are. With more, those far from anything in sight are let go. */
const ROOM = 96

/** How long after a scroll it is asked whether it went anywhere new. */
const MOVED_MS = 200

/** How long a list that is drawn again has to rest until it is looked for. Frameworks draw in bursts, and each look costs frames. */
const REST_MS = 500

/** How often it is said that the page was scrolled, while it is. */
export const MOVES_MS = 400

/** So many tiles before and after one show the same products when a list is drawn again as it was. */
const NEIGHBOURS = 8

export interface TileWindowDeps {
  /** The share of a tile, or of the window if that is smaller, that has to be in the window. */
  readonly ratio: number
  readonly observe: Observe
  readonly clock: Clock
  /** Every tile of the page, in the order of the document. */
  readonly all: () => Tiles
  /** A tile of each list that is in the window. To be asked right after a layout. */
  readonly heads: () => readonly Element[]
  /** The product that a tile shows. */
  readonly pidOf: (tile: Element) => string | undefined
  /** Which of some tiles are worth waiting for. */
  readonly wanted: (tiles: readonly Element[]) => readonly Element[]
  /** A tile has come into sight, or has left it. */
  readonly onSight: (tile: Element, isIn: boolean) => void
  /** What is in sight of a tile counts no longer; if it is still waited for, it begins again. */
  readonly onLost: (tile: Element) => void
  /** The browser has said all that it has to say for now. */
  readonly onSaid: () => void
  /** Asks for `laidOut` to be called, after the next layout. */
  readonly askLayout: () => void
}

/** The tiles that are observed: those near what is in sight, of however many there are. */
export interface TileWindow {
  /**
   * Waits for tiles that are new, or show something new, if they are wanted.
   *
   * @param isAll - They are all that there are, in the order of the document; those in sight come into sight again.
   */
  readonly add: (tiles: Tiles, isAll: boolean) => void
  /** Waits for a tile no longer. */
  readonly drop: (tile: Element) => void
  /** Drops what has left the page. */
  readonly sweep: () => void
  readonly observed: () => readonly Element[]
  /** The page was scrolled, or has another size: since then, or up to `MOVES_MS` before. */
  readonly moved: () => void
  /** Something else may have moved what is on the page. */
  readonly changed: () => void
  /** Observes what is around the tile that came into sight last. */
  readonly extend: () => void
  readonly laidOut: () => void
  /** What is in sight comes into sight again. */
  readonly restart: () => void
  readonly stop: () => void
}

/** Starts with no tile. */
export function createTileWindow(deps: TileWindowDeps): TileWindow {
  const { clock } = deps
  const order = createTileOrder(deps.all)
  /** Each with whether the browser has said anything about it yet. */
  const observed = new Map<Element, boolean>()
  /** Those met that are not waited for. */
  let passed = new Set<Element>()
  const inSight = new Set<Element>()
  /** The tile that came into sight last, and its place. */
  let newest: Element | undefined
  let place = -1
  /** Of a list that was drawn again as it was, and has not moved since, the products that were, and so are, out of sight. */
  let outOfSight: Set<string | undefined> | undefined
  let hasNew = false
  let isLost = false
  let movedAt = 0
  let cancelCheck: Cancel | undefined

  const sightings = createTileSightings(deps.ratio, deps.observe, hear)

  function hear(entries: readonly IntersectionObserverEntry[]) {
    entries.forEach(see)
    if (observed.size > ROOM) letGo()
    deps.onSaid()
  }

  function see(entry: IntersectionObserverEntry) {
    const tile = entry.target
    if (!observed.has(tile)) return
    observed.set(tile, true)
    const isIn = sightings.isEnough(entry)
    if (isIn === inSight.has(tile)) return
    deps.onSight(tile, isIn)
    if (isIn) come(tile)
    else inSight.delete(tile)
  }

  function come(tile: Element) {
    inSight.add(tile)
    hasNew = true
    newest = tile
    place = order.placeOf(tile)
    // Usually there is time until the tile is judged, and one frame does for both.
    for (const ahead of [-8, 8]) {
      const next = order.at(place + ahead)
      if (isUnmet(next)) reach(next)
    }
  }

  const isUnmet = (tile: Element | undefined) =>
    tile !== undefined &&
    !observed.has(tile) &&
    !passed.has(tile) &&
    !outOfSight?.has(deps.pidOf(tile))

  function watch(tile: Element) {
    passed.delete(tile)
    observed.set(tile, false)
    sightings.watch(tile)
  }

  function unwatch(tile: Element) {
    if (!observed.delete(tile)) return
    sightings.unwatch(tile)
    if (inSight.delete(tile)) deps.onLost(tile)
  }

  function drop(tile: Element) {
    unwatch(tile)
    passed.add(tile)
  }

  function reach(tile: Element | undefined, distance = REACH) {
    const unmet = order.around(tile, distance, isUnmet)
    for (const one of unmet) passed.add(one)
    deps.wanted(unmet).forEach(watch)
  }

  function letGo() {
    const kept = new Set([...inSight, newest].flatMap((tile) => order.around(tile, REACH)))
    for (const [tile, isHeardOf] of observed) if (isHeardOf && !kept.has(tile)) unwatch(tile)
  }

  function findWindow() {
    cancelCheck?.()
    cancelCheck = outOfSight = undefined
    isLost = true
    deps.askLayout()
  }

  function check() {
    cancelCheck = undefined
    // What came may have come before the last move.
    if (hasNew && !outOfSight) changed()
    else findWindow()
  }

  function checkIn(ms: number) {
    cancelCheck?.()
    hasNew = false
    cancelCheck = clock.schedule(check, ms)
  }

  function changed() {
    // When it is not in the page, it is being drawn again.
    if (outOfSight && newest?.isConnected) findWindow()
    // What moves may not have come to rest yet.
    if (!cancelCheck && order.size() > observed.size + passed.size) checkIn(MOVED_MS)
  }

  const productsAt = (tile: Element) => order.around(tile, NEIGHBOURS).map(deps.pidOf).join()

  /** Of what is drawn again and again the same is in the window, and to look for that costs frames. */
  function drawnAgain(products: string, out: Set<string | undefined>) {
    newest = order.at(place)
    if (newest && productsAt(newest) === products && clock.now() - movedAt > MOVES_MS) {
      outOfSight = out
      checkIn(REST_MS)
    } else {
      newest = undefined
      findWindow()
    }
  }

  /** Products that are, for all that is known, in the page and out of sight. */
  function findOutOfSight() {
    const found = new Set(outOfSight)
    for (const [tile, isHeardOf] of observed) if (isHeardOf) found.add(deps.pidOf(tile))
    for (const tile of inSight) found.delete(deps.pidOf(tile))
    return found
  }

  return {
    add(tiles, isAll) {
      if (isAll) [...observed.keys()].forEach(unwatch)
      // What they show may be another product now, or the list another list.
      if (tiles.length) passed.clear()
      order.add(tiles, isAll)
      if (order.size() <= ROOM) return reach(undefined, ROOM)
      // Of a list that is drawn again most likely the same tiles are in the window.
      newest ??= order.at(place)
      reach(newest)
      if (!isLost && !outOfSight) changed()
    },
    drop,
    sweep() {
      const gone =
        newest?.isConnected === false && ([productsAt(newest), findOutOfSight()] as const)
      for (const tile of observed.keys()) if (!tile.isConnected) unwatch(tile)
      passed = new Set([...passed].filter(({ isConnected }) => isConnected))
      order.forget()
      if (gone) drawnAgain(...gone)
    },
    observed: () => [...observed.keys()],
    moved() {
      movedAt = clock.now()
      changed()
    },
    changed,
    extend: () => reach(newest),
    laidOut() {
      if (!isLost) return
      isLost = false
      if (order.size() <= ROOM) return reach(undefined, ROOM)
      // A short list beside long ones may lie between those that are looked at.
      const [first, ...others] = findNearest(order, distanceFrom, REACH, deps.heads)
      // Where none is drawn yet, the first ones wait for it.
      for (const tile of [first, ...others]) reach(tile)
    },
    restart() {
      const waiting = [...observed.keys()]
      waiting.forEach(unwatch)
      waiting.forEach(watch)
    },
    stop() {
      sightings.stop()
      cancelCheck?.()
    },
  }
}
