import type { Timestamp } from '../brand'
import type { Guard } from './guard'

/** Takes back a task that has not run. Harmless afterwards. */
export type Cancel = () => void

/** The visitor's time. */
export interface Clock {
  readonly now: () => Timestamp
  /** Runs the task once, after at least `delayMs`. A hidden tab may be made to wait for a minute. */
  readonly schedule: (task: () => void, delayMs: number) => Cancel
}

/** The browser's clock; a fault in a scheduled task is the guard's. */
export const createClock = (guard: Guard): Clock => ({
  now: () => Date.now() as Timestamp,
  schedule: (task, delayMs) => {
    const timer = setTimeout(guard('timer', task), delayMs)
    return () => clearTimeout(timer)
  },
})
