import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import type { Shop } from './model/browser'
import { histories, played } from './model/moves'
import type { Sent } from './model/tracker'

/** How many other histories to play; without it the same ones each time, in a few seconds. A failure names the seed and path to play it again. */
const asked = Number(process.env.SVC_MODEL_RUNS ?? 0)
const runs = asked > 0 ? { numRuns: asked } : { numRuns: 60, seed: 1 }

const receivedOf = ({ tracker }: Shop, pid: string) =>
  tracker.sent.filter(({ isReceived, pids }) => isReceived && pids.includes(pid))

/** Why an event did not arrive; `undefined` if nobody said anything. */
function reasonFor(shop: Shop, t: string, pid: string) {
  const { tracker, dropped } = shop
  const wasLeft = (sent: Sent) => sent.wasLeft && sent.pids.includes(pid)
  return (
    dropped.get(t) ??
    (tracker.sent.some(wasLeft) ? 'left with its page' : undefined) ??
    answerWithoutCors(shop, t)
  )
}

/**
 * A tracker without CORS headers is found out by a request that seems to have had no response. One that had none indeed at that moment
 * counts as sent.
 */
const answerWithoutCors = ({ options, answers }: Shop, t: string) =>
  options.hasCors || options.isCorsKnown || options.trackerDropsRepeats ? undefined : answers.get(t)

const lostIn = (shop: Shop) =>
  [...shop.accepted].filter(
    ([pid, event]) =>
      !event.isExcused && receivedOf(shop, pid).length === 0 && !reasonFor(shop, event.t, pid),
  )

const sentAfterDenial = ({ accepted, tracker }: Shop) =>
  [...accepted].filter(([pid, { deniedAfter }]) =>
    tracker.sent.some(({ pids }, index) => index >= Number(deniedAfter) && pids.includes(pid)),
  )

/** Sent again although a page had a good response. */
const sentInVain = ({ tracker: { sent } }: Shop) =>
  sent.filter((request, index) =>
    sent.slice(0, index).some(({ t, wasConfirmed }) => wasConfirmed && t === request.t),
  )

test('an event arrives or has a reason, and is never in flight twice', () => {
  test.setTimeout(60_000 + runs.numRuns * 5_000)
  fc.assert(
    fc.property(histories(), (history) => {
      const shop = played(history)
      expect(shop.mishaps).toEqual([])
      expect(shop.warnings().filter((text) => text.includes('internal error'))).toEqual([])
      expect(lostIn(shop)).toEqual([])
      expect(shop.tracker.doubled).toEqual([])
      expect(shop.stored()).toEqual([])
      expect(shop.storedAfterDenial).toEqual([])
      expect(sentAfterDenial(shop)).toEqual([])
      if (shop.isOrderly()) expect(sentInVain(shop)).toEqual([])
    }),
    runs,
  )
})

test('with a tracker that has answered each page, every event arrives exactly once', () => {
  test.setTimeout(60_000 + runs.numRuns * 5_000)
  const kinds = ['addSome', 'passLong', 'open', 'close', 'hide', 'show', 'freeze', 'thaw'] as const
  fc.assert(
    fc.property(histories(kinds), ({ shop: options, moves }) => {
      // A tracker that drops repeats gets some.
      const shop = played({
        shop: { ...options, trackerDropsRepeats: false, isCalm: true },
        moves,
      })
      const counts = [...shop.accepted.keys()].map((pid) => receivedOf(shop, pid).length)
      expect(counts.filter((count) => count !== 1)).toEqual([])
    }),
    runs,
  )
})
