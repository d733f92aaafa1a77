import type { Clock } from '../platform/clock'
import { isCovered, isInWindow } from '../platform/sight'

/** How long it is believed that nothing lies over the page. What a script shows and hides tells nobody, and to look costs a frame. */
const SURE_MS = 400

/** What lies over the page and stays put when it scrolls, as dialogs do: what is below it is not seen. */
export interface Cover {
  /** How long what is found holds at least. */
  readonly sureMs: number
  /** Until when what was found holds. */
  readonly sureUntil: () => number
  /** With nothing in sight there is nothing to find: it holds that nothing is covered. */
  readonly rest: () => void
  /** A tile has come into sight. */
  readonly came: () => void
  /** Something may have come over the page, or have gone. */
  readonly doubt: () => void
  /**
   * Looks, if it is time, at some of the tiles in sight. To be called right after a layout.
   *
   * @returns Those that are covered, of all; none when it was not time.
   */
  readonly look: (tiles: readonly Element[]) => readonly Element[]
  /** Whether a tile is covered, as far as anything was found when it was looked last; where it has left the window, it may have been. */
  readonly isOver: (tile: Element) => boolean
}

/** @param mostMs - How long what was found holds at most; while the page moves it is 400 ms. */
export function createCover(clock: Clock, mostMs: number): Cover {
  const sureMs = Math.min(SURE_MS, mostMs)
  /** Whether anything lay over a tile when that was looked for last. */
  let isThere = false
  let isSure = false
  let sureUntil = 0
  /** When a tile came into sight last. */
  let cameAt = 0

  // What lay over a tile that has left the window is found no longer.
  const isOver = (tile: Element) => isThere && (!isInWindow(tile) || isCovered(tile))

  return {
    sureMs,
    sureUntil: () => sureUntil,
    rest() {
      isSure = true
      sureUntil = clock.now() + sureMs
    },
    came() {
      cameAt = clock.now()
    },
    doubt() {
      isSure = false
    },
    look(tiles) {
      const now = clock.now()
      if (isSure && now < sureUntil) return []
      // While the page moves at one place, as that costs the more the larger the page is; when it has come to rest at both ends, too.
      const isMoving = now - cameAt < sureMs / 2
      const at = (part: number) => tiles[Math.round(part * (tiles.length - 1))] ?? []
      isThere = (isMoving ? [0.5] : [0.5, 0, 1]).flatMap(at).some(isCovered)
      sureUntil = now + (isMoving ? SURE_MS : sureMs)
      isSure = true
      return tiles.filter(isOver)
    },
    isOver,
  }
}
