import { linesOf, orderData } from '../../wire/list-and-order'
import type { EventId, PageFields, TrackerEvent } from '../../wire/tracker-event'

/** Shorter forms of a page's fields, the least missed first. */
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
 * @param isShort - Whether an event's URL is short enough for servers and CDNs on the way.
 * @param newId - Makes the `t` of each further part.
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

/** An event about several products as two; none when it cannot be divided. */
function halvesOf(event: TrackerEvent): readonly TrackerEvent[] {
  if (event.action === 'PRODUCT_IMPRESSIONS') {
    return halves(event.data.pids_list).map((pids_list) => ({
      ...event,
      data: { ...event.data, pids_list },
    }))
  }
  if (event.action === 'order') {
    // A single line has no halves, so `data` has the form of several.
    const { products: _, ...page } = event.data as PageFields & { products: unknown }
    return halves(linesOf(event.data)).map((lines) => ({
      ...event,
      data: { ...page, ...orderData(lines) },
    }))
  }
  return []
}

function halves<Item>(list: readonly Item[]): readonly (readonly Item[])[] {
  const middle = list.length >> 1
  return middle > 0 ? [list.slice(0, middle), list.slice(middle)] : []
}
