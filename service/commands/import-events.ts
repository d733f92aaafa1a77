import { Outcome } from '../store/event-schema.ts'
import type { Delivery, EventStore } from '../store/event-table.ts'
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
