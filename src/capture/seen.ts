import type { Timestamp } from '../brand'
import type { Cancel, Clock } from '../platform/clock'
import type { Observe, Sightings } from '../platform/observers'
import { canBeSeen, coverOver, distanceFrom } from '../platform/sight'
import { createTileOrder } from './tile-order'

/*
 * The browser's work for an IntersectionObserver grows with the elements observed, on every frame, so observing every
 * tile of a long list costs its square. Only the tiles around those in sight are observed.
 */

/** How many tiles are observed on either side of one in sight. */
const REACH = 24

/** With more than this observed, those far from anything in sight are let go. */
const ROOM = 96

/** Tiles that come due within this time are judged together. */
const TOGETHER_MS = 50

/** How long after a scroll it is asked whether it went anywhere new. */
const MOVED_MS = 200

/** A tile that cannot be seen is looked at again after 2, 4 and from then on 8 dwells. */
const PATIENCE = 8

/** When a tile counts as seen: this share of it, or of the window if that is smaller, for so long. */
export interface SeenRule {
  readonly ratio: number
  readonly dwellMs: number
}

export interface SeenDeps extends SeenRule {
  readonly observe: Observe
  /** Something that is always in the page. */
  readonly root: Element
  readonly clock: Clock
  /** Every tile of the page, in the order of the document. */
  readonly all: () => readonly Element[]
  /** The product that a tile shows. */
  readonly pidOf: (tile: Element) => string | undefined
  /** Hears tiles that were seen; each once, until it is added again. */
  readonly onSeen: (tiles: readonly Element[]) => void
}

/** Tells which tiles a person saw. */
export interface Seen {
  /**
   * Waits for tiles to be seen; those already waiting start again.
   *
   * @param isAll - They are all that there are, in the order of the document.
   */
  readonly add: (tiles: readonly Element[], isAll: boolean) => void
  readonly drop: (tile: Element) => void
  /** Drops what has left the page. */
  readonly sweep: () => void
  /** Since when a tile has been in sight; `undefined` when it is not, or cannot be seen. */
  readonly since: (tile: Element) => Timestamp | undefined
  /** Tiles near the window that wait to be seen, each with what they wait for. */
  readonly unseen: () => readonly (readonly [tile: Element, reason: string])[]
  /** Something may have moved. */
  readonly moved: () => void
  /** Something may have come to light, or been covered. */
  readonly changed: () => void
  /** What is in sight has to stay for the whole time again. */
  readonly restart: () => void
  readonly stop: () => void
}

/** A tile in sight. */
interface Stay {
  readonly since: Timestamp
  /** When it is looked at. */
  readonly at: number
  /** What it showed when it came; with another product its time begins anew. */
  readonly pid: string | undefined
  /** Dwells until it is looked at: 1 as long as it can be seen, for all that is known. */
  readonly dwells: number
}

/** Starts with no tile. One timer serves all tiles, and none runs while nothing is in sight. */
export function createSeen(deps: SeenDeps): Seen {
  const { ratio, dwellMs, observe, root, clock, pidOf } = deps
  const order = createTileOrder(deps.all)
  let waiting = new Set<Element>()
  /** Each with whether the browser has said anything about it yet. */
  const observed = new Map<Element, boolean>()
  const tall = new Map<Element, Sightings>()
  const stays = new Map<Element, Stay>()
  let newest: Element | undefined
  let hasNew = false
  let isLost = false
  let cover: Element | undefined
  let isSure = false
  let armedFor = Number.POSITIVE_INFINITY
  let cancelJudging: Cancel | undefined
  let cancelCheck: Cancel | undefined

  const near = observe(ratio, (entries) => {
    entries.forEach(see)
    if (observed.size > ROOM) letGo()
    arm()
  })

  const layout = observe(0, () => {
    layout.unwatch(root)
    judge()
    if (isLost) order.nearest(distanceFrom).forEach(reach)
    isLost = false
  })

  function see(entry: IntersectionObserverEntry) {
    const tile = entry.target
    if (!observed.has(tile)) return
    observed.set(tile, true)
    if (!isEnough(entry)) leave(tile)
    else if (!stays.has(tile)) come(tile)
  }

  function isEnough(entry: IntersectionObserverEntry): boolean {
    const { target, intersectionRatio, boundingClientRect: tile, rootBounds } = entry
    const { width, height } = rootBounds ?? tile
    const share = ratio * Math.min(1, width / tile.width) * Math.min(1, height / tile.height)
    if (share < ratio) watchTall(target, share)
    // Browsers keep thresholds in single precision.
    return intersectionRatio > share - 1e-5
  }

  function come(tile: Element) {
    hasNew = true
    newest = tile
    begin(tile)
    // Usually there is time until the tile is judged, and one frame does for both.
    if (order.around(tile, REACH - 8).some(isMissing)) reach(tile)
  }

  /** The timer may be late, on a busy page; the time in sight was long enough all the same. */
  function leave(tile: Element) {
    const stay = stays.get(tile)
    const isDue = stay && stay.at <= clock.now() && isSeen([tile, stay])
    stays.delete(tile)
    if (isDue) tell([tile])
  }

  const isMissing = (tile: Element) => waiting.has(tile) && !observed.has(tile)

  /** A tile larger than the window never shows the usual share of itself, and needs a threshold of its own. */
  function watchTall(tile: Element, share: number) {
    if (tall.has(tile)) return
    const own = observe(share, (entries) => {
      entries.forEach(see)
      arm()
    })
    tall.set(tile, own)
    own.watch(tile)
  }

  function watch(tile: Element) {
    if (!isMissing(tile)) return
    observed.set(tile, false)
    near.watch(tile)
  }

  function unwatch(tile: Element) {
    if (!observed.delete(tile)) return
    near.unwatch(tile)
    stays.delete(tile)
    tall.get(tile)?.stop()
    tall.delete(tile)
  }

  function drop(tile: Element) {
    unwatch(tile)
    waiting.delete(tile)
  }

  const reach = (tile: Element | undefined) => order.around(tile, REACH).forEach(watch)

  function letGo() {
    const kept = new Set([...stays.keys(), newest].flatMap((tile) => order.around(tile, REACH)))
    for (const [tile, isHeardOf] of observed) if (isHeardOf && !kept.has(tile)) unwatch(tile)
  }

  function begin(tile: Element, dwells = 1) {
    const since = clock.now()
    stays.set(tile, { since, at: since + dwells * dwellMs, pid: pidOf(tile), dwells })
  }

  /** Sees to it that the tile that comes due next is judged. */
  function arm() {
    const next = Math.min(...[...stays.values()].map(({ at }) => at))
    if (armedFor <= next) return
    disarm()
    armedFor = next
    cancelJudging = clock.schedule(lookSoon, next - clock.now() + TOGETHER_MS)
  }

  function disarm() {
    cancelJudging?.()
    armedFor = Number.POSITIVE_INFINITY
  }

  function lookSoon() {
    reach(newest)
    layout.watch(root)
  }

  function judge() {
    disarm()
    const now = clock.now()
    const due = [...stays].filter(([, { at }]) => at <= now)
    const middle = due[due.length >> 1]
    if (middle && !isSure) {
      cover = coverOver(middle[0])
      isSure = !cover
    }
    tell(due.filter(isSeen).map(([tile]) => tile))
    arm()
  }

  function tell(tiles: readonly Element[]) {
    tiles.forEach(drop)
    deps.onSeen(tiles)
  }

  function isSeen([tile, { pid, dwells }]: [Element, Stay]): boolean {
    const isOpen = canBeSeen(tile, cover)
    if (isOpen && dwells === 1 && pid === pidOf(tile)) return true
    // Come to light since, or another product: its time begins only now.
    begin(tile, isOpen ? 1 : Math.min(PATIENCE, dwells * 2))
    return false
  }

  function moved() {
    if (cancelCheck || waiting.size <= observed.size) return
    hasNew = false
    cancelCheck = clock.schedule(() => {
      cancelCheck = undefined
      // What came may have come before the last move.
      if (hasNew) return moved()
      isLost = true
      layout.watch(root)
    }, MOVED_MS)
  }

  return {
    add(tiles, isAll) {
      for (const tile of tiles) {
        drop(tile)
        waiting.add(tile)
      }
      order.add(tiles, isAll)
      if (waiting.size > ROOM) reach(newest)
      else waiting.forEach(watch)
      moved()
    },
    drop,
    sweep() {
      for (const tile of observed.keys()) if (!tile.isConnected) unwatch(tile)
      waiting = new Set([...waiting].filter(({ isConnected }) => isConnected))
      order.keep((tile) => waiting.has(tile))
      if (!newest?.isConnected) newest = undefined
    },
    since(tile) {
      const { since, dwells } = stays.get(tile) ?? {}
      return dwells === 1 ? since : undefined
    },
    unseen: () => [...observed.keys()].map((tile) => [tile, 'not seen long enough']),
    moved,
    changed() {
      isSure = false
      cover = undefined
      for (const [tile, { dwells }] of stays) if (dwells > 1) begin(tile)
      arm()
      moved()
    },
    restart() {
      const again = [...observed.keys()]
      again.forEach(unwatch)
      again.forEach(watch)
      disarm()
    },
    stop() {
      waiting.forEach(drop)
      near.stop()
      layout.stop()
      disarm()
      cancelCheck?.()
    },
  }
}
