import type { EventStore } from '../../store/events.ts'
import type { Facts } from './facts.ts'

/** A slice takes about a tenth of a second of processor: intake keeps the rest. */
const PAUSE_MS = 1_000

/**
 * Draws the facts of new events one slice at a time, so that a report finds them drawn. A slice
 * that fails is drawn again with the next event. Returns the function that stops it.
 */
export function followStore(
  events: EventStore,
  facts: Facts,
  pauseMs: number = PAUSE_MS,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let drawing: Promise<void> = Promise.resolve()
  let isStopped = false

  function schedule() {
    if (isStopped) return
    timer ??= setTimeout(() => {
      drawing = draw()
    }, pauseMs).unref()
  }

  async function draw() {
    const isMore = await facts.drawSlice().catch(() => false)
    timer = undefined
    if (isMore) schedule()
  }

  const unwatch = events.watch({ onEvent: schedule, onReset: () => void facts.clear() })
  schedule()
  return async () => {
    isStopped = true
    unwatch()
    clearTimeout(timer)
    await drawing
  }
}
