import { type Cancel, now, schedule } from '../browser/clock'
import { documentValue, type Elements } from '../browser/dom'
import { guard } from '../browser/guard'
import { isOccluded, isPerceptible } from '../browser/layout'
import { settings } from '../settings/read-settings'
import type { ProductId, Timestamp } from '../wire/tracker-event'
import { takeSigns, watchForSigns } from './hidden-tile-signs'
import { countTiles, pidOf } from './impressions'
import {
  dropTile,
  extendObserved,
  onLayout,
  onTilesMoved,
  restartTiles,
  setTiles,
  startTiles,
  stopTiles,
} from './tile-observer'

/* Decides which tiles a person saw: enough of the tile was visible, for long enough without a break, and nothing covered it. */

/** Tiles whose dwell ends within this time are judged together. */
const TOGETHER_MS = 100

/** Grace period for an observer callback before one is forced. */
const GRACE_MS = 50

/** How soon a tile must be visible in place of an equal one to go on being seen. */
const REPLACED_MS = 300

/** How long a hit-test result stays valid. A hit test takes up to a millisecond on a page of ten thousand tiles. */
const HIT_TEST_MS = 600

/** A tile that cannot be seen is judged again after 2, 4 and from then on 8 dwells. */
const MAX_DWELLS = 8

/** A tile in the viewport. */
interface Dwell {
  readonly since: Timestamp
  readonly dueAt: number
  /** The product when the tile entered the viewport. A different product restarts the dwell. */
  readonly pid: ProductId | undefined
  /** 1 as long as nothing is known to hide the tile. */
  readonly dwells: number
}

const dwelling = new Map<Element, Dwell>()
/** Tiles that left the viewport when their dwell was already over, because the timer may be late on a busy page. */
let leftInTime: Element[] = []
let armedFor = Number.POSITIVE_INFINITY
let cancelTimer: Cancel = () => {}
let layout: IntersectionObserver | undefined
let isAnythingOver = false
let hitTestedAt = 0

const dwellMs = () => (settings.impressions === 'load' ? 0 : settings.impressions.dwellMs)

function begin(tile: Element, dwells = 1, since = now()) {
  dwelling.set(tile, { since, dueAt: since + dwells * dwellMs(), pid: pidOf(tile), dwells })
}

/** Dwells of tiles that were removed from the page, by product, and when that was noticed. */
const removed = new Map<ProductId | undefined, Dwell & { readonly at: Timestamp }>()

function onLost(tile: Element) {
  const dwell = dwelling.get(tile)
  if (dwell?.dwells === 1 && !tile.isConnected) removed.set(dwell.pid, { ...dwell, at: now() })
  dwelling.delete(tile)
}

/** A tile that replaces one with the same product at once goes on being seen, as it looks to a person. */
function beginOrContinue(tile: Element) {
  const pid = removed.size ? pidOf(tile) : undefined
  const before = removed.get(pid)
  removed.delete(pid)
  begin(tile, 1, before && now() - before.at < REPLACED_MS ? before.since : now())
}

function requestLayout() {
  layout ??= new IntersectionObserver(
    guard(() => {
      layout?.disconnect()
      evaluate()
      onLayout()
    }),
  )
  layout.observe(documentValue('documentElement'))
}

function disarm() {
  cancelTimer()
  armedFor = Number.POSITIVE_INFINITY
}

/** Sets the timer for the tile whose dwell ends next. */
function arm() {
  let next = Number.POSITIVE_INFINITY
  for (const { dueAt } of dwelling.values()) next = Math.min(next, dueAt)
  if (armedFor <= next) return
  disarm()
  if (next === Number.POSITIVE_INFINITY) return
  armedFor = next
  cancelTimer = schedule(
    () => {
      extendObserved()
      requestLayout()
    },
    next - now() + TOGETHER_MS + GRACE_MS,
  )
}

const hiddenTiles = (): readonly Element[] =>
  [...dwelling].flatMap(([tile, { dwells }]) => (dwells > 1 ? [tile] : []))

const watchHidden = () => watchForSigns(hiddenTiles().length > 0, requestLayout)

/**
 * After a sign, hidden tiles that have become visible begin their dwell. While an element covers some of them, they wait until their dwell
 * is over, because a pointer that moves over a dialog causes many signs and must not cause a hit test for each tile every time.
 */
function beginShown() {
  if (!takeSigns()) return
  const hidden = hiddenTiles()
  hitTest(hidden)
  if (!isAnythingOver) for (const tile of hidden) if (isPerceptible(tile)) begin(tile)
}

/** Whether anything covers the first, middle or last of these tiles. */
function hitTest(tiles: readonly Element[]) {
  if (!tiles.length || Math.abs(now() - hitTestedAt) < HIT_TEST_MS) return
  hitTestedAt = now()
  const last = tiles.length - 1
  const sample = new Set([0, last >> 1, last].flatMap((index) => tiles[index] ?? []))
  isAnythingOver = [...sample].some(isOccluded)
}

/** Whether a tile was seen; if not, its dwell restarts. */
function wasSeen(tile: Element): boolean {
  const { pid, dwells } = dwelling.get(tile) as Dwell
  // There may have been no hit test since the tile that has left came into sight.
  const isOpen = isPerceptible(tile) && !(isAnythingOver && isOccluded(tile))
  if (isOpen && dwells === 1 && pid === pidOf(tile)) return true
  begin(tile, isOpen ? 1 : Math.min(MAX_DWELLS, dwells * 2))
  return false
}

/** Counts the tiles whose dwell is over. Call it right after a layout. */
function evaluate() {
  disarm()
  beginShown()
  const due = [...dwelling].flatMap(([tile, { dueAt }]) =>
    dueAt <= now() && tile.isConnected ? [tile] : [],
  )
  hitTest(due)
  count(due.filter(wasSeen))
  watchHidden()
  arm()
}

function count(tiles: readonly Element[]) {
  tiles.forEach(dropTile)
  countTiles(tiles)
}

function onSight(tile: Element, isIn: boolean) {
  if (isIn) return beginOrContinue(tile)
  const dwell = dwelling.get(tile)
  const isDue = dwell && dwell.dueAt <= now() && tile.isConnected
  if (isDue && wasSeen(tile)) leftInTime.push(tile)
  onLost(tile)
}

function onReported() {
  count(leftInTime)
  leftInTime = []
  if (now() < armedFor + TOGETHER_MS) return arm()
  extendObserved()
  evaluate()
}

/** Since when a tile has been visible; `undefined` if it is not. */
export function inSightSince(tile: Element): Timestamp | undefined {
  const { since, dwells } = dwelling.get(tile) ?? {}
  return dwells === 1 ? since : undefined
}

/** Sets the tiles of a scan. */
export function watchTiles(tiles: Elements, isAnew: boolean) {
  setTiles(tiles, isAnew)
  for (const [tile, { pid }] of dwelling) if (pid !== pidOf(tile)) begin(tile)
  arm()
}

/** Something changed that may have uncovered a tile. */
export function onPageChanged() {
  hitTestedAt = 0
  for (const tile of hiddenTiles()) begin(tile)
  arm()
  onTilesMoved()
}

/** Restarts every dwell, for example after the page was hidden. */
export function restartDwell() {
  removed.clear()
  restartTiles()
  watchHidden()
  disarm()
}

/** Starts watching, without tiles. One timer serves all tiles; it runs only while a tile is in the viewport. */
export const startViewability = () => startTiles({ onSight, onLost, onReported, requestLayout })

/** Stops watching all tiles. */
export function stopViewability() {
  stopTiles()
  layout?.disconnect()
  layout = undefined
  takeSigns()
  dwelling.clear()
  removed.clear()
  watchHidden()
  disarm()
}
