import type { ProductId, VisitId } from '../brand'
import type { Action, TrackerEvent } from '../events'
import type { Storage } from '../platform/storage'
import { createVisitLists, type VisitLists } from '../platform/visit-lists'

/**
 * What the shopper met, for the length of a visit, in all its tabs. Each list is named by what happened with its products (`views`,
 * `clicks`, `carts`; `shown` when Browse gave them), a space, and the request id of the answer that they came from.
 */
export interface ListMemory {
  /** The lists: those of what was done first, and of each the latest. */
  readonly read: VisitLists['read']
  /** Browse gave these products; an answer without a request id takes the place of an earlier one all the same. */
  readonly show: (visit: VisitId, pids: readonly ProductId[], requestId?: string) => void
  /**
   * Remembers what happened, and completes a click and a cart with the request id of the list that led there: so that a cart on the
   * product page carries it, without any wiring.
   */
  readonly complete: (event: TrackerEvent) => TrackerEvent
  readonly erase: () => void
}

/** The last twenty answers, given and seen, each of at most the 100 products that Browse gives: some 100 kB of storage at worst. */
const limits = { lists: 40, ids: 100 }

/** What is read of an event here. */
interface Met {
  readonly visitId: VisitId
  readonly pid?: ProductId
  readonly pids_list?: readonly ProductId[]
  readonly requestId?: string
}

const kinds: { readonly [A in Action]?: 'views' | 'clicks' | 'carts' } = {
  PRODUCT_IMPRESSIONS: 'views',
  click: 'clicks',
  cart: 'carts',
}

/**
 * @param storage - Where the tabs of the visit can all read it.
 * @param keepsAll - Whether lists without a request id are of use, too.
 */
export function createListMemory(
  storage: Pick<Storage, 'read' | 'write' | 'remove'>,
  keepsAll: boolean,
): ListMemory {
  const met = createVisitLists({ storage, key: 'met', limits })
  /** Kept by itself: however much is looked at, it is not pushed out. */
  const done = createVisitLists({ storage, key: 'done', limits })

  const listsOf = { views: met, clicks: done, carts: done }

  const read = (visit: VisitId) => [...done.read(visit), ...met.read(visit)]

  /** The answer that the product was clicked in, else last shown in. */
  function requestIdOf(visit: VisitId, pid: ProductId) {
    const found = read(visit).filter(([, ...pids]) => pids.includes(pid))
    const nameOf = (kind: RegExp) => found.find(([name]) => kind.test(name))?.[0]
    const name = nameOf(/^clicks ./) ?? nameOf(/^views .|^shown/)
    return name?.replace(/.*? /, '') || undefined
  }

  return {
    read,
    erase() {
      met.erase()
      done.erase()
    },
    show: (visit, pids, requestId = '') => met.add(visit, `shown ${requestId}`, pids),
    complete(event) {
      const kind = kinds[event.action]
      if (!kind) return event

      const { visitId, pid, pids_list = [pid as ProductId], ...data } = event.data as Met
      const { requestId = pid && requestIdOf(visitId, pid) } = data
      if (requestId || keepsAll) listsOf[kind].add(visitId, `${kind} ${requestId ?? ''}`, pids_list)
      if (!requestId) return event
      return { ...event, data: { ...event.data, requestId } } as TrackerEvent
    },
  }
}
