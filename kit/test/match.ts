import { differencesFrom } from './like.ts'
import { type ListFields, listNameOf } from './list-name.ts'
import type { ExpectedEvent, SentEvent } from './sent-event.ts'

/** Whether an event was sent; if not, how the closest one differs. */
export interface Match {
  /** Place of the event in the list; -1 when there is none. */
  readonly at: number
  /** The event of the same action that differs least, one sentence for each difference. */
  readonly closest:
    | { readonly event: SentEvent; readonly differences: readonly string[] }
    | undefined
}

/**
 * Impressions as a shopper's: each event also holds the products that its list had sent before. How many events they came in is
 * a matter of time.
 */
function gathered(events: readonly SentEvent[]): readonly SentEvent[] {
  const seen = new Map<string, string[]>()
  return events.map((event) => {
    if (event.action !== 'PRODUCT_IMPRESSIONS') return event
    const { data } = event
    const list = listNameOf(data as ListFields)
    const pids_list = [...(seen.get(list) ?? []), ...data.pids_list]
    seen.set(list, pids_list)
    return { ...event, data: { ...data, pids_list } } as unknown as SentEvent
  })
}

/** An expected list of products is met when each of them was seen; an empty one only by an empty one. */
function expectedOf([action, data = {}]: ExpectedEvent, actual: SentEvent): object {
  const wanted: unknown = Reflect.get(data, 'pids_list')
  if (action !== 'PRODUCT_IMPRESSIONS' || !Array.isArray(wanted) || wanted.length === 0) return data
  const seen: readonly string[] = Reflect.get(actual.data, 'pids_list') ?? []
  return wanted.every((pid) => seen.includes(pid)) ? { ...data, pids_list: seen } : data
}

/**
 * Finds the first event that fits.
 *
 * @param from - Events before this place do not count.
 */
export function findMatch(events: readonly SentEvent[], expected: ExpectedEvent, from = 0): Match {
  const [action] = expected
  const tried = gathered(events)
    .map((event, at) => ({ event, at }))
    .filter(({ event, at }) => event.action === action && at >= from)
    .map(({ event, at }) => ({
      event,
      at,
      differences: differencesFrom(expectedOf(expected, event), event.data),
    }))
  const found = tried.find(({ differences }) => differences.length === 0)
  const [closest] = tried.sort((one, two) => one.differences.length - two.differences.length)
  return { at: found?.at ?? -1, closest: found ? undefined : closest }
}
