import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
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

const BATCH = 20_000

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

  function take(text: string) {
    report.lines += 1
    const line = readLine(text)
    if ('refusal' in line) {
      if (line.refusal === undefined) report.other += 1
      else countIn(refused, line.refusal)
      return
    }
    const { query, browser, receivedAt } = line
    batch.push({ ...readEvent(query), browser, receivedAt, origin: `${run}.${report.lines}` })
  }

  for await (const lines of linesOf(file)) {
    for (const text of lines) {
      take(text)
      if (batch.length >= BATCH) await store()
    }
  }
  await store()
  return { ...report, refused, badBy }
}

/** All lines that a chunk of the file ends, at once: one at a time, they cost as much as parsing. */
async function* linesOf(file: string): AsyncIterable<readonly string[]> {
  const bytes = file === '-' ? process.stdin : createReadStream(file)
  // A file that cannot be read ends what is read of it, too.
  const input = file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => {}) : bytes
  let rest = ''
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield lines
  }
  if (rest !== '') yield [rest]
}

/** Reasons quote what senders wrote; the rarest share a row. */
const MAX_REASONS = 200

function countIn(counts: Record<string, number>, reason: string) {
  const isKnown = Object.hasOwn(counts, reason) || Object.keys(counts).length < MAX_REASONS
  const name = isKnown ? reason : 'Other reasons.'
  counts[name] = (counts[name] ?? 0) + 1
}
