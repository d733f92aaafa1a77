import type { ExpectedEvent, SentEvent } from './sent-event.ts'

/** Whether an event was sent; if not, how the closest event differs. */
export interface Match {
  /** The event's index in the list; -1 if there is none. */
  readonly at: number
  /** The event with the same action that differs least, with one sentence for each difference. */
  readonly closest:
    | { readonly event: SentEvent; readonly differences: readonly string[] }
    | undefined
}

/**
 * Merges impressions: each event also contains the products that its list has sent before, because
 * their distribution over events depends on timing.
 */
function gathered(events: readonly SentEvent[]): readonly SentEvent[] {
  const seen = new Map<string, string[]>()
  return events.map((event) => {
    if (event.action !== 'PRODUCT_IMPRESSIONS') return event
    const { data } = event
    const list = JSON.stringify([data.query, data.page, data.requestId])
    const pids_list = [...(seen.get(list) ?? []), ...data.pids_list]
    seen.set(list, pids_list)
    return { ...event, data: { ...data, pids_list } } as unknown as SentEvent
  })
}

/** Matches an expected list of products if each of them was seen; an empty list matches only an empty one. */
function expectedOf([action, data = {}]: ExpectedEvent, actual: SentEvent): object {
  const wanted: unknown = Reflect.get(data, 'pids_list')
  if (action !== 'PRODUCT_IMPRESSIONS' || !Array.isArray(wanted) || wanted.length === 0) return data
  const seen: readonly string[] = Reflect.get(actual.data, 'pids_list') ?? []
  return wanted.every((pid) => seen.includes(pid)) ? { ...data, pids_list: seen } : data
}

/**
 * Finds the first event that matches.
 *
 * @param from - Events before this index are ignored.
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

/** An asymmetric matcher of Playwright, such as `expect.any(…)` or `expect.stringContaining(…)`. */
interface Asymmetric {
  asymmetricMatch(value: unknown): boolean
}

const isAsymmetric = (value: unknown): value is Asymmetric =>
  typeof (value as Partial<Asymmetric> | null)?.asymmetricMatch === 'function'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const shown = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value))

/**
 * Compares a value with the expected content: other members are ignored, but lists must be complete.
 *
 * @returns One sentence for each difference, such as `qty is "2", not "1"`; none if it matches.
 */
function differencesFrom(expected: unknown, actual: unknown, name = 'it'): string[] {
  if (isAsymmetric(expected))
    return expected.asymmetricMatch(actual)
      ? []
      : [`${name} is ${shown(actual)}, which does not match`]
  if (!isObject(expected) || !isObject(actual))
    return Object.is(expected, actual)
      ? []
      : [`${name} is ${shown(actual)}, not ${shown(expected)}`]
  const isLonger = Array.isArray(expected) && expected.length !== Object(actual).length
  if (isLonger) return [`${name} is ${shown(actual)}, not ${shown(expected)}`]
  return Object.entries(expected).flatMap(([member, value]) =>
    differencesFrom(value, actual[member], name === 'it' ? member : `${name}.${member}`),
  )
}
