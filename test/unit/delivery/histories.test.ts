import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import type { Browser } from './model/browser.ts'
import { histories, played } from './model/moves.ts'
import type { Sent } from './model/tracker.ts'

/** Enough to find again whatever was found so far, in a few seconds; more find more. */
const RUNS = Number(process.env.SVC_MODEL_RUNS ?? 200)

const keptOf = ({ tracker }: Browser, pid: string) =>
  tracker.sent.filter(({ isKept, pids }) => isKept && pids.includes(pid))

/** What became of an event that did not arrive: nothing when nobody said anything. */
function reasonFor(browser: Browser, t: string, pid: string) {
  const { tracker, dropped, merged } = browser
  const wasCounted = ({ wasLeft, pids }: Sent) => wasLeft && pids.includes(pid)
  return (
    dropped.get(t) ??
    dropped.get(merged.get(t) ?? '') ??
    (tracker.sent.some(wasCounted) ? 'left with its page' : undefined) ??
    foundOut(browser, merged.get(t) ?? t)
  )
}

/**
 * Where the tracker has no CORS headers and the settings do not say so, it is found out by an event's request that seems to have had
 * no answer: one that had none indeed, at that very moment, counts as sent.
 */
const foundOut = ({ kind, answers }: Browser, t: string) =>
  kind.hasCors || kind.isCorsKnown || kind.trackerDropsRepeats ? undefined : answers.get(t)

const lostIn = (browser: Browser) =>
  [...browser.accepted].filter(
    ([pid, { t, isErased }]) =>
      !isErased && keptOf(browser, pid).length === 0 && !reasonFor(browser, t, pid),
  )

/** Sent although the shopper had taken back the consent. */
const sentAfterDenial = ({ accepted, tracker }: Browser) =>
  [...accepted].filter(([pid, { deniedAfter }]) =>
    tracker.sent.some(({ pids }, index) => index >= Number(deniedAfter) && pids.includes(pid)),
  )

/** Sent again although a page had been told that it had arrived. */
const sentInVain = ({ tracker: { sent } }: Browser) =>
  sent.filter((request, index) =>
    sent.slice(0, index).some(({ t, wasConfirmed }) => wasConfirmed && t === request.t),
  )

/** A disk that fails forgets nothing, and the end of a lease is a time on the clock. */
const isOrderly = ({ disk, tracker }: Browser) => !disk.hasFailed() && tracker.clockChanges() === 0

test('whatever happens, an event arrives or has a reason, and none is under way twice', () => {
  fc.assert(
    fc.property(histories(), (history) => {
      const browser = played(history)
      browser.settle()
      expect(browser.timeline.mishaps).toEqual([])
      expect(lostIn(browser)).toEqual([])
      expect(browser.tracker.doubled).toEqual([])
      expect(browser.disk.contents()).toEqual([])
      expect(browser.stored).toEqual([])
      expect(sentAfterDenial(browser)).toEqual([])
      if (isOrderly(browser)) expect(sentInVain(browser)).toEqual([])
    }),
    { numRuns: RUNS },
  )
})

test('with a tracker that is well, and has answered each page, every event arrives once, however pages come and go', () => {
  const kinds = ['addMany', 'passLong', 'open', 'close', 'hide', 'show', 'freeze', 'thaw'] as const
  fc.assert(
    fc.property(histories(kinds), ({ browser: kind, moves }) => {
      // A tracker that drops repeats gets some.
      const counting = { ...kind, trackerDropsRepeats: false, isCalm: true }
      const browser = played({ browser: counting, moves })
      browser.settle()
      const counts = [...browser.accepted.keys()].map((pid) => keptOf(browser, pid).length)
      expect(counts.filter((count) => count !== 1)).toEqual([])
    }),
    { numRuns: RUNS },
  )
})
