import { guard } from '../browser/guard'
import { isOnline, isVisible } from '../browser/visibility'
import { dropsRepeats } from './drops-repeats'
import {
  entries,
  flushJournal,
  isUnsettled,
  keep,
  onJournalOpen,
  openJournal,
  release,
  removeRecord,
  transact,
  unsentKeys,
} from './journal'
import { isArriving, silentSince } from './last-response'
import { callRecovery, flushSender, inFlight, isUnderWay, recovery } from './sender'

/*
 * Leaves events to the next page when this one may go, and takes them up again when a page is there.
 */

/** Notes of the events in flight that this page was left. Over a connection that is well they count as sent. */
function markInFlight() {
  const [first] = inFlight.values()
  const silentMs = first && silentSince(first.sentAt)
  if (silentMs === undefined || !isOnline()) return
  // Then all that is not answered is sent again.
  if (dropsRepeats()) return
  for (const { entry } of inFlight.values()) {
    if (isArriving(silentMs)) removeRecord(entry.key)
    // 0 would say that it has left unharmed, which is not known.
    else keep({ ...entry, silentMs: silentMs || 1 })
  }
}

/** The page may be gone a moment later, with everything that it knows. */
export function leaveSender() {
  flushSender()
  markInFlight()
  recovery?.leave()
  for (const entry of [...entries.values()])
    if (!isUnderWay(entry)) release({ ...entry, until: recovery?.askedUntil() ?? 0 })
  flushJournal()
}

/** Looks whether earlier pages or closed tabs left something; the recovery part sees to it. */
function checkLeftOvers() {
  const isLeft = (key: string) => !entries.has(key) && !isUnsettled(key)
  if (unsentKeys().some(isLeft)) return callRecovery()
  transact(
    (store) => {
      const request = store.getAllKeys() as IDBRequest<string[]>
      request.onsuccess = guard(() => {
        if (request.result.some(isLeft)) callRecovery()
      })
    },
    () => {},
  )
}

/** Sees to what earlier pages left, and to what waits: at the start, when the page is back, when there is a network again. */
export function resumeSender() {
  if (!isVisible()) return
  openJournal()
  if (recovery) recovery.resume()
  // Offline, the part did not come.
  else if ([...entries.values()].some((entry) => !isUnderWay(entry))) callRecovery()
  else checkLeftOvers()
}

/** Starts to use the journal: what earlier pages left is looked for when it is open. */
export const startSender = () => onJournalOpen(resumeSender)
