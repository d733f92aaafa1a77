import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { nanoid } from 'nanoid'
import type { EventReader } from '../log/store-events.ts'
import { Outcome } from '../store/event-schema.ts'
import type { EventStore } from '../store/events.ts'
import type { LoggedEvent } from '../store/stored-event.ts'
import { createLineReader } from './access-log.ts'

/** What became of the lines of an import. */
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

const BATCH = 2_000

/** Reads an access log (`.gz` too, `-` for standard input) into a store, as the tracker reads requests. */
export async function importLog(
  file: string,
  events: EventStore,
  readEvent: EventReader,
): Promise<ImportReport> {
  const report = { lines: 0, other: 0, good: 0, bad: 0, repeats: 0 }
  const refused: Record<string, number> = {}
  const badBy: Record<string, number> = {}
  const readLine = createLineReader()
  const run = nanoid(8)
  let batch: LoggedEvent[] = []

  async function store() {
    for (const { event, outcome } of await events.add(batch)) {
      const [reason] = event.reasons
      if (outcome !== Outcome.isNew) report.repeats += 1
      else if (reason === undefined) report.good += 1
      else {
        report.bad += 1
        countIn(badBy, reason.replace(/"[^"]*"/g, '"…"'))
      }
    }
    batch = []
  }

  for await (const text of linesOf(file)) {
    report.lines += 1
    const line = readLine(text)
    if ('refusal' in line) {
      if (line.refusal === undefined) report.other += 1
      else countIn(refused, line.refusal)
      continue
    }
    const { query, browser, receivedAt } = line
    batch.push({ ...readEvent(query), browser, receivedAt, origin: `${run}.${report.lines}` })
    if (batch.length >= BATCH) await store()
  }
  await store()
  return { ...report, refused, badBy }
}

function linesOf(file: string): AsyncIterable<string> {
  if (file === '-') return createInterface({ input: process.stdin })
  const bytes = createReadStream(file)
  const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
}

/** Reasons quote what senders wrote; the rarest share a row. */
const MAX_REASONS = 200

function countIn(counts: Record<string, number>, reason: string) {
  const isKnown = Object.hasOwn(counts, reason) || Object.keys(counts).length < MAX_REASONS
  const name = isKnown ? reason : 'Other reasons.'
  counts[name] = (counts[name] ?? 0) + 1
}
