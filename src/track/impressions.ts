import { debounced, now, schedule } from '../browser/clock'
import { composedAncestors } from '../browser/dom'
import { ignore } from '../log/event-log'
import { listFields } from '../wire/list-and-order'
import type { EventContext, ProductId } from '../wire/tracker-event'
import { IGNORED, isIgnored, read } from './attributes'
import { type List, listContaining } from './known-lists'
import { pageContext } from './page-context'
import { record } from './record'

/** Tiles of one list within this time are one event, because an event costs as much as about fifty tiles, and a write to the disk. */
const GATHER_MS = 2_000

const action = 'PRODUCT_IMPRESSIONS'

/** Products of one list that are reported together. */
interface Batch extends EventContext {
  readonly list: List
  readonly element: Element
  readonly pids: ProductId[]
}

/** Counted but not yet recorded products, for `svc.explain()`. */
export const batches = new Map<string, Batch>()
const gathering = debounced(flushImpressions, (task) => schedule(task, GATHER_MS))

/** Tiles that were counted or logged, and sets of counted products for which one repeat was logged. */
const handled = new WeakSet<object>()

/** The key for a list without an element. */
const noElement = {}
/** The products counted in a list, kept as long as its element. */
let byElement = new WeakMap<object, { readonly key: string; readonly pids: Set<string> }>()
/** The same by key: an element that replaces a list on the same route, as frameworks do, takes them over. */
let byKey = new Map<string, Set<string>>()

/** The product that a tile shows. */
export const pidOf = (tile: Element): ProductId | undefined =>
  read(tile, 'product') as ProductId | undefined

/** The products counted in a list so far. */
export function countedIn({ element = noElement as Element, key }: List): Set<string> {
  const before = byElement.get(element)
  if (before?.key === key) return before.pids
  const pids = byKey.get(key) ?? new Set()
  byKey.set(key, pids)
  byElement.set(element, { key, pids })
  return pids
}

/** On a new route, lists that appear are new; those already on the page continue. */
export function startRoute() {
  byKey = new Map()
  byElement.delete(noElement)
}

/** On a restored page every list is new. */
export function restartLists() {
  byKey = new Map()
  byElement = new WeakMap()
}

/** Counts a product in its list. Returns `false` if it was already counted. */
export function countProduct(list: List, pid: string): boolean {
  const pids = countedIn(list)
  return pids.size < pids.add(pid).size
}

/** Records the products of a list as seen. */
export const recordList = ({ list, pids, ...source }: Batch) =>
  record({ action, data: { ...listFields(list.context), pids_list: pids } }, source)

/** Records the pending batches now. */
export function flushImpressions() {
  gathering.cancel()
  const closed = [...batches.values()]
  batches.clear()
  closed.forEach(recordList)
}

function gather(element: Element, list: List, pid: ProductId) {
  // Lists that the tracker cannot distinguish share one event.
  const name = `${list.context.requestId} ${list.identity}`
  const batch = batches.get(name) ?? { list, element, pids: [], at: now(), page: pageContext() }
  batch.pids.push(pid)
  batches.set(name, batch)
  gathering.start()
}

/** Logs once why a tile does not count. */
export function rejectTile(element: Element, reason: string) {
  handled.add(element)
  ignore(reason, { element, action })
}

/** Logs why a tile without a list does not count. */
export const rejectListless = (element: Element) =>
  rejectTile(
    element,
    isIgnored(composedAncestors(element))
      ? IGNORED
      : 'not in a list; mark it data-svc-query or data-svc-page',
  )

/** Counts one tile. Returns `false` if its product was counted before. */
function countTile(element: Element): boolean {
  const list = listContaining(element)
  const pid = pidOf(element)
  if (!list) rejectListless(element)
  else if (!pid) rejectTile(element, 'data-svc-product is empty')
  else if (!countProduct(list, pid)) return false
  else {
    handled.add(element)
    gather(element, list, pid)
  }
  return true
}

/** Counts tiles as seen, each product once per list. Tiles of one list are recorded together, within two seconds. */
export function countTiles(tiles: readonly Element[]) {
  const [repeated] = tiles.filter((tile) => !countTile(tile))
  if (repeated) rejectTile(repeated, 'counted before')
}

/** Filters out tiles that are already counted or rejected. */
export const uncounted = (tiles: readonly Element[]): readonly Element[] =>
  tiles.filter((tile) => {
    const pid = pidOf(tile)
    const list = pid && listContaining(tile)
    const pids = list && countedIn(list)
    if (!pids) return pid !== undefined && !handled.has(tile)
    if (!pids.has(pid)) return true
    // Frameworks redraw tiles repeatedly, so only one repeat per list is logged to keep the log short.
    if (!handled.has(tile) && !handled.has(pids)) rejectTile(tile, 'counted before')
    handled.add(pids)
    return false
  })
