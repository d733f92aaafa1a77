import type { ProductId } from '../brand'
import { type Ignore, listFields, type Moment, type Report } from '../events'
import type { Cancel, Clock } from '../platform/clock'
import { parentOf } from '../platform/tree'
import type { Markup } from './attributes'
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
  /** Counts tiles as seen, each product once per list; those of one list are reported together, soon. */
  readonly count: (tiles: readonly Element[]) => void
  /** Counts a list that says that it found nothing. */
  readonly countEmpty: (element: Element) => void
  /** Reports what was counted. */
  readonly flush: () => void
}

/** Every report costs what some fifty tiles do. */
const GATHER_MS = 500

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
  let cancel: Cancel | undefined

  /** Whether a product counts: it is the first time in its list. */
  function isNew(list: List, pid: string): boolean {
    const pids = tally.of(list)
    return pids.size < pids.add(pid).size
  }

  /** The lists around elements; tiles side by side, which most are, are in the same one. */
  function listFinder() {
    const found = new Map<Node | null, List | undefined>()
    return (element: Element): List | undefined => {
      const parent = parentOf(element)
      if (!found.has(parent)) found.set(parent, lists.around(element))
      return found.get(parent)
    }
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
    bursts.set(name, burst)
    cancel ??= clock.schedule(flush, GATHER_MS)
  }

  function count(element: Element, list: List | undefined) {
    const pid = markup.read(element, 'product') as ProductId | undefined
    if (!list) ignore('not in a list; mark it data-svc-query or data-svc-page', { element, action })
    else if (!pid) ignore('data-svc-product is empty', { element, action })
    else if (isNew(list, pid)) gather(element, list, pid)
  }

  return {
    count(tiles) {
      const listAround = listFinder()
      for (const tile of tiles) count(tile, listAround(tile))
    },
    countEmpty(element) {
      const list = lists.around(element)
      if (list && isNew(list, '')) tell({ list, element, pids: [], ...moment() })
    },
    flush,
  }
}
