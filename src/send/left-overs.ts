import { now } from '../browser/clock'
import { attempt } from '../browser/guard'
import type { TrackerEvent } from '../wire/tracker-event'
import { type Change, platform } from './platform'
import { entries, entryFor } from './queue'
import { idIn, judgeRecord, type Knowledge, type StoredRecord, type Verdict } from './queue-entry'

/*
 * Takes over events that earlier pages and closed tabs left in the queue.
 */

const FOREIGN = 'not a record of the tag'

/** Result of a claim. */
export interface Claim {
  /** Events that this page has on lease now. */
  readonly claimed: number
  /** The queue holds more that could be claimed. */
  readonly isMore: boolean
  /** When the next lease of another page ends (ms); `Infinity` for none. */
  readonly nextAt: number
}

/**
 * Claims at most `count` events of the queue, and finishes or drops what is not to be sent.
 *
 * @param isArriving - Whether silence of so many milliseconds was a response on its way; `undefined` while nothing is known of the tracker.
 * @param onDone - Called when the store has the leases.
 */
export function claimLeftOvers(
  count: number,
  isArriving: Knowledge['isArriving'],
  onDone: (claim: Claim) => void,
) {
  let taken = 0
  let isMore = false
  let nextAt = Number.POSITIVE_INFINITY

  // A record written by another script of the site may throw when it is read.
  const judge = (record: StoredRecord): Verdict =>
    attempt(() => judgeRecord(record, { now: now(), isArriving })) ?? {
      do: 'drop',
      reason: FOREIGN,
    }

  function drop(key: string, reason: string): readonly Change[] {
    platform.noteStatus(idIn(key), { state: 'dropped', reason })
    return [key]
  }

  function take(key: string, event: TrackerEvent): readonly Change[] {
    if (taken >= count) {
      isMore = true
      return []
    }
    // A record that cannot be serialized is not the tag's.
    const entry = attempt(() => entryFor(event, key))
    if (!entry) return drop(key, FOREIGN)
    taken += 1
    return [entry]
  }

  function apply(key: string, verdict: Verdict): readonly Change[] {
    switch (verdict.do) {
      case 'send':
        return take(key, verdict.event)
      case 'drop':
        return drop(key, verdict.reason)
      case 'finish':
        platform.noteStatus(idIn(key), { state: 'sent', answer: 'left with its page' })
        return [key]
      case 'leave':
        nextAt = Math.min(nextAt, verdict.until)
        return []
    }
  }

  platform.store.claim(
    (records) =>
      // If the page was left meanwhile, it sends nothing more.
      platform.isVisible()
        ? records.flatMap((record: StoredRecord) =>
            entries.has(record.key) ? [] : apply(record.key, judge(record)),
          )
        : [],
    (claimed) => {
      for (const entry of claimed) entries.set(entry.key, entry)
      onDone({ claimed: claimed.length, isMore, nextAt })
    },
  )
}
