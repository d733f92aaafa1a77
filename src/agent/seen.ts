import type { VisitId } from '../brand'
import type { TrackerEvent } from '../events'
import type { Storage } from '../platform/storage'
import { createVisitLists } from '../platform/visit-lists'

/** Products that the shopper met in a visit, by what happened with them, the latest first: `views`, `clicks`, `carts`. */
export type Seen = Readonly<Record<string, readonly string[]>>

export interface SeenStore {
  /** Notes the products of an event. */
  readonly add: (event: TrackerEvent) => void
  readonly read: (visit: VisitId) => Seen
  readonly erase: () => void
}

/** The most ids of each kind that go along with a message. */
const limits = { lists: 3, ids: 20 }

/** @param storage - Where the tabs of the visit can all read it. */
export function createSeen(storage: Pick<Storage, 'read' | 'write' | 'remove'>): SeenStore {
  const { add, read, erase } = createVisitLists({ storage, key: 'seen', limits })
  return {
    add({ action, data }) {
      if (action === 'PRODUCT_IMPRESSIONS') add(data.visitId, 'views', data.pids_list)
      if (action === 'click') add(data.visitId, 'clicks', [data.pid])
      if (action === 'cart') add(data.visitId, 'carts', [data.pid])
    },
    read: (visit) => Object.fromEntries(read(visit).map(([kind, ...pids]) => [kind, pids])),
    erase,
  }
}
