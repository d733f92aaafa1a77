import { createHash } from 'node:crypto'
import type { KnownReply } from 'svc-tag-service'

/** A list that was seen, as a row of the columns. */
export interface SeenList {
  readonly site: string
  readonly ts: number
  readonly uid: string
  readonly visit: string
  /** `query:…` or `page:…`. */
  readonly list: string
  /** Empty if the events contain no request id. */
  readonly request: string
}

/** One step of a product, as a row of the columns. */
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

const MAX_ID = 100

/** The end of the year 9999: dates of ISO 8601 have four digits for the year. */
const LAST_MS = 253_402_300_799_999

/** Converts a list to a query. `reply` is the Browse reply, if it is known. */
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

/** Converts a step to an event; `undefined` for an impression without a known rank, which has no information. */
export function eventDocument(seen: SeenStep): UbiDocument | undefined {
  if (seen.step === 'shown' && seen.rank === null) return undefined
  return { index: 'ubi_events', id: `${seen.event_id}.${seen.line}`, body: eventBody(seen) }
}

function eventBody(seen: SeenStep) {
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
    // The schema requires a position, but allows further fields here.
    ...(rank === null ? { object_id: pid } : { event_attributes: attributesOf(seen, rank) }),
  }
}

const attributesOf = ({ step, pid, units, micros }: SeenStep, ordinal: number) => ({
  object: { object_id: pid },
  position: { ordinal },
  ...((step === 'added' || step === 'ordered') && { quantity: units }),
  ...(step === 'ordered' && { revenue: micros / 1e6 }),
})

/** The request id; without one, an id for the list in its visit, which is the same in queries and events. */
const queryId = (request: string, visit: string, list: string): string =>
  request === '' ? short(`${visit}.${digest(list)}`) : short(request)

/** Shortens an id to the limit. Uses a digest, because long ids may share the same beginning. */
const short = (id: string): string => (id.length <= MAX_ID ? id : digest(id))

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

const nameOf = (list: string): string => list.slice(list.indexOf(':') + 1)

/** The time in ISO 8601, within limits, because an event may claim any time. */
const timestamp = (ts: number): string => new Date(Math.min(ts, LAST_MS)).toISOString()

function filtersOf({ query }: KnownReply): { readonly filters?: readonly string[] } {
  const parameters = new URLSearchParams(query.slice(query.indexOf('?') + 1))
  const filters = ['filter', 'filter-id', 'category-filter', 'category-filter-id'].flatMap((name) =>
    parameters.getAll(name),
  )
  return filters.length > 0 ? { filters } : {}
}

/** A query or an event of User Behavior Insights 1.3.0, whose id makes a repeated delivery harmless. */
export interface UbiDocument {
  readonly index: 'ubi_queries' | 'ubi_events'
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
}
