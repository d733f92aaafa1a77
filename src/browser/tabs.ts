import { schedule } from './clock'
import { attempt, guard } from './guard'
import { onStop } from './listen'

let channel: BroadcastChannel | undefined

/**
 * Opens the channel to the shop's other tabs, until the tag stops. A
 * [BroadcastChannel](https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts)
 * does not keep a page out of the back/forward cache.
 */
export function openBroadcast(onMessage: (data: unknown) => void) {
  channel = attempt(() => new BroadcastChannel('svc-tag'))
  if (!channel) return
  channel.onmessage = guard(({ data }: MessageEvent) => onMessage(data))
  onStop(() => channel?.close())
}

/** Sends a message to the shop's other tabs. Does nothing without a channel. */
export const broadcast = (text: string) => attempt(() => channel?.postMessage(text))

/** How long another tab, a database or a file may keep the tag waiting before it goes on without (ms). */
export const LONGEST_WAIT_MS = 3_000

/** The browser's own promise, even if the page has replaced `Promise`. */
export const NativePromise = (async () => {})().constructor as PromiseConstructor

/** What is waited for, or `undefined` if it has not come after three seconds. */
export const inTime = <Value>(awaited: Value | PromiseLike<Value>): Promise<Value | undefined> =>
  NativePromise.race([
    awaited,
    new NativePromise<undefined>((resolve) => schedule(() => resolve(undefined), LONGEST_WAIT_MS)),
  ])

/**
 * Runs a short synchronous task while no other tab of the shop runs one.
 *
 * The [Web Lock](https://w3c.github.io/web-locks/) is held only for the task, because a held lock keeps a page out of Firefox's
 * back/forward cache. Without Web Locks (plain http, an opaque origin) the task runs at once, and after three seconds it runs without the
 * lock, because a frozen tab may hold it: two tabs may then run theirs at the same time.
 */
export function withLock(task: () => void) {
  let isRun = false
  const run = guard(() => {
    cancel()
    if (!isRun) task()
    isRun = true
  })
  const cancel = schedule(run, LONGEST_WAIT_MS)
  const request = attempt(() => navigator.locks.request('svc-tag', run))
  if (request) request.catch(run)
  else run()
}
