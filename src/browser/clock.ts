import { getOwn } from '../wire/fields'
import type { Timestamp } from '../wire/tracker-event'
import { guard } from './guard'

/** Cancels a scheduled task. Harmless after it has run. */
export type Cancel = () => void

/** The visitor's clock, in milliseconds since 1970. It may be wrong, and may be set back. */
export const now = (): Timestamp => Date.now() as Timestamp

/**
 * A function of the browser, even where zone.js has replaced it: Angular counts a page as busy while a timer or request of its own functions
 * is pending. It keeps the browser's own [under another name](https://angular.dev/guide/zone-pollution).
 */
export const nativeFunction = <Name extends 'setTimeout' | 'clearTimeout' | 'fetch'>(
  name: Name,
): (typeof globalThis)[Name] =>
  (getOwn(globalThis, `__zone_symbol__${name}`) ?? globalThis[name]) as (typeof globalThis)[Name]

/** Runs a guarded task once, after at least `delayMs`. A hidden page may wait a minute longer. */
export function schedule(task: () => void, delayMs: number): Cancel {
  const timer = nativeFunction('setTimeout')(guard(task), delayMs)
  return () => nativeFunction('clearTimeout')(timer)
}

/** Runs a guarded task as a [microtask](https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#microtask-queuing). */
export const microtask = (task: () => void) => queueMicrotask(guard(task))

/** Runs a guarded task when the browser is idle, after two seconds at the latest. Safari has no idle callback and waits 200 ms. */
export function whenIdle(task: () => void): Cancel {
  const { requestIdleCallback, cancelIdleCallback } = window as Partial<Window>
  if (!requestIdleCallback || !cancelIdleCallback) return schedule(task, 200)
  const id = requestIdleCallback(guard(task), { timeout: 2_000 })
  return () => cancelIdleCallback(id)
}

/** A task that can be started many times but runs once. */
interface Debounced {
  /** Starts the wait, unless it is running. */
  readonly start: () => void
  readonly cancel: () => void
  /** Runs the task now if it is waiting. */
  readonly flush: () => void
}

/**
 * Combines several starts into one run of a task.
 *
 * @param delay - Starts the wait and returns its cancel function.
 */
export function debounced(task: () => void, delay: (task: () => void) => Cancel): Debounced {
  let cancelWait: Cancel | undefined
  const cancel = () => {
    cancelWait?.()
    cancelWait = undefined
  }
  const flush = () => {
    if (!cancelWait) return
    cancel()
    task()
  }
  return {
    start() {
      cancelWait ??= delay(flush)
    },
    cancel,
    flush,
  }
}

/** Runs a guarded task in a task of its own, before which the browser can draw a frame. */
export const inNextTask = (task: () => void): Cancel => schedule(task, 0)
