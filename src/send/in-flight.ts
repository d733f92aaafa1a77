import { debounced, microtask, now, schedule } from '../browser/clock'
import { isGateOpen } from '../browser/consent-gate'
import { attempt, guard } from '../browser/guard'
import type { Outcome } from './outcome'
import { platform } from './platform'
import { entries } from './queue'
import type { QueueEntry } from './queue-entry'
import { requestPixel, urlOf } from './transport'

/** An event in flight. */
export interface Flight {
  readonly entry: QueueEntry
  readonly sentAt: number
  readonly abort: () => void
}

/** Few enough to avoid a long task, because each request costs the main thread up to half a millisecond. */
const PER_TASK = 16

/** A limit shared with the page's other scripts: Chromium refuses more than 256 requests, or about 512 KiB of URLs, in flight. */
export const MAX_IN_FLIGHT = 64
const MAX_CHARACTERS = 262_144

const TIME_LIMIT_MS = 10_000

/** Events in flight, in the order of their launch. */
export const inFlight = new Map<string, Flight>()
let ready: QueueEntry[] = []
const launching = debounced(
  () => launchReady(PER_TASK),
  (task) => schedule(task, 0),
)

/** Called at the end of each request. Delivery sets it. */
export const flightHooks = { onEnd: (_outcome: Outcome) => {} }

const carriesTooMuch = ({ size }: QueueEntry): boolean =>
  inFlight.size >= MAX_IN_FLIGHT ||
  [...inFlight.values()].reduce((sum, { entry }) => sum + entry.size, size) > MAX_CHARACTERS

/** Whether an event is being sent, or about to be. */
export const isUnderWay = ({ key }: QueueEntry): boolean =>
  inFlight.has(key) || ready.some((entry) => entry.key === key)

/** How many events are being sent, or about to be. */
export const countUnderWay = (): number => inFlight.size + ready.length

/** Sends a queued event in a separate task, or at once when the page is left. */
export function launchSoon(entry: QueueEntry) {
  ready.push(entry)
  // A platform that does not learn when its page is left may not get another task.
  if (!platform.hearsLeaving) launchAll()
  else if (platform.isVisible()) launching.start()
  else if (ready.length === 1) microtask(launchAll)
}

/** @param count - The most to launch. Events beyond the limit stay in the queue until a response arrives. */
function launchReady(count: number) {
  launching.cancel()
  // Without consent they stay in the queue.
  if (!isGateOpen()) ready = []
  for (const entry of ready.splice(0, count))
    if (entries.has(entry.key) && !carriesTooMuch(entry)) launch(entry)
  if (ready.length > 0) launching.start()
}

/** Sends the scheduled events at once. */
export const launchAll = () => launchReady(Number.POSITIVE_INFINITY)

/** Sends a queued event. The request outlives the page. */
function launch(entry: QueueEntry) {
  const sentAt = now()
  const controller = attempt(() => new AbortController())
  let cancel = schedule(() => {
    // A page that was frozen or busy may run this before a response that has already arrived.
    // Waiting for another task lets the response come first.
    cancel = schedule(() => {
      controller?.abort()
      end()
    }, 500)
  }, TIME_LIMIT_MS - 500)
  const abort = () => {
    cancel()
    inFlight.delete(entry.key)
    controller?.abort()
  }
  const flight: Flight = { entry, sentAt, abort }
  inFlight.set(entry.key, flight)
  const end = guard((response?: Response) => {
    cancel()
    // Chromium keeps a request alive as long as its page unless the response is read to the end.
    response?.text?.().catch(() => {})
    if (inFlight.get(entry.key) !== flight) return
    inFlight.delete(entry.key)
    flightHooks.onEnd({ entry, sentAt, response })
  })
  // A closing window reports failures although its requests continue. So does a page that is replaced or reloaded, before its `pagehide`; it
  // gets no other task. A platform that does not hear of leaving may not get one anyway.
  requestPixel(urlOf(entry.event), { signal: controller?.signal }).then(end, () => {
    if (globalThis.closed) return
    if (platform.hearsLeaving) schedule(end, 0)
    else end()
  })
}

/** Cancels the events in flight or about to be sent. */
export function abortAll() {
  ready = []
  for (const { abort } of [...inFlight.values()]) abort()
}
