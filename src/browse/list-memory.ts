import type { ProductId, VisitId } from '../brand'
import type { Storage } from '../platform/storage'
import { createVisitLists } from '../platform/visit-lists'

/**
 * From which answer of Browse a product came, for the length of a visit, in all its tabs: so that a cart on the product
 * page carries the request id of the list that led there, without any wiring.
 */
export interface ListMemory {
  /** The products came from this answer; a list without a request id takes the place of an earlier one all the same. */
  readonly remember: (visit: VisitId, pids: readonly ProductId[], requestId?: string) => void
  /** The shopper clicked the product in this list, which from now on wins over those it is merely shown in. */
  readonly rememberClick: (visit: VisitId, pid: ProductId, requestId: string) => void
  /** The answer that the product was clicked in, else last shown in, in this visit. */
  readonly requestIdOf: (visit: VisitId, pid: ProductId) => string | undefined
  readonly erase: () => void
}

/** The last twenty answers, each of at most the 100 products that Browse gives: some 50 kB of storage at worst. */
const limits = { lists: 20, ids: 100 }

/** @param storage - Where the tabs of the visit can all read it. */
export function createListMemory(storage: Pick<Storage, 'read' | 'write' | 'remove'>): ListMemory {
  const shown = createVisitLists({ storage, key: 'lists', limits })
  const clicked = createVisitLists({ storage, key: 'clicked', limits })
  return {
    remember: (visit, pids, requestId = '') => shown.add(visit, requestId, pids),
    rememberClick: (visit, pid, requestId) => clicked.add(visit, requestId, [pid]),
    requestIdOf: (visit, pid) =>
      [...clicked.read(visit), ...shown.read(visit)].find(([, ...pids]) =>
        pids.includes(pid),
      )?.[0] || undefined,
    erase() {
      shown.erase()
      clicked.erase()
    },
  }
}
