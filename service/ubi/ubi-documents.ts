import { createHash } from 'node:crypto'
import type { KnownReply } from '../store/replies.ts'
import type { UbiAttributes, UbiDocument, UbiEvent } from './ubi-type.ts'

/** A list that was seen, as the columns have it. */
export interface SeenList {
  readonly site: string
  readonly ts: number
  readonly uid: string
  readonly visit: string
  /** `query:…` or `page:…`. */
  readonly list: string
  /** Empty when the events name none. */
  readonly request: string
}

/** One step of a product, as the columns have it. */
export interface SeenStep extends Omit<SeenList, 'request'> {
  readonly event_id: number
  readonly line: number
  readonly step: 'shown' | 'clicked' | 'added' | 'ordered'
  readonly pid: string
  readonly rank: number | null
  readonly units: number
  readonly micros: number
  readonly owed_request: string
  readonly owed_visit: string
}

const ACTIONS = {
  shown: 'impression',
  clicked: 'click',
  added: 'add_to_cart',
  ordered: 'purchase',
} as const

/** The schema allows ids of so many characters. */
const MAX_ID = 100

/** The end of the year 9999: dates of ISO 8601 have four digits for the year. */
const LAST_MS = 253_402_300_799_999

/** Writes a list as a query; `reply` is what Browse answered, when that is known. */
export function queryDocument(seen: SeenList, reply: KnownReply | undefined): UbiDocument {
  const id = queryId(seen.request, seen.visit, seen.list)
  return {
    index: 'ubi_queries',
    id,
    body: {
      application: short(seen.site),
      query_id: id,
      client_id: short(seen.uid),
      user_query: nameOf(seen.list),
      timestamp: timestamp(seen.ts),
      ...(reply && { query_response_hit_ids: reply.pids }),
      query_attributes: {
        list: seen.list.startsWith('page:') ? 'page' : 'search',
        ...(reply && { ...filtersOf(reply), start: reply.start, found: reply.found }),
      },
    },
  }
}

/** Writes a step as an event; `undefined` for an impression whose place is not known, which says nothing. */
export function eventDocument(seen: SeenStep): UbiDocument | undefined {
  if (seen.step === 'shown' && seen.rank === null) return undefined
  return { index: 'ubi_events', id: `${seen.event_id}.${seen.line}`, body: eventBody(seen) }
}

function eventBody(seen: SeenStep): UbiEvent {
  const { list, pid, rank } = seen
  const isInList = list !== ''
  return {
    application: short(seen.site),
    action_name: ACTIONS[seen.step],
    ...(isInList && {
      query_id: queryId(seen.owed_request, seen.owed_visit, list),
      user_query: nameOf(list),
    }),
    session_id: short(seen.visit),
    client_id: short(seen.uid),
    timestamp: timestamp(seen.ts),
    ...(rank === null ? { object_id: pid } : { event_attributes: attributesOf(seen, rank) }),
  }
}

const attributesOf = ({ step, pid, units, micros }: SeenStep, ordinal: number): UbiAttributes => ({
  object: { object_id: pid },
  position: { ordinal },
  ...((step === 'added' || step === 'ordered') && { quantity: units }),
  ...(step === 'ordered' && { revenue: micros / 1e6 }),
})

/** The request id; without one, a name for the list in its visit, the same in queries and events. */
const queryId = (request: string, visit: string, list: string): string =>
  request === '' ? short(`${visit}.${digest(list)}`) : short(request)

/** An id within the limit. Longer ones would be cut to the same beginning, so they become a digest. */
const short = (id: string): string => (id.length <= MAX_ID ? id : digest(id))

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

const nameOf = (list: string): string => list.slice(list.indexOf(':') + 1)

/** An event may claim any time. */
const timestamp = (ts: number): string => new Date(Math.min(ts, LAST_MS)).toISOString()

function filtersOf({ query }: KnownReply): { readonly filters?: readonly string[] } {
  const parameters = new URLSearchParams(query.slice(query.indexOf('?') + 1))
  const filters = ['filter', 'filter-id', 'category-filter', 'category-filter-id'].flatMap((name) =>
    parameters.getAll(name),
  )
  return filters.length > 0 ? { filters } : {}
}
