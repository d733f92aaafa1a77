import { setImmediate as turn } from 'node:timers/promises'
import {
  type ActionCount,
  conditionOf,
  type EventFilter,
  type EventRow,
  type Sql,
  type StoredEvent,
  storedEvent,
} from 'svc-tag-service'
import type { EventList } from './wire.ts'

/** Searches the stored events in slices, so that other requests are served in between. */
export interface EventSearch {
  /** The newest events that pass a filter, or those before a given one. Events are sorted by arrival; those of one user or visit by `t`. */
  newest(filter: EventFilter, page: SearchPage): Promise<FoundEvents>
  /** Counts the events that pass a filter, by action; only the newest ones if time runs out. */
  count(filter: EventFilter): Promise<CountedActions>
}

/** Selects a part of a long list. */
export interface SearchPage {
  readonly limit: number
  /** An event id; returns only events after it in the list. */
  readonly before?: number | undefined
}

/** A page of events, newest first, and the position of the next page. */
export type FoundEvents = Pick<EventList, 'events' | 'nextBefore'>

/** The counts of a filter by action. */
export interface CountedActions {
  readonly counts: readonly ActionCount[]
  /** The id of the newest event at the time of counting. */
  readonly upTo: number
  readonly isWhole: boolean
}

/** Events per slice; reading a payload costs more than reading a number. */
const SLICE = { text: 250, other: 5_000 }

/** The time limit of one search. A page needs two, one for its events and one for the counts; together they stay under a second. */
const MAX_SEARCH_MS = 400

/** Searches the events of a store. */
export function createEventSearch(store: Sql): EventSearch {
  async function lastId(): Promise<number> {
    const [row] = await store.all<{ readonly id: number }>(
      'select coalesce(max(id), 0) as id from tracker_events',
    )
    return row?.id ?? 0
  }

  /** Calls back with one range of ids after another, newest first, until the callback returns false or time runs out. */
  async function eachSlice(
    size: number,
    before: number,
    look: (from: number, before: number) => Promise<boolean>,
  ): Promise<number> {
    const end = performance.now() + MAX_SEARCH_MS
    let next = before
    while (next > 1) {
      const from = Math.max(1, next - size)
      const goesOn = await look(from, next)
      next = from
      if (!goesOn || performance.now() > end) return next
      await turn()
    }
    return next
  }

  /** One user or visit has few events, and an index keeps them in order, so no slices are needed. */
  async function newestOfOne(filter: EventFilter, { limit, before }: SearchPage) {
    const { sql, values } = conditionOf(filter)
    const behind = before === undefined ? '' : `and (at, id) < (${SELECT_PLACE})`
    const rows = await store.all<EventRow>(
      `select * from tracker_events where ${sql} ${behind} order by at desc, id desc limit ?`,
      [...values, ...(before === undefined ? [] : [before]), limit],
    )
    const oldest = rows.length === limit ? rows.at(-1) : undefined
    return { events: rows.map(storedEvent), ...(oldest && { nextBefore: oldest.id }) }
  }

  return {
    async newest(filter, page) {
      if (isOfOne(filter)) return newestOfOne(filter, page)
      const { limit, before } = page
      const { sql, values } = conditionOf(filter)
      const select = `
        select * from tracker_events where ${sql} and id >= ? and id < ?
        order by id desc limit ?`
      const events: StoredEvent[] = []
      const start = before ?? (await lastId()) + 1
      const reached = await eachSlice(sliceOf(filter), start, async (from, to) => {
        const some = [...values, from, to, limit - events.length]
        events.push(...(await store.all<EventRow>(select, some)).map(storedEvent))
        return events.length < limit
      })
      const oldest = events.at(-1)
      if (oldest && events.length === limit) return { events, nextBefore: oldest.id }
      return { events, ...(reached > 1 && { nextBefore: reached }) }
    },
    async count(filter) {
      const { sql, values } = conditionOf(filter)
      const select = `
        select action, sum(is_good) as good, sum(1 - is_good) as bad, sum(repeats) as repeats
        from tracker_events where ${sql} and id >= ? and id < ? group by action`
      const upTo = await lastId()
      const counts: ActionCount[] = []
      const reached = await eachSlice(sliceOf(filter), upTo + 1, async (from, to) => {
        counts.push(...(await store.all<ActionCount>(select, [...values, from, to])))
        return true
      })
      return { counts, upTo, isWhole: reached <= 1 }
    },
  }
}

const SELECT_PLACE = 'select at, id from tracker_events where id = ?'

const isOfOne = ({ uid, visitId }: EventFilter) => uid !== undefined || visitId !== undefined

/** Queries that use an index need no slices. */
function sliceOf(filter: EventFilter): number {
  const { id, who, text, action, hasNotes, isGood } = filter
  if (id !== undefined || who !== undefined || isOfOne(filter)) return Number.POSITIVE_INFINITY
  if (text !== undefined) return SLICE.text
  const isIndexed = hasNotes === true || isGood === false || action !== undefined
  return isIndexed ? Number.POSITIVE_INFINITY : SLICE.other
}
