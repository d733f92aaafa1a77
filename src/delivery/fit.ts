import type { EventTime } from '../brand'
import { linesOf, orderData, type PageFields, type TrackerEvent } from '../events'

export interface FitDeps {
  /** Whether an event's URL is short enough for servers and CDNs on the way. */
  readonly isShort: (event: TrackerEvent) => boolean
  /** Gives each further part a `t` of its own. */
  readonly newTime: () => EventTime
}

/** What can be left out of a page, the least missed first. */
const reductions: readonly ((page: PageFields) => Partial<PageFields>)[] = [
  ({ referrer }) => ({ referrer: referrer.replace(/[?#].*/s, '') }),
  ({ referrer }) => ({ referrer: referrer.replace(/^(\w+:\/\/[^/]*).*/s, '$1') }),
  ({ url }) => ({ url: url.replace(/#.*/s, '') }),
]

/**
 * The event as one or more requests. First the page's fields are shortened, then lists are halved; JSON is never cut.
 * The first part keeps the event's `t`. A part that is still too long is one that cannot be reduced further.
 */
export function fit(event: TrackerEvent, deps: FitDeps): readonly TrackerEvent[] {
  let reduced = event
  for (const reduction of reductions) {
    if (deps.isShort(reduced)) return [reduced]
    reduced = withData(reduced, reduction(reduced.data))
  }
  const [first, second] = deps.isShort(reduced) ? [] : halvesOf(reduced)
  return first && second
    ? [...fit(first, deps), ...fit({ ...second, t: deps.newTime() }, deps)]
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
