import type { JournalEntry } from '../../send/journal-entry'
import type { StoredRecord } from './claim'
import { idIn, parseEntry } from './parse-entry'

/** The facts that decide about a record. */
export interface Knowledge {
  readonly now: number
  /** Whether silence of so many milliseconds was a response on its way; `undefined` while nothing is known of the tracker. */
  readonly isArriving: (silentMs: number) => boolean | undefined
}

/** The decision about a record of an earlier page or of another tab. */
export type Verdict =
  | { readonly do: 'send'; readonly entry: JournalEntry }
  /** It has left with its page. */
  | { readonly do: 'finish' }
  | { readonly do: 'drop'; readonly reason: string }
  /** Another page has it on lease, until then (ms); `Infinity` for what the first answer decides about, or another version owns. */
  | { readonly do: 'leave'; readonly until: number }

const WEEK_MS = 604_800_000

const LEAVE = { do: 'leave', until: Number.POSITIVE_INFINITY } as const

/** Decides about a record. Pure. */
export function judge(record: StoredRecord, { now, isArriving }: Knowledge): Verdict {
  const age = now - Number.parseInt(idIn(record.key), 10)
  if (!(age < WEEK_MS)) return { do: 'drop', reason: 'older than 7 days' }
  // Another version's own page may come back for it.
  if (record.v !== undefined && record.v !== 1) return LEAVE
  const entry = parseEntry(record)
  if (!entry) return { do: 'drop', reason: 'not a record of this version of the tag' }
  const { until, silentMs } = entry
  if (silentMs === undefined) return until <= now ? { do: 'send', entry } : { do: 'leave', until }
  const isSent = isArriving(silentMs)
  if (isSent === undefined) return LEAVE
  return isSent ? { do: 'finish' } : { do: 'send', entry }
}
