import { createEventSearch, exportEvents } from 'svc-tag-console'
import type { Sql, StoredEvent } from 'svc-tag-service'
import { momentOf, userOf, usersOf } from './sender.ts'

/** The content of a store, compared with the acknowledged events. */
export interface Compared {
  readonly events: number
  readonly stored: number
  readonly lost: number
  readonly twice: number
  /** The number of users whose events the store returns in an order that differs from that of `t`. */
  readonly outOfOrder: number
  /** The number of users whose events arrived in an order that differs from that of `t`. If it is 0, the order was not tested. */
  readonly late: number
  readonly repeats: number
}

/** One event, as a store returns it. */
export type Given = Pick<StoredEvent, 'id' | 'uid' | 't' | 'at' | 'repeats'>

/** Reads the events of a user as the console exports them, page by page, and reverses them: oldest first. */
async function readUser(store: Sql, uid: string): Promise<readonly Given[]> {
  const events: Given[] = []
  const { stream } = exportEvents(createEventSearch(store), { uid }, 'ndjson')
  for await (const line of stream) events.push(JSON.parse(line))
  return events.reverse()
}

/**
 * Compares the sent events with those that a store returns. Each must be present exactly once. A user's events must be in order of `t`,
 * whatever their order of arrival, which several intakes, retries and killed processes change.
 *
 * @param byUser - The events of each user, as returned by `readUser`.
 */
export function compareGiven(events: number, byUser: ReadonlyMap<string, readonly Given[]>) {
  const given = [...byUser.values()]
  const times = new Map<string, number>()
  for (const { uid, t } of given.flat())
    times.set(`${uid} ${t}`, (times.get(`${uid} ${t}`) ?? 0) + 1)
  const sent = Array.from({ length: events }, (_, count) => `${userOf(count)} ${momentOf(count)}`)
  return {
    lost: sent.filter((event) => !times.has(event)).length,
    twice: [...times.values()].filter((count) => count > 1).length,
    outOfOrder: given.filter((some) => !isRising(some, ({ at }) => at)).length,
    late: given.filter((some) => !isRising(some.toSorted(byMoment), ({ id }) => id)).length,
  }
}

const byMoment = (one: Given, other: Given) => one.at - other.at

const isRising = (events: readonly Given[], numberOf: (event: Given) => number) =>
  events.every((event, index) => {
    const before = events[index - 1]
    return !before || numberOf(event) > numberOf(before)
  })

/** Compares a whole store with this many events of the sender. */
export async function compareStore(store: Sql, events: number): Promise<Compared> {
  const byUser = new Map<string, readonly Given[]>()
  for (const uid of usersOf(events)) byUser.set(uid, await readUser(store, uid))
  const [sums] = await store.all<{ readonly stored: number; readonly repeats: number }>(
    'select count(*) as stored, coalesce(sum(repeats), 0) as repeats from tracker_events',
  )
  const { stored = 0, repeats = 0 } = sums ?? {}
  return { events, stored, ...compareGiven(events, byUser), repeats }
}

/** Whether nothing was lost, duplicated or out of order, and the order was tested. */
export const isWhole = ({ events, stored, lost, twice, outOfOrder, late }: Compared): boolean =>
  stored === events && lost + twice + outOfOrder === 0 && late > 0
