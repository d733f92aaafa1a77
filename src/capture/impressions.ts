import type { ProductId } from '../brand'
import { type Ignore, listFields, type Report } from '../events'
import { parentOf } from '../platform/tree'
import type { Markup } from './attributes'
import type { List, Lists } from './list'
import type { Tally } from './tally'

export interface ImpressionDeps {
  readonly markup: Markup
  readonly lists: Lists
  readonly tally: Tally
  readonly report: Report
  readonly ignore: Ignore
}

export interface Impressions {
  /** Counts tiles as seen, each product once per list, and reports those of one list together. */
  readonly count: (tiles: readonly Element[]) => void
  /** Counts a list that says that it found nothing. */
  readonly countEmpty: (element: Element) => void
}

const action = 'PRODUCT_IMPRESSIONS'

/** Tiles of one list that are told together. */
interface Burst {
  readonly list: List
  readonly element: Element
  readonly pids: ProductId[]
}

/** Attributes tiles to their lists. */
export function createImpressions(deps: ImpressionDeps): Impressions {
  const { markup, lists, tally, report, ignore } = deps

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

  function tell({ list, element, pids }: Burst) {
    const data = { ...listFields(list.context), pids_list: pids }
    report({ action, data }, { element })
  }

  function gather(bursts: Map<List, Burst>, element: Element, list: List | undefined) {
    const pid = markup.read(element, 'product') as ProductId | undefined
    if (!list) ignore('not in a list; mark it data-svc-query or data-svc-page', { element, action })
    else if (!pid) ignore('data-svc-product is empty', { element, action })
    else if (isNew(list, pid)) {
      const burst = bursts.get(list) ?? { list, element, pids: [] }
      bursts.set(list, burst)
      burst.pids.push(pid)
    }
  }

  return {
    count(tiles) {
      const bursts = new Map<List, Burst>()
      const listAround = listFinder()
      for (const tile of tiles) gather(bursts, tile, listAround(tile))
      for (const burst of bursts.values()) tell(burst)
    },
    countEmpty(element) {
      const list = lists.around(element)
      if (list && isNew(list, '')) tell({ list, element, pids: [] })
    },
  }
}
