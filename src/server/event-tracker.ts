import type { ListName, TrackData } from '../api/svc'
import { attempt, warnOnce } from '../browser/guard'
import { strictFields } from '../parts/filters/strict-fields'
import { splitEvent } from '../parts/recovery/fit-entry'
import { keyOf } from '../send/queue-entry'
import { parseEvent, parseOrderId } from '../track/parse-event'
import { warnOfUnknownFields } from '../track/unknown-fields'
import { accountOf } from '../wire/account'
import { getOwn } from '../wire/fields'
import { orderRef } from '../wire/order-ref'
import { pixelUrl } from '../wire/pixel-url'
import { scrubText } from '../wire/scrub-url'
import type { Action, EventId, RawEvent, TrackerEvent } from '../wire/tracker-event'
import { type CheckedOrigin, checkOrigin, type EventOrigin, TrackError } from './event-origin'
import { createMemoryStore, type EventStore } from './event-store'
import { createRetryingQueue, type DroppedEvent, type ServerRecord } from './retrying-queue'

declare const __VERSION__: string

/** The options of a backend's tracker. */
export interface TrackerOptions {
  /** The site key of the account; the tracker's `SvcKey`. */
  readonly siteKey: string
  /** The tracker's URL, without `/v2/1p.jpg`. */
  readonly trackerUrl: string
  /** Stores events until the tracker has responded. By default they are in memory, so a crash loses unanswered events. */
  readonly store?: EventStore
  /**
   * How many events may wait. Above this number, `track` rejects with `full`.
   * @defaultValue `10_000`
   */
  readonly maxWaiting?: number
  /** Names of query parameters to remove from `url` and `referrer`, in addition to values that look personal. */
  readonly scrubUrl?: readonly string[]
  /** Whether to remove the same kinds of values from search texts. */
  readonly scrubSearch?: boolean
  /** Whether to send only the fields that the contract's table lists for an action. */
  readonly strictFields?: boolean
  /**
   * The longest URL that the tracker and the servers in front of it accept. A longer event is sent in parts.
   * @defaultValue `7_600`
   */
  readonly maxUrlBytes?: number
  /**
   * Called for each event that the tracker rejects permanently, or that is older than 7 days when
   * the process starts. By default, each reason is a warning on the console, once.
   */
  readonly onDrop?: (event: DroppedEvent) => void
}

/** The data of an action, as in `svc.track`. A server has no current list, so the data must name its list. */
export type ServerData<A extends Action> = A extends 'facets' | 'PRODUCT_IMPRESSIONS'
  ? TrackData[A] & ListName
  : TrackData[A]

/** Reports events from a backend. */
export interface EventTracker {
  /**
   * Reports an event, by the same rules as `svc.track`.
   *
   * @returns The `t` of the event, as soon as the event is in the store. From then on it will be
   * sent, whatever happens to this process. `undefined` if consent is denied.
   * @throws TrackError with a `fault`; nothing is then stored.
   * @example
   * await tracker.track('order', { products }, { ...visitor, url, consent: 'granted', t: order.t })
   */
  track<A extends Action>(
    action: A,
    data: ServerData<A>,
    origin: EventOrigin,
  ): Promise<EventId | undefined>
  /**
   * Waits until the tracker has responded to the events that wait now, for at most this time (10 s). @returns How many events still wait.
   */
  flush(timeoutMs?: number): Promise<number>
  /** Accepts no more events, flushes and stops. @returns How many events remain in the store. */
  close(timeoutMs?: number): Promise<number>
}

function warnOfDrop({ action, t, reason }: DroppedEvent) {
  warnOnce(`an event is dropped: ${reason}`, action, t)
}

function withScrubbedSearch(event: RawEvent): RawEvent {
  const query = getOwn(event.data, 'query')
  return typeof query === 'string'
    ? ({ ...event, data: { ...event.data, query: scrubText(query) } } as RawEvent)
    : event
}

/** The `t` of each part of a long event, which is the same if a job runs again. */
const partIds = (t: EventId) => {
  let part = 0
  return () => `${t}${++part}` as EventId
}

function readAddress({ siteKey, trackerUrl }: TrackerOptions) {
  const url = attempt(() => new URL(trackerUrl))
  if (!siteKey || typeof siteKey !== 'string')
    throw new TrackError('settings', 'siteKey needs the site key of the account')
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TrackError('settings', 'trackerUrl needs an address, such as https://tracker.example')
  return { siteKey, trackerUrl: url.origin + url.pathname.replace(/\/+$/, '') }
}

/**
 * Creates a tracker; use one for each process. Events that an earlier process left in the store are
 * sent at once.
 *
 * @throws TrackError `settings`.
 * @example
 * const tracker = createTracker({ siteKey: 'SITE', trackerUrl: 'https://tracker.example' })
 */
export function createTracker(options: TrackerOptions): EventTracker {
  const { maxWaiting = 10_000, maxUrlBytes = 7_600, scrubUrl = [], onDrop = warnOfDrop } = options
  const address = readAddress(options)
  const store = options.store ?? createMemoryStore()
  const onStoreFault = (error: unknown) => warnOnce('the store of events fails', error)
  const queue = createRetryingQueue({ address, store, onDrop, onStoreFault })
  const isShort = (event: TrackerEvent) => pixelUrl(address, event).length <= maxUrlBytes
  /** Events that the store does not have yet. */
  const storing = new Set<Promise<unknown>>()
  let isClosed = false

  /** The reference of an order that has an id. */
  function refOf(action: Action, data: unknown) {
    const id = action === 'order' && parseOrderId(data)
    return id ? { ref: orderRef(address.siteKey, id) } : undefined
  }

  function complete({ action, data }: RawEvent, given: unknown, origin: CheckedOrigin) {
    const { uid, t, page } = origin
    const all = { ...data, ...refOf(action, given), ...page, ver: `svc-tag/${__VERSION__}` }
    const sent = options.strictFields ? strictFields(action, all) : all
    return { action, uid, t, data: sent } as TrackerEvent
  }

  function recordsOf(event: TrackerEvent): readonly ServerRecord[] {
    const parts = splitEvent(event, isShort, partIds(event.t))
    if (!parts.every(isShort))
      throw new TrackError('data', `${event.action} is longer than ${maxUrlBytes} characters`)
    return parts.map((part) => ({
      kind: 'event',
      v: 3,
      account: accountOf(address),
      key: keyOf(part),
      event: part,
    }))
  }

  async function keep(records: readonly ServerRecord[]) {
    try {
      for (const record of records) await store.put(record)
    } catch (cause) {
      // The failed part is removed too, because the store may have it after all. Events that were tracked before stay.
      const added = records.filter(({ key }) => !queue.has(key))
      await Promise.allSettled(added.map(async ({ key }) => store.remove(key)))
      throw new TrackError('store', 'the store has not taken the event', { cause })
    }
    queue.add(records)
  }

  async function flush(timeoutMs = 10_000) {
    await Promise.allSettled(storing)
    return queue.settled(timeoutMs)
  }

  return {
    async track(action, data, origin) {
      if (isClosed) throw new TrackError('closed', 'the tracker was closed')
      const event = parseEvent(action, data, undefined)
      if (typeof event === 'string') throw new TrackError('data', event)
      warnOfUnknownFields(action, data)
      const checked = checkOrigin(origin, scrubUrl)
      if (!checked) return undefined
      if (queue.size() + storing.size >= maxWaiting)
        throw new TrackError('full', `${maxWaiting} events wait for the tracker`)
      const scrubbed = options.scrubSearch ? withScrubbedSearch(event) : event
      const kept = keep(recordsOf(complete(scrubbed, data, checked)))
      storing.add(kept)
      await kept.finally(() => storing.delete(kept))
      return checked.t
    },
    flush,
    async close(timeoutMs) {
      isClosed = true
      const left = await flush(timeoutMs)
      queue.stop()
      return left
    },
  }
}
