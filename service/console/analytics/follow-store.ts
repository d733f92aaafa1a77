import type { Columns } from '../../store/columns/columns.ts'
import type { EventStore } from '../../store/event-table.ts'

/** Drawing takes at most about a tenth of the processor: intake keeps the rest. */
const PAUSE_MS = 1_000
const PAUSE_FACTOR = 10

/**
 * Keeps the columns close behind the store, once a report was asked for, so that the next finds them drawn. A drawing that fails
 * is done again with the next event. Returns the function that stops it; the columns end what is under way when they close.
 */
export function followStore(
  events: EventStore,
  columns: Columns,
  pauseMs: number = PAUSE_MS,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isAwaited = false
  let pause = pauseMs

  /** An event that arrives during a drawing may be missed by it. */
  function schedule() {
    isAwaited = timer !== undefined
    if (isStopped || isAwaited) return
    timer = setTimeout(() => {
      isAwaited = false
      void draw()
    }, pause).unref()
  }

  async function draw() {
    const start = performance.now()
    if (columns.isWanted()) await columns.catchUp().catch(() => undefined)
    pause = Math.max(pauseMs, (performance.now() - start) * PAUSE_FACTOR)
    timer = undefined
    if (isAwaited) schedule()
  }

  const unwatch = events.watch({
    onEvent: schedule,
    onReset: () => void columns.clear().catch(() => undefined),
  })
  schedule()
  return () => {
    isStopped = true
    unwatch()
    clearTimeout(timer)
  }
}
