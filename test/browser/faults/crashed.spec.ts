import type { Faults } from '../../../service/tracker/simulated-faults.ts'
import { row, TIMES } from '../../support/simulators/fault-trial.ts'

/** How the tracker is when the page crashes, and how long it takes to have answered all. */
const trackers: readonly { readonly what: string; readonly is: Faults; readonly tookMs: number }[] =
  [
    { what: 'answering 503', is: { status: 503 }, tookMs: 200 },
    { what: '3,000 ms late', is: { delayMs: 3_000 }, tookMs: 12_000 },
    { what: 'well', is: {}, tookMs: 200 },
    { what: '300 ms late', is: { delayMs: 300 }, tookMs: 1_500 },
    { what: 'hanging', is: { hang: true }, tookMs: Number.POSITIVE_INFINITY },
  ]

const all = trackers.flatMap((tracker) =>
  [300, 50, 2_000].map((afterMs) => ({ ...tracker, afterMs })),
)

/** The short form has the two that are most different. */
const cases =
  TIMES > 1 ? all : all.filter(({ is, afterMs }) => (is.status || is.hang) && afterMs === 300)

for (const { what, is, afterMs, tookMs } of cases)
  row(
    `the page crashing ${afterMs} ms after 20 events, the tracker ${what}`,
    async (trial, run) => {
      const page = await trial.open()
      await trial.tracker.waitFor('visitor')
      await trial.tracker.faults(is)
      await trial.fire(page, 20)
      await page.waitForTimeout(afterMs)
      await trial.crash()
      await trial.tracker.faults({})
      // The next page may be one without the tag.
      if (run % 2 === 1) await trial.visit({ hasTag: false })
      await trial.settled()
      await trial.arrived()
    },
    {
      // A request under way goes on without its page, and comes to a tracker that is well by then: nobody hears of that.
      mayRepeat: afterMs < tookMs,
      runs: TIMES > 1 ? 1 : 2,
      impossible: {
        firefox: 'its driver cannot crash a page; the browser is killed instead',
        webkit: 'its driver ends the whole session with the page; the browser is killed instead',
      },
    },
  )
