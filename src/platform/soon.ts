import type { Guard } from './guard'

/** Runs a task when the code that is running now has ended, and before anything else: the same task for the browser. */
export type Soon = (task: () => void) => void

/** The browser's [microtasks](https://html.spec.whatwg.org/multipage/timers-and-user-prompts.html#microtask-queuing). */
export const createSoon =
  (guard: Guard): Soon =>
  (task) =>
    queueMicrotask(guard('soon', task))
