import { now } from '../browser/clock'
import { attempt } from '../browser/guard'
import type { TrackerEvent } from '../wire/tracker-event'
import { type Change, platform } from './platform'
import { entries, entryFor } from './queue'
import { idIn, judgeRecord, type Knowledge, type StoredRecord, type Verdict } from './queue-entry'

/* Takes over events that earlier pages and closed tabs left in the queue. */

const FOREIGN = 'not a record of the tag'

/** The result of a claim. */
export interface Claim {
  /** The number of events that this page now has on lease. */
  readonly claimed: number
  /** Whether the queue holds more events that can be claimed. */
  readonly isMore: boolean
  /** When the next lease of another page ends (ms); `Infinity` if there is none. */
  readonly nextAt: number
}

/**
 * Claims at most `count` events of the queue, and completes or drops those that must not be sent.
 *
 * @param isArriving - Whether a request without a response for this many milliseconds counts as
 * sent; `undefined` while the state of the tracker is unknown.
 * @param onDone - Called when the leases are stored.
 */
export function claimLeftOvers(
  count: number,
  isArriving: Knowledge['isArriving'],
  onDone: (claim: Claim) => void,
) {
  let taken = 0
  let isMore = false
  let nextAt = Number.POSITIVE_INFINITY

  // Reading a record that another script of the site wrote may throw.
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
    // A record that cannot be serialized was not written by the tag.
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
      // If the page has been left in the meantime, it sends nothing more.
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
