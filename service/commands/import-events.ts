import { type EventReader, type LogEntry, loggedEvent } from '../log/log-consumer.ts'
import { Outcome } from '../store/event-schema.ts'
import type { EventStore } from '../store/event-table.ts'
import type { Delivery, LoggedEvent } from '../store/stored-event.ts'
import type { LogPortion } from './read-log.ts'

const newCounts = () => ({ good: 0, bad: 0, repeats: 0 })

function count(counts: ReturnType<typeof newCounts>, { event, outcome }: Delivery) {
  if (outcome !== Outcome.isNew) counts.repeats += 1
  else if (event.reasons.length === 0) counts.good += 1
  else counts.bad += 1
}

/**
 * Stores the events of a log. The report contains the number of `lines`. Of these, `other` are requests that are not for the tracker,
 * `good` and `bad` are stored as the tracker would store them, `repeats` were already stored, and `refused`, by reason, contain no event.
 * Bad events are also counted by their first reason.
 */
export async function importLog(portions: AsyncIterable<LogPortion>, events: EventStore) {
  const report = { lines: 0, other: 0, ...newCounts() }
  const refused: Record<string, number> = {}
  const badBy: Record<string, number> = {}
  for await (const portion of portions) {
    report.lines += portion.lines
    report.other += portion.other
    for (const refusal of portion.refusals) countIn(refused, refusal)
    for (const delivery of await events.add(portion.events)) {
      count(report, delivery)
      const [reason] = delivery.event.reasons
      if (reason !== undefined && delivery.outcome === Outcome.isNew)
        countIn(badBy, reason.replace(/"[^"]*"/g, '"…"'))
    }
  }
  return { ...report, refused, badBy }
}

/** Reasons quote what the senders wrote, so there can be many. New ones beyond this number are counted together. */
const MAX_REASONS = 200

function countIn(counts: Record<string, number>, reason: string) {
  const isKnown = Object.hasOwn(counts, reason) || Object.keys(counts).length < MAX_REASONS
  const name = isKnown ? reason : 'Other reasons.'
  counts[name] = (counts[name] ?? 0) + 1
}

const BATCH = 1_000

/** Stores the events of requests again, with the rules of this version. Resolves with the counts of good, bad and repeated events. */
export async function replay(
  entries: AsyncIterable<LogEntry>,
  events: EventStore,
  readEvent: EventReader,
) {
  const counts = newCounts()
  let batch: LoggedEvent[] = []

  async function store() {
    for (const delivery of await events.add(batch)) count(counts, delivery)
    batch = []
  }

  for await (const entry of entries) {
    batch.push(loggedEvent(entry, readEvent))
    if (batch.length >= BATCH) await store()
  }
  await store()
  return counts
}
