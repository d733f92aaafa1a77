import type { StoredRecord } from '../parts/recovery/claim'
import { judge } from '../parts/recovery/judge'
import { overflow } from '../parts/recovery/overflow'
import type { JournalEntry } from '../send/journal-entry'

/** Facts by which the records of the journal are judged. */
export interface JournalKnowledge {
  readonly now: number
  /** The tracker drops repeats, so that sending once more does no harm. */
  readonly mayRepeat: boolean
  /** Whether the last try on this page was answered; `undefined` before the first. */
  readonly isWell: boolean | undefined
}

/** Decisions about the records of the journal. */
export interface Sorted {
  readonly due: readonly JournalEntry[]
  /** Keys of what is not sent: it has arrived, is too old, is too much, or is no record of the tag. */
  readonly finished: readonly string[]
  /** When the next lease ends; `Infinity` for none. */
  readonly nextAt: number
}

/**
 * Sorts the records of the journal. What was in flight when its page went counts as sent if the tracker is well: a sandbox does not hear
 * that its page goes. Pure.
 */
export function judgeRecords(
  records: readonly StoredRecord[],
  { now, mayRepeat, isWell }: JournalKnowledge,
): Sorted {
  const isLeased = ({ until }: StoredRecord) => Number(until) > now
  const verdicts = records
    .filter((record) => !isLeased(record))
    .map((record) => ({
      key: record.key,
      verdict: judge(record, { now, isArriving: () => (mayRepeat ? false : isWell) }),
    }))
  const waiting = verdicts.flatMap(({ verdict }) => (verdict.do === 'send' ? verdict.entry : []))
  const excess = overflow(waiting)
  const settled = verdicts.filter(({ verdict }) => /finish|drop/.test(verdict.do))
  return {
    due: waiting.filter((entry) => !excess.includes(entry)),
    finished: [...settled, ...excess].map(({ key }) => key),
    nextAt: Math.min(...records.filter(isLeased).map(({ until }) => Number(until))),
  }
}
