import type { Elements } from '../browser/dom'
import { guard } from '../browser/guard'
import { withPart } from '../browser/load-part'
import { settings } from '../settings/read-settings'
import { uncounted } from './impressions'

/*
 * Observes tiles. The browser's work for an IntersectionObserver grows with the number of elements observed, on every frame. Of a long
 * list, only the tiles near the viewport are observed, which a separate part does. More than 150 lines because which tiles are observed,
 * dwelling and reported is one state.
 */

/** Up to this many tiles, all are observed, wherever they are. */
export const MAX_OBSERVED = 96

/** How many tiles of a long list are observed until the part is loaded. */
const FIRST_OBSERVED = 24

/** Callbacks of the observer. */
export interface TileHandlers {
  /** Enough of a tile has entered the viewport, or has left it. */
  readonly onSight: (tile: Element, isIn: boolean) => void
  /** A tile is no longer observed. */
  readonly onLost: (tile: Element) => void
  /** The browser has delivered all its entries. Reading positions at this moment forces no layout. */
  readonly onReported: () => void
  /** Asks for a call of {@link onLayout} after the next layout. */
  readonly requestLayout: () => void
}

/** Decides which tiles of a long list are observed. */
export interface LongList {
  /** Observes the tiles of a scan, or some of them if they are many. */
  readonly onTiles: (tiles: Elements) => void
  /** A tile entered the viewport. */
  readonly onSight: (tile: Element) => void
  /** The browser has delivered all pending entries, or is about to be asked for them. */
  readonly onReported: () => void
  /** Elements of the page may have moved. The part itself notices scrolling and resizing. */
  readonly onMoved: () => void
  /** Called right after a requested layout. */
  readonly onLayout: () => void
  readonly stop: () => void
}

let handlers: TileHandlers | undefined
let longList: LongList | undefined
let isPartAsked = false
let tiles: Elements = []
/** The tile that entered the viewport last; a long list starts from it. */
let newest: Element | undefined
/** The observed tiles, each with whether the browser has reported it yet. */
export const observed = new Map<Element, boolean>()
/** Tiles that are no longer waited for. */
export const passed = new Set<Element>()
export const inSight = new Set<Element>()
/** By threshold, because a tile larger than the viewport has its own. */
const observers = new Map<number, IntersectionObserver>()
const thresholds = new WeakMap<Element, number>()

const ratio = () => (settings.impressions === 'load' ? 0 : settings.impressions.ratio)

/** Observes a tile. If the page has broken the observer, there is one warning, and scans and flushes continue. */
const observe = guard((tile: Element, threshold: number = ratio()) => {
  const observer =
    observers.get(threshold) ?? new IntersectionObserver(guard(onEntries), { threshold })
  observers.set(threshold, observer)
  thresholds.set(tile, threshold)
  observer.observe(tile)
})

const unobserve = (tile: Element) => observers.get(thresholds.get(tile) ?? 0)?.unobserve(tile)

/** Stops observing a tile. */
export function releaseTile(tile: Element) {
  if (!observed.delete(tile)) return
  unobserve(tile)
  if (inSight.delete(tile)) handlers?.onLost(tile)
}

/** Stops waiting for a tile. */
export function dropTile(tile: Element) {
  releaseTile(tile)
  passed.add(tile)
}

/** Whether enough of a tile is visible; for a tile larger than the viewport, enough of the viewport. */
function isEnough({
  target,
  intersectionRatio,
  boundingClientRect: { width, height },
  rootBounds,
}: IntersectionObserverEntry): boolean {
  const usual = ratio()
  const fits = (viewport = Number.NaN, size: number) => Math.min(1, viewport / size || 1)
  const share = usual * fits(rootBounds?.width, width) * fits(rootBounds?.height, height)
  // A tile larger than the viewport can never show the usual share.
  if (share < usual && thresholds.get(target) !== share) {
    unobserve(target)
    observe(target, share)
  }
  // Browsers store thresholds in single precision.
  return intersectionRatio > share - 1e-5
}

function onEntries(entries: readonly IntersectionObserverEntry[]) {
  for (const entry of entries) {
    const tile = entry.target
    if (!observed.has(tile)) continue
    observed.set(tile, true)
    const isIn = isEnough(entry)
    if (isIn === inSight.has(tile)) continue
    handlers?.onSight(tile, isIn)
    if (isIn) {
      newest = tile
      inSight.add(tile)
      longList?.onSight(tile)
    } else inSight.delete(tile)
  }
  extendObserved()
  handlers?.onReported()
}

/** Observes those of the given tiles that are not observed or done yet and can still count. */
export function observeTiles(candidates: readonly Element[]) {
  // A loop, because most candidates are known, and a call for each would cost more than the rest of a scroll.
  const unmet: Element[] = []
  for (const tile of candidates) if (!observed.has(tile) && !passed.has(tile)) unmet.push(tile)
  for (const tile of unmet) passed.add(tile)
  for (const tile of uncounted(unmet)) {
    passed.delete(tile)
    observed.set(tile, false)
    observe(tile)
  }
}

function fetchLongLists() {
  if (isPartAsked) return
  isPartAsked = true
  void withPart<(requestLayout: () => void) => LongList>('long-lists', (open) => {
    longList = open(() => handlers?.requestLayout())
    if (handlers) longList.onTiles(tiles)
    if (newest) longList.onSight(newest)
  })
}

/** Sets the tiles of a scan. With `isAnew`, those in the viewport are reported again. */
export function setTiles(found: Elements, isAnew: boolean) {
  tiles = found
  // The tiles may show other products now, or belong to other lists.
  passed.clear()
  for (const tile of [...observed.keys()]) if (isAnew || !tile.isConnected) releaseTile(tile)
  const isLong = found.length > MAX_OBSERVED
  if (isLong) fetchLongLists()
  if (longList) longList.onTiles(found)
  else observeTiles(Array.prototype.slice.call(found, 0, isLong ? FIRST_OBSERVED : MAX_OBSERVED))
}

/** Elements of the page may have moved. */
export const onTilesMoved = () => longList?.onMoved()

/** Observes the tiles around the one that entered the viewport last. */
export const extendObserved = () => longList?.onReported()

/** Called right after a requested layout. */
export const onLayout = () => longList?.onLayout()

/** The tiles that are still waited for. */
export const observedTiles = (): readonly Element[] => [...observed.keys()]

/** Makes the browser report the observed tiles again. */
export function restartTiles() {
  for (const tile of observedTiles()) {
    releaseTile(tile)
    observed.set(tile, false)
    observe(tile)
  }
}

/** Starts without tiles. */
export const startTiles = (given: TileHandlers) => {
  handlers = given
}

/** Stops observing all tiles. */
export function stopTiles() {
  longList?.stop()
  handlers = newest = undefined
  tiles = []
  for (const observer of observers.values()) observer.disconnect()
  for (const set of [observers, observed, inSight, passed]) set.clear()
}
