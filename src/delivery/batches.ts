import type { EventTime } from '../brand'
import { jsonText } from '../events'
import type { Clock } from '../platform/clock'
import { batchOf, type Impressions, merged } from './merge'

export interface BatchDeps {
  readonly clock: Clock
  readonly flushMs: number
  readonly sizeOf: (event: Impressions) => number
  readonly maxSize: number
  /** Keeps a batch that is still open, over what was kept of it before. */
  readonly onOpen: (batch: Impressions, size: number) => void
  readonly onMerged: (t: EventTime, into: EventTime) => void
  readonly onClosed: (batch: Impressions) => void
}

/** Impressions that wait for others of their list. */
export interface Batches {
  readonly add: (event: Impressions) => void
  /** Hands over all that wait, oldest first. */
  readonly close: () => void
  readonly clear: () => void
}

interface Batch {
  readonly event: Impressions
  readonly size: number
}

/** Starts empty, with no timer running. */
export function createBatches(deps: BatchDeps): Batches {
  const { clock, flushMs, sizeOf, maxSize, onOpen, onMerged, onClosed } = deps
  const batches = new Map<string, Batch>()
  let cancelClose: (() => void) | undefined

  function clear() {
    cancelClose?.()
    cancelClose = undefined
    batches.clear()
  }

  function close() {
    const closed = [...batches.values()]
    clear()
    for (const { event } of closed) onClosed(event)
  }

  /** The open batch with the event in it; `undefined` when there is none, or no room in it. */
  function joined(batch: Batch | undefined, event: Impressions): Batch | undefined {
    if (!batch) return undefined
    const size = batch.size + encodeURIComponent(jsonText(event.data.pids_list)).length
    if (size > maxSize) return undefined
    onMerged(event.t, batch.event.t)
    return { event: merged(batch.event, event), size }
  }

  return {
    add(event) {
      const name = batchOf(event)
      const before = batches.get(name)
      const batch = joined(before, event) ?? { event, size: sizeOf(event) }
      if (before && batch.event.t !== before.event.t) onClosed(before.event)
      batches.set(name, batch)
      onOpen(batch.event, batch.size)
      cancelClose ??= clock.schedule(close, flushMs)
    },
    close,
    clear,
  }
}
