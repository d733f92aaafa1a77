import type { ProductId } from '../brand'
import { type Ignore, listFields, type Moment, type Report } from '../events'
import type { Cancel, Clock } from '../platform/clock'
import { lineage } from '../platform/tree'
import { INERT, isInert, type Markup } from './attributes'
import { type List, type Lists, subjectOf } from './list'
import type { Tally } from './tally'

export interface ImpressionDeps {
  readonly markup: Markup
  readonly lists: Lists
  readonly tally: Tally
  readonly clock: Clock
  /** Now, and the page that is shown. */
  readonly moment: () => Moment
  readonly report: Report
  readonly ignore: Ignore
}

export interface Impressions {
  /** Of tiles, those that are worth waiting for: of the others it is known what they count. */
  readonly wanted: (tiles: readonly Element[]) => readonly Element[]
  /** Counts tiles as seen, each product once per list; those of one list are reported together, soon. */
  readonly count: (tiles: readonly Element[]) => void
  /** Counts a list that found nothing. */
  readonly countEmpty: (element: Element, since: Moment) => void
  /** Reports what was counted. */
  readonly flush: () => void
}

/** Every report costs what some fifty tiles do, and is written to the disk. */
const GATHER_MS = 1_000

const action = 'PRODUCT_IMPRESSIONS'

/** Tiles of one list that are told together. */
interface Burst extends Moment {
  readonly list: List
  readonly element: Element
  readonly pids: ProductId[]
}

/** Attributes tiles to their lists. */
export function createImpressions(deps: ImpressionDeps): Impressions {
  const { markup, lists, tally, clock, moment, report, ignore } = deps
  const bursts = new Map<string, Burst>()
  /** Tiles that were counted or passed, and tallies of which it was said that what they hold was drawn again. */
  const told = new WeakSet<object>()
  let cancel: Cancel | undefined

  const pidOf = (tile: Element) => markup.read(tile, 'product') as ProductId | undefined

  /** Whether a product counts: it is the first time in its list. */
  function isNew(list: List, pid: string): boolean {
    const pids = tally.of(list)
    return pids.size < pids.add(pid).size
  }

  function tell({ list, pids, ...origin }: Burst) {
    const data = { ...listFields(list.context), pids_list: pids }
    report({ action, data }, origin)
  }

  function flush() {
    cancel?.()
    cancel = undefined
    const told = [...bursts.values()]
    bursts.clear()
    told.forEach(tell)
  }

  function gather(element: Element, list: List, pid: ProductId) {
    const name = `${list.key} ${subjectOf(list)}`
    const burst = bursts.get(name) ?? { list, element, pids: [], ...moment() }
    burst.pids.push(pid)
    told.add(element)
    bursts.set(name, burst)
    cancel ??= clock.schedule(flush, GATHER_MS)
  }

  function pass(element: Element, reason = 'counted before') {
    told.add(element)
    ignore(reason, { element, action })
  }

  const passListless = (element: Element) =>
    pass(
      element,
      isInert(markup, lineage(element))
        ? INERT
        : 'not in a list; mark it data-svc-query or data-svc-page',
    )

  /** `false` when the tile's product was counted before. */
  function count(element: Element): boolean {
    const list = lists.around(element)
    const pid = pidOf(element)
    if (!list) passListless(element)
    else if (!pid) pass(element, 'data-svc-product is empty')
    else if (isNew(list, pid)) gather(element, list, pid)
    else return false
    return true
  }

  function isDone(tile: Element, pid: string): boolean {
    const list = lists.around(tile)
    const pids = list && pid ? tally.of(list) : undefined
    const isCounted = pids?.has(pid)
    if (pids && isCounted && !told.has(tile)) passRepeated(tile, pids)
    return isCounted ?? told.has(tile)
  }

  /** Of what a framework draws again and again one tile speaks for all, and once: they would fill the ledger. */
  function passRepeated(tile: Element, pids: object) {
    if (!told.has(pids)) pass(tile)
    told.add(pids)
  }

  return {
    wanted(tiles) {
      return tiles.filter((tile) => {
        const pid = pidOf(tile)
        return pid !== undefined && !isDone(tile, pid)
      })
    },
    count(tiles) {
      const [repeated] = tiles.filter((tile) => !count(tile))
      if (repeated) pass(repeated)
    },
    countEmpty(element, since) {
      const list = lists.around(element)
      if (!list) passListless(element)
      else if (isNew(list, '')) tell({ list, element, pids: [], ...since })
      else pass(element)
    },
    flush,
  }
}
