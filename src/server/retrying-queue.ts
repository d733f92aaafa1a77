import { type Cancel, now, schedule } from '../browser/clock'
import { guard } from '../browser/guard'
import {
  afterAnswer,
  afterFailure,
  retryAfterMs,
  statusAfter,
  unknownHealth,
} from '../send/outcome'
import { judgeRecord } from '../send/queue-entry'
import { accountOf } from '../wire/account'
import { pixelUrl, type TrackerAddress } from '../wire/pixel-url'
import type { TrackerEvent } from '../wire/tracker-event'
import type { EventStore, QueuedEvent } from './event-store'

/** Concurrent requests; one at a time while the tracker is failing. */
const MAX_IN_FLIGHT = 16
const TIME_LIMIT_MS = 10_000

/** An event as it is stored, in the tag's own format. */
export interface ServerRecord extends QueuedEvent {
  readonly kind: 'event'
  readonly v: 3
  /** The account that the event belongs to. A tracker of another account leaves it alone. */
  readonly account: string
  readonly event: TrackerEvent
}

/** An event that will not be sent. */
export interface DroppedEvent {
  readonly action: string
  readonly uid: string
  readonly t: string
  /** For example `the tracker answered 400`. */
  readonly reason: string
}

/** The dependencies of a queue. */
export interface QueueDeps {
  readonly address: TrackerAddress
  readonly store: EventStore
  readonly onDrop: (event: DroppedEvent) => void
  /** Called when the store fails to list or remove events. */
  readonly onStoreFault: (error: unknown) => void
}

/** Requests an event. Returns `undefined` if there is no response in time. */
const request = async (address: TrackerAddress, event: TrackerEvent) => {
  try {
    const response = await fetch(pixelUrl(address, event), {
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    // The connection can be reused only after the response has been read.
    await response.arrayBuffer().catch(() => {})
    return response
  } catch {
    return undefined
  }
}

/** Sends stored events, oldest first, and retries until the tracker has responded. Each queue has its own tracker and store. */
export function createRetryingQueue({ address, store, onDrop, onStoreFault }: QueueDeps) {
  /** Events waiting for their request. */
  const waiting = new Map<string, ServerRecord>()
  /** Answered events, until the store has removed them. */
  const inFlight = new Map<string, ServerRecord>()
  /** Listeners that receive the key of each finished event. */
  const listeners = new Set<(key: string) => void>()
  let health = unknownHealth
  let cancelWake: Cancel = () => {}
  /** Whether the events of an earlier process have been loaded. Before that, an event could be sent twice. */
  let isLoaded = false
  let isStopped = false

  const forget = async (key: string) => {
    try {
      await store.remove(key)
    } catch (error) {
      onStoreFault(error)
    }
  }

  const drop = guard(({ event }: ServerRecord, reason: string) => {
    const { action, uid, t } = { ...event }
    onDrop({ action, uid, t, reason })
  })

  function wakeAt(at: number) {
    cancelWake()
    cancelWake = schedule(() => {
      health = { ...health, pausedUntil: 0 }
      sendWaiting()
    }, at - now())
  }

  function sendWaiting() {
    if (!isLoaded || isStopped || health.pausedUntil > 0) return
    const limit = health.failures > 0 ? 1 : MAX_IN_FLIGHT
    for (const [key, record] of waiting) {
      if (inFlight.size >= limit) return
      waiting.delete(key)
      inFlight.set(key, record)
      void send(record)
    }
  }

  async function send(record: ServerRecord) {
    const response = await request(address, record.event)
    const status = statusAfter(response)
    if (status.state === 'retrying') {
      inFlight.delete(record.key)
      waiting.set(record.key, record)
      return onFailure(response)
    }
    if (status.state === 'dropped') drop(record, status.reason)
    health = afterAnswer(health.pausedUntil)
    await forget(record.key)
    inFlight.delete(record.key)
    for (const listener of listeners) listener(record.key)
    sendWaiting()
  }

  function onFailure(response: Response | undefined) {
    const at = now()
    const before = health.pausedUntil
    health = afterFailure(health, {
      now: at,
      askedMs: retryAfterMs(response?.headers.get('retry-after') ?? null, at),
      isSilent: response === undefined,
      random: Math.random(),
      // A server has no content blockers, and no event when the network returns.
      tookMs: Number.POSITIVE_INFINITY,
      isOnline: true,
    })
    if (before < health.pausedUntil) wakeAt(health.pausedUntil)
  }

  /** Takes over the events of an earlier process. Another version's records stay. */
  function takeOver(record: ServerRecord) {
    const account = accountOf(address)
    const verdict = judgeRecord(record, { now: now(), account, isArriving: () => undefined })
    if (verdict.do === 'send') waiting.set(record.key, record)
    if (verdict.do !== 'drop') return
    drop(record, verdict.reason)
    void forget(record.key)
  }

  async function load() {
    try {
      for (const record of await store.list()) takeOver(record as ServerRecord)
    } catch (error) {
      onStoreFault(error)
    }
    isLoaded = true
    sendWaiting()
  }

  const loading = load()

  return {
    /** How many events the tracker has not answered. */
    size: () => waiting.size + inFlight.size,
    /** Whether an event is among them. */
    has: (key: string) => waiting.has(key) || inFlight.has(key),
    /** Sends events that are stored. */
    add(records: readonly ServerRecord[]) {
      for (const record of records) waiting.set(record.key, record)
      sendWaiting()
    },
    /** Resolves when the events that wait now are done, or after this time (ms). Its value is how many events still wait. */
    async settled(timeoutMs: number): Promise<number> {
      await loading
      const left = new Set([...waiting.keys(), ...inFlight.keys()])
      if (left.size === 0) return 0
      await new Promise<void>((resolve) => {
        const cancel = schedule(end, timeoutMs)
        function end() {
          cancel()
          listeners.delete(onDone)
          resolve()
        }
        function onDone(key: string) {
          left.delete(key)
          if (left.size === 0) end()
        }
        listeners.add(onDone)
      })
      return left.size
    },
    /** Stops sending. Waiting events stay in the store. */
    stop() {
      isStopped = true
      cancelWake()
    },
  }
}
