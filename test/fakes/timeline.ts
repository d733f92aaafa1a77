/** The life of a page. A task of a page that is gone never runs; a task of a frozen page waits until it thaws. */
export interface Lifecycle {
  isGone: boolean
  isFrozen: boolean
  /** Whether the page is hidden, so that its timers run once a minute. */
  isThrottled: boolean
}

/** The life of an open, visible page. */
export const newLife = (): Lifecycle => ({
  isGone: false,
  isFrozen: false,
  isThrottled: false,
})

interface Task {
  readonly at: number
  readonly order: number
  readonly run: () => void
  readonly lifecycle: Lifecycle | undefined
  readonly isTimer: boolean
}

const MINUTE_MS = 60_000

function runsAt({ at, lifecycle, isTimer }: Task): number {
  if (lifecycle?.isFrozen) return Number.POSITIVE_INFINITY
  return isTimer && lifecycle?.isThrottled ? Math.ceil(at / MINUTE_MS) * MINUTE_MS : at
}

/** A clock that stands still until it is advanced, with everything that happens over time, one task after the other. */
export type Timeline = ReturnType<typeof createTimeline>

/** More tasks than any page runs in one wait; hours of the longest sequences take a few thousand. */
const MAX_TASKS = 200_000

const START = 1_800_000_000_000

/** Starts without tasks. */
export function createTimeline() {
  let elapsed = 0
  let skew = 0
  let made = 0
  let tasks: Task[] = []
  const pages = new Set<() => void>()
  const mishaps: unknown[] = []

  function run(task: () => void) {
    try {
      task()
      for (const drain of pages) drain()
    } catch (mishap) {
      mishaps.push(mishap)
    }
  }

  function nextUntil(end: number): Task | undefined {
    tasks = tasks.filter(({ lifecycle }) => !lifecycle?.isGone)
    const due = tasks.filter((task) => runsAt(task) <= end)
    return due.reduce<Task | undefined>(
      (first, task) =>
        first && (runsAt(first) - runsAt(task) || first.order - task.order) <= 0 ? first : task,
      undefined,
    )
  }

  return {
    /** Errors that were thrown; none in a correct run. */
    mishaps,
    /** Milliseconds since the start, independent of the clock. */
    elapsed: () => elapsed,
    /** The time of a clock. */
    now: () => START + elapsed + skew,
    setClock(byMs: number) {
      skew += byMs
    },
    run,
    /** Adds a page whose microtasks run at the end of each task. Returns the function that removes it. */
    addPage(drain: () => void) {
      pages.add(drain)
      return () => void pages.delete(drain)
    },
    /** Runs a task later. Returns the function that cancels it. */
    in(delayMs: number, task: () => void, lifecycle?: Lifecycle, isTimer = false) {
      const at = elapsed + Math.max(delayMs, 0)
      const entry = { at, order: made++, run: task, lifecycle, isTimer }
      tasks.push(entry)
      return () => {
        tasks = tasks.filter((other) => other !== entry)
      }
    },
    /** The number of waiting timers of pages. */
    timers: () => tasks.filter(({ isTimer, lifecycle }) => isTimer && !lifecycle?.isGone).length,
    /** Advances the time and runs the tasks that are due. */
    advance(ms: number) {
      const end = elapsed + ms
      let ran = 0
      for (let task = nextUntil(end); task; task = nextUntil(end)) {
        const due = task
        if (ran++ > MAX_TASKS) throw new Error('something is waited for without end')
        tasks = tasks.filter((other) => other !== due)
        elapsed = Math.max(elapsed, runsAt(due))
        run(due.run)
      }
      elapsed = end
    },
  }
}
