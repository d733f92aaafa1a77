import { now } from '../browser/clock'
import { attempt } from '../browser/guard'
import { settings } from '../settings/read-settings'
import { accountOf } from '../wire/account'
import { type Change, platform } from './platform'
import { entries, entryFor } from './queue'
import {
  idIn,
  judgeRecord,
  type Knowledge,
  probesAmong,
  type QueueEntry,
  type StoredRecord,
  type Verdict,
} from './queue-entry'

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

type Sendable = Extract<Verdict, { do: 'send' }> & Pick<QueueEntry, 'key' | 'size'>

/**
 * Claims events of this account in the queue, and completes or drops those that must not be sent.
 *
 * @param count - The most to claim; 0 claims only those that show whether the tracker is up.
 * @param isArriving - Whether a request without a response for this many milliseconds counts as
 * sent; `undefined` while the state of the tracker is unknown.
 * @param onDone - Called when the leases are stored.
 */
export function claimLeftOvers(
  count: number,
  isArriving: Knowledge['isArriving'],
  onDone: (claim: Claim) => void,
) {
  let isMore = false
  let nextAt = Number.POSITIVE_INFINITY
  const knowledge: Knowledge = { now: now(), account: accountOf(settings), isArriving }

  // Reading a record that another script of the site wrote may throw.
  const judge = (record: StoredRecord): Verdict =>
    attempt(() => judgeRecord(record, knowledge)) ?? { do: 'drop', reason: FOREIGN }

  function drop(key: string, reason: string): readonly string[] {
    platform.noteStatus(idIn(key), { state: 'dropped', reason })
    return [key]
  }

  /** Completes, drops or leaves a record that is not sent. */
  function apply(key: string, verdict: Verdict): readonly string[] {
    if (verdict.do === 'drop') return drop(key, verdict.reason)
    if (verdict.do === 'leave') nextAt = Math.min(nextAt, verdict.until)
    if (verdict.do !== 'finish') return []
    platform.noteStatus(idIn(key), { state: 'sent', answer: 'left with its page' })
    return [key]
  }

  function decide(records: readonly StoredRecord[]): readonly Change[] {
    // If the page has been left in the meantime, it sends nothing more.
    if (!platform.isVisible()) return []
    const waiting: Sendable[] = []
    const others = records.filter(({ key }) => !entries.has(key))
    const done = others.flatMap(({ size, ...record }) => {
      const { key } = record
      const verdict = judge(record)
      if (verdict.do !== 'send') return apply(key, verdict)
      waiting.push({ ...verdict, key, size: typeof size === 'number' ? size : 0 })
      return []
    })
    const taken = count ? waiting.slice(0, count) : probesAmong(waiting, ({ refused }) => refused)
    isMore = taken.length < waiting.length
    // A record that cannot be serialized was not written by the tag.
    const leased = taken.flatMap(
      ({ key, event, refused }): readonly Change[] =>
        attempt(() => [entryFor(event, key, refused)]) ?? drop(key, FOREIGN),
    )
    return [...done, ...leased]
  }

  platform.store.claim(decide, (claimed) => {
    for (const entry of claimed) entries.set(entry.key, entry)
    onDone({ claimed: claimed.length, isMore, nextAt })
  })
}
