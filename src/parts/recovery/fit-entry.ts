import { attempt, warnOnce } from '../../browser/guard'
import { noteStatus } from '../../log/event-log'
import { entryFor, forget, keep } from '../../send/queue'
import { type QueueEntry, rankOf } from '../../send/queue-entry'
import { urlOf } from '../../send/transport'
import { settings } from '../../settings/read-settings'
import { newEventId } from '../../track/event-id'
import { linesOf, orderData } from '../../wire/list-and-order'
import type { EventId, PageFields, TrackerEvent } from '../../wire/tracker-event'

/** More events than any page makes. Without a limit, a dead network could fill the disk. */
const MAX_EVENTS = 1_000
const MAX_CHARACTERS = 1_000_000

const leastFirst = (one: QueueEntry, other: QueueEntry): number =>
  rankOf(other.event.action) - rankOf(one.event.action) || (one.key < other.key ? -1 : 1)

/** The entries to drop so that the rest fits: the least valuable first, and of these the oldest. Pure. */
export function overflow(waiting: readonly QueueEntry[]): readonly QueueEntry[] {
  let count = waiting.length
  let characters = waiting.reduce((sum, { size }) => sum + size, 0)
  const isTooMuch = () => count > MAX_EVENTS || characters > MAX_CHARACTERS
  if (!isTooMuch()) return []
  return [...waiting].sort(leastFirst).filter(({ size }) => {
    if (!isTooMuch()) return false
    count -= 1
    characters -= size
    return true
  })
}

/** Shorter forms of a page's fields, those with the smallest loss first. */
const REDUCTIONS: readonly ((page: PageFields) => Partial<PageFields>)[] = [
  ({ referrer }) => ({ referrer: referrer.replace(/[?#].*/s, '') }),
  ({ referrer }) => ({ referrer: referrer.replace(/^(\w+:\/\/[^/]*).*/s, '$1') }),
  ({ url }) => ({ url: url.replace(/#.*/s, '') }),
  ({ url }) => ({ url: url.replace(/\?.*/s, '') }),
  ({ url }) => ({ url: url.slice(0, 1_000) }),
]

/**
 * Splits an event that is too long into one or more requests. First the page's fields are shortened, then lists are halved; JSON is never
 * cut. The first part keeps the event's `t`. A part that is still too long cannot be reduced further. Pure.
 *
 * @param isShort - Whether an event's URL is short enough for the servers and CDNs on the way.
 * @param newId - Creates the `t` of each further part.
 */
export function splitEvent(
  event: TrackerEvent,
  isShort: (event: TrackerEvent) => boolean,
  newId: () => EventId,
): readonly TrackerEvent[] {
  let reduced = event
  for (const reduction of REDUCTIONS) {
    if (isShort(reduced)) return [reduced]
    reduced = withData(reduced, reduction(reduced.data))
  }
  const [first, second] = isShort(reduced) ? [] : halvesOf(reduced)
  return first && second
    ? [
        ...splitEvent(first, isShort, newId),
        ...splitEvent({ ...second, t: newId() }, isShort, newId),
      ]
    : [reduced]
}

const withData = <Event extends TrackerEvent>(event: Event, data: Partial<PageFields>): Event => ({
  ...event,
  data: { ...event.data, ...data },
})

/** Splits an event about several products in two; empty if it cannot be split. */
function halvesOf(event: TrackerEvent): readonly TrackerEvent[] {
  if (event.action === 'PRODUCT_IMPRESSIONS') {
    return halves(event.data.pids_list).map((pids_list) => ({
      ...event,
      data: { ...event.data, pids_list },
    }))
  }
  if (event.action === 'order') {
    // A single line cannot be halved, so `data` has several lines.
    const {
      products: _,
      ref,
      ...page
    } = event.data as PageFields & {
      products: unknown
      ref?: string
    }
    return halves(linesOf(event.data)).map((lines, place) => ({
      ...event,
      // Each part has a reference of its own, so that it is not taken for another report of the order.
      data: { ...page, ...orderData(lines), ...(ref && { ref: `${ref}.${place + 1}` }) },
    }))
  }
  return []
}

function halves<Item>(list: readonly Item[]): readonly (readonly Item[])[] {
  const middle = list.length >> 1
  return middle > 0 ? [list.slice(0, middle), list.slice(middle)] : []
}

/** Splits an event whose URL is too long and stores the parts. A part that is still too long is dropped. */
export function fitEntry(entry: QueueEntry) {
  const isShort = (event: TrackerEvent) => urlOf(event).length <= settings.maxUrlBytes
  forget(entry.key)
  // An entry that another script of the site wrote may lack any member.
  const parts = attempt(() => splitEvent(entry.event, isShort, newEventId))
  if (!parts)
    return noteStatus(entry.event.t, { state: 'dropped', reason: 'not a record of the tag' })
  if (parts[0]?.data.url !== entry.event.data.url)
    warnOnce(
      'an address is too long for the tracker, so events carry a shorter one; scrubUrl removes parameters',
    )
  for (const event of parts) {
    if (event.t !== entry.event.t) noteStatus(event.t, { state: 'queued', event })
    if (isShort(event)) keep(entryFor(event))
    else
      noteStatus(event.t, {
        state: 'dropped',
        reason: `longer than ${settings.maxUrlBytes} characters`,
      })
  }
}
