import { now } from '../../browser/clock'
import { withPart } from '../../browser/load-part'
import { isVisible } from '../../browser/visibility'
import { noteStatus } from '../../log/event-log'
import { entries, keepText } from '../../send/journal'
import type { RawRecord } from '../../send/journal-entry'
import { entryFor } from '../../send/sender'
import type { TrackerEvent } from '../../wire/tracker-event'
import { type Change, claimRecords, type StoredRecord } from './claim'
import { judge, type Knowledge, type Verdict } from './judge'
import { idIn, isRawRecord } from './parse-entry'

/*
 * Takes over what earlier pages and closed tabs left in the journal.
 */

/** Result of a claim. */
export interface Claim {
  /** Events that this page has on lease now. */
  readonly claimed: number
  /** The journal holds more that could be claimed. */
  readonly isMore: boolean
  /** When the next lease of another page ends (ms); `Infinity` for none. */
  readonly nextAt: number
}

/** Records that wait for their part. */
const rawRecords = new Set<RawRecord>()

/** Records given back before the claim that took them has ended: its end removes their texts. */
let returned: readonly RawRecord[] = []

function openRaw(record: RawRecord) {
  rawRecords.add(record)
  void withPart<(content: unknown) => void>(record.part, (open) => {
    // Unless the page was left meanwhile.
    if (rawRecords.delete(record)) open(record.content)
  })
}

/** Gives records back whose part has not come: the page is left. */
export function keepRawRecords() {
  rawRecords.forEach(keepText)
  returned = [...rawRecords]
  rawRecords.clear()
}

/**
 * Claims at most `count` events of the journal, and finishes, drops or hands to its part what is no event to send.
 *
 * @param isArriving - Whether silence of so many milliseconds was a response on its way; `undefined` while nothing is known of the tracker.
 * @param onDone - Called when the journal has the leases.
 */
export function claimLeftOvers(
  count: number,
  isArriving: Knowledge['isArriving'],
  onDone: (claim: Claim) => void,
) {
  let claimed = 0
  let isMore = false
  let nextAt = Number.POSITIVE_INFINITY

  function take(event: TrackerEvent): readonly Change[] {
    if (claimed >= count) {
      isMore = true
      return []
    }
    const entry = entryFor(event)
    claimed += 1
    entries.set(entry.key, entry)
    return [entry]
  }

  function apply(key: string, verdict: Verdict): readonly Change[] {
    switch (verdict.do) {
      case 'send':
        return take(verdict.entry.event)
      case 'leave':
        nextAt = Math.min(nextAt, verdict.until)
        return []
      case 'drop':
        noteStatus(idIn(key), { state: 'dropped', reason: verdict.reason })
        return [key]
      case 'finish':
        noteStatus(idIn(key), { state: 'sent', answer: 'left with its page' })
        return [key]
    }
  }

  function decide(record: StoredRecord): readonly Change[] {
    const { key, v } = record
    if (entries.has(key)) return []
    if ((v as number) !== 2) return apply(key, judge(record, { now: now(), isArriving }))
    const raw = record as unknown as RawRecord
    if (isRawRecord(raw)) openRaw(raw)
    return [key]
  }

  returned = []
  claimRecords(
    // A page that was left meanwhile may be gone before a part comes.
    (records) => (isVisible() ? records.flatMap(decide) : []),
    () => {
      returned.forEach(keepText)
      onDone({ claimed, isMore, nextAt })
    },
  )
}
