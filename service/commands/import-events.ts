import { type EventReader, type LogEntry, loggedEvent } from '../log/log-consumer.ts'
import { Outcome } from '../store/event-schema.ts'
import type { Delivery, EventStore } from '../store/event-table.ts'
import type { LoggedEvent } from '../store/stored-event.ts'
import type { LogPortion } from './read-log.ts'

/** The outcome of an import, by line. */
export interface ImportReport {
  readonly lines: number
  /** Lines that are no tracker requests. */
  readonly other: number
  readonly good: number
  /** Kept as bad, as the tracker itself keeps them. */
  readonly bad: number
  readonly repeats: number
  /** Lines that hold no event, by reason. */
  readonly refused: Readonly<Record<string, number>>
  /** Bad events, by their first reason. */
  readonly badBy: Readonly<Record<string, number>>
}

/** Keeps what a log says in a store. */
export async function importLog(
  portions: AsyncIterable<LogPortion>,
  events: EventStore,
): Promise<ImportReport> {
  const report = { lines: 0, other: 0, good: 0, bad: 0, repeats: 0 }
  const refused: Record<string, number> = {}
  const badBy: Record<string, number> = {}

  function count({ event: { reasons }, outcome }: Delivery) {
    const [reason] = reasons
    if (outcome !== Outcome.isNew) report.repeats += 1
    else if (reason === undefined) report.good += 1
    else {
      report.bad += 1
      countIn(badBy, reason.replace(/"[^"]*"/g, '"…"'))
    }
  }

  for await (const portion of portions) {
    report.lines += portion.lines
    report.other += portion.other
    for (const refusal of portion.refusals) countIn(refused, refusal)
    for (const delivery of await events.add(portion.events)) count(delivery)
  }
  return { ...report, refused, badBy }
}

/** Reasons quote what senders wrote; the rarest share a row. */
const MAX_REASONS = 200

function countIn(counts: Record<string, number>, reason: string) {
  const isKnown = Object.hasOwn(counts, reason) || Object.keys(counts).length < MAX_REASONS
  const name = isKnown ? reason : 'Other reasons.'
  counts[name] = (counts[name] ?? 0) + 1
}

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
