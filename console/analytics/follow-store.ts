import type { EventStore } from 'svc-tag-service'
import type { Columns } from '../columns/columns.ts'

/** Updating may use about a tenth of the processor, so that intake has the rest. */
const PAUSE_MS = 1_000
const PAUSE_FACTOR = 10

/**
 * Keeps the columns up to date with the store from the first report on, so that the next report does not wait. A failed update is tried
 * again with the next event. Returns the function that stops this; an update in progress ends when the columns close.
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

  /** An update in progress may miss an event that arrives during it. */
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
