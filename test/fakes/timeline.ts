/** Whose task it is: a task of a page that is gone never runs, one of a page that is frozen waits until it is not. */
export interface Lifecycle {
  isGone: boolean
  isFrozen: boolean
  /** A page that nobody looks at: its timers run once a minute. */
  isThrottled: boolean
}

/** The life of a page that is open and seen. */
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

/** Time that stands still until it is moved, and everything that happens in it, one task after the other. */
export type Timeline = ReturnType<typeof createTimeline>

/** More than any page does in one wait: hours of the longest histories take some thousands. */
const MAX_TASKS = 200_000

const START = 1_800_000_000_000

/** Starts with nothing to come. */
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
    /** Errors that were thrown; a faultless run has none. */
    mishaps,
    /** Milliseconds since the start, whatever clocks say. */
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
    /** Runs a task later. Returns the function that takes it back. */
    in(delayMs: number, task: () => void, lifecycle?: Lifecycle, isTimer = false) {
      const at = elapsed + Math.max(delayMs, 0)
      const entry = { at, order: made++, run: task, lifecycle: lifecycle, isTimer }
      tasks.push(entry)
      return () => {
        tasks = tasks.filter((other) => other !== entry)
      }
    },
    /** How many timers of pages wait. */
    timers: () => tasks.filter(({ isTimer, lifecycle }) => isTimer && !lifecycle?.isGone).length,
    /** Moves the time, and runs what is due. */
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
