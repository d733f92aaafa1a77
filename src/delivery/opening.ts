import type { Clock } from '../platform/clock'

/** A browser that has many databases open, or a slow disk, takes part of this; one in which opening hangs never comes to it. */
const OPENING_MS = 3_000

/** What waits for a database that is being opened. */
export interface Opening {
  /** A database may be there at any moment. */
  readonly begin: () => void
  /** Runs a task, the last one that was given, when the opening has ended or takes too long; now when nothing is being opened. */
  readonly wait: (task: () => void) => void
  /** There is a database, or there will be none. Says whether a task waited for that. */
  readonly end: () => boolean
  /** What waits is not run. */
  readonly giveUp: () => void
}

/** Starts with nothing being opened. */
export function createOpening(clock: Clock): Opening {
  let isAwaited = false
  let waiting: (() => void) | undefined
  let cancel = () => {}

  function giveUp() {
    cancel()
    waiting = undefined
  }

  function end(): boolean {
    const task = waiting
    isAwaited = false
    giveUp()
    task?.()
    return task !== undefined
  }

  return {
    begin() {
      isAwaited = true
    },
    wait(task) {
      if (!isAwaited) return task()
      cancel()
      waiting = task
      cancel = clock.schedule(end, OPENING_MS)
    },
    end,
    giveUp,
  }
}
