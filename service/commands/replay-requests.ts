import type { LogEntry } from '../log/log-entry.ts'
import { type EventReader, loggedEvent } from '../log/store-events.ts'
import { Outcome } from '../store/event-schema.ts'
import type { EventStore } from '../store/event-table.ts'
import type { LoggedEvent } from '../store/stored-event.ts'

/** The outcome of replayed requests. */
export interface ReplayReport {
  readonly good: number
  readonly bad: number
  readonly repeats: number
}

const BATCH = 1_000

/** Reads requests again, with the rules of this version, into a store. */
export async function replay(
  entries: AsyncIterable<LogEntry>,
  events: EventStore,
  readEvent: EventReader,
): Promise<ReplayReport> {
  const report = { good: 0, bad: 0, repeats: 0 }
  let batch: LoggedEvent[] = []

  async function store() {
    for (const { event, outcome } of await events.add(batch)) {
      if (outcome !== Outcome.isNew) report.repeats += 1
      else if (event.reasons.length === 0) report.good += 1
      else report.bad += 1
    }
    batch = []
  }

  for await (const entry of entries) {
    batch.push(loggedEvent(entry, readEvent))
    if (batch.length >= BATCH) await store()
  }
  await store()
  return report
}
