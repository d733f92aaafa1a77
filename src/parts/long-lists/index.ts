import { type Cancel, schedule } from '../../browser/clock'
import { type Elements, queryPage } from '../../browser/dom'
import { read, selector } from '../../track/attributes'
import {
  inSight,
  type LongList,
  MAX_OBSERVED,
  observed,
  observeTiles,
  passed,
  releaseTile,
} from '../../track/tile-observer'
import { locateViewport } from './locate-viewport'
import { stopMovement, watchMovement } from './movement'

/** How many tiles are observed on either side of a visible one. */
const OVERSCAN = 16

/** Pause after a scroll before the tiles in the viewport are located. */
const MOVED_MS = 200

/** The pause after a list was redrawn. Frameworks redraw in bursts, and each search costs a frame. */
const REDRAWN_MS = 500

/**
 * Chooses which tiles of long lists are observed: only those around the visible ones, however many there are.
 *
 * @param requestLayout - Asks for `onLayout` after the next layout.
 */
function createLongList(requestLayout: () => void): LongList {
  let tiles: Elements = []
  /** The elements that name lists, cached because finding them searches the whole page. */
  let lists: readonly Element[] | undefined
  /** Cached indexes of tiles. */
  let indexes = new WeakMap<Element, number>()
  /** The tile that entered the viewport last, and its index. */
  let newest: Element | undefined
  let newestIndex = 0
  let isLocating = false
  /** The tiles in the viewport must be located, even if a tile enters it first. */
  let isOwed = false
  let cancelLocate: Cancel | undefined
  /** A tile has entered the viewport since a search was scheduled, so the search is not needed. */
  let isFollowing = false

  function tileAt(index: number): Element | undefined {
    const tile = tiles[index]
    if (tile) indexes.set(tile, index)
    return tile
  }

  const indexOf = (tile: Element): number =>
    indexes.get(tile) ?? Array.prototype.indexOf.call(tiles, tile)

  function tilesAround(index: number): Element[] {
    const first = Math.max(0, index - OVERSCAN)
    const length = Math.max(0, Math.min(index + OVERSCAN + 1, tiles.length) - first)
    return Array.from({ length }, (_, offset) => tileAt(first + offset) as Element)
  }

  const observeAround = (index: number) => observeTiles(tilesAround(index))

  /** Stops observing tiles far from the visible ones. */
  function trim() {
    const kept = newest?.isConnected ? [...inSight, newest] : [...inSight]
    const near = new Set(kept.flatMap((tile) => tilesAround(indexOf(tile))))
    for (const [tile, isReported] of observed) if (isReported && !near.has(tile)) releaseTile(tile)
  }

  function wait(task: () => void, delayMs: number) {
    cancelLocate?.()
    cancelLocate = schedule(() => {
      cancelLocate = undefined
      task()
    }, delayMs)
  }

  function locate() {
    // The last visible tile may be outdated: it may date from before the last move.
    if (isFollowing) return locateSoon()
    isOwed = false
    isLocating = true
    requestLayout()
  }

  /**
   * Observes the tiles at the former position of the list. If they are new and do not become
   * visible, the list is a different one. A postponed check is not cancelled.
   */
  function lookAgain() {
    isFollowing = false
    observeAround(newestIndex)
    const tile = tileAt(newestIndex)
    if (isOwed || !tile || !passed.has(tile)) wait(() => isFollowing || locate(), MOVED_MS)
  }

  function locateSoon() {
    if (cancelLocate) return
    isFollowing = false
    isOwed = true
    wait(locate, MOVED_MS)
  }

  function onMoved() {
    // If every tile is observed or done, there is nothing to find.
    if (tiles.length > observed.size + passed.size) locateSoon()
  }

  return {
    onTiles(found) {
      tiles = found
      lists = undefined
      watchMovement(onMoved)
      if (tiles.length <= MAX_OBSERVED) return observeTiles([...tiles])
      indexes = new WeakMap()
      // A redrawn list most likely has the same tiles in the viewport, once it has stopped moving.
      if (newest?.isConnected === false) return wait(lookAgain, REDRAWN_MS)
      observeAround(newest ? indexOf(newest) : newestIndex)
      onMoved()
    },
    onSight(tile) {
      isFollowing = true
      newest = tile
      newestIndex = indexOf(tile)
      // Moves the observed range when half of its margin is used, so that most tiles are observed before they become visible.
      for (const index of [newestIndex - OVERSCAN / 2, newestIndex + OVERSCAN / 2]) {
        const ahead = tileAt(index)
        if (ahead && !observed.has(ahead) && !passed.has(ahead)) observeAround(index)
      }
    },
    onReported() {
      if (newest?.isConnected) observeAround(indexOf(newest))
      if (observed.size > MAX_OBSERVED) trim()
    },
    onMoved,
    onLayout() {
      if (!isLocating) return
      isLocating = false
      lists ??= [...queryPage(selector('query', 'page'))].filter(
        (list) => read(list, 'product') === undefined,
      )
      for (const index of locateViewport(tiles, lists, OVERSCAN)) observeAround(index)
    },
    stop() {
      stopMovement()
      cancelLocate?.()
      cancelLocate = newest = undefined
      isLocating = false
      tiles = []
    },
  }
}

/** Starts choosing which tiles of long lists are observed. */
export const open = createLongList
