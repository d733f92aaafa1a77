import { row } from '../../support/simulators/fault-trial.ts'

/** The page's clock, that can be set. */
const clock = (skewMs: number) => `
  window.skew = ${skewMs}
  const now = Date.now
  Date.now = () => now() + window.skew`

const HOUR_MS = 3_600_000

for (const [what, ms] of Object.entries({
  'back an hour': -HOUR_MS,
  'forward an hour': HOUR_MS,
  'forward a day': 24 * HOUR_MS,
}))
  row(`the clock set ${what} in an outage`, async (trial) => {
    const page = await trial.open({ before: clock(0) })
    await trial.tracker.waitFor('visitor')
    await trial.tracker.faults({ status: 503 })
    await trial.fire(page, 10)
    await trial.failed()
    await page.evaluate(`void (skew = ${ms})`)
    await trial.fire(page, 10)
    await trial.tracker.faults({})
    await trial.arrived(60_000)
  })

row('the clock set back an hour while requests are under way', async (trial) => {
  const page = await trial.open({ before: clock(0) })
  await trial.tracker.waitFor('visitor')
  await trial.tracker.faults({ delayMs: 1_500 })
  await trial.fire(page, 10)
  await page.evaluate(`void (skew = -${HOUR_MS})`)
  await trial.fire(page, 10)
  // All tabs have one clock.
  await trial.open({ before: clock(-HOUR_MS) })
  await trial.arrived(60_000)
})
