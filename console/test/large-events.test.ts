import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { loggedEvent } from '../../test/support/fixtures/logged-event.ts'
import { everything, openReports } from './reports.ts'

// Sixty megabytes are written first.

const EVENTS = 1_000
const TEXT_BYTES = 60_000

/** The limit of a slice on a busy machine; without slices it is several seconds. */
const MAX_DELAY_MS = 700

const MEGABYTE = 1024 * 1024

test('events of 60 KB each give a small report, read in slices', async () => {
  const { events, columns, reporter, close } = await openReports()
  for (let n = 0; n < EVENTS; n += 1) {
    const isSearch = n % 2 === 0
    const query = `${n}${'x'.repeat(TEXT_BYTES)}`
    const event = { uid: `uid-${n % 50}`, t: `${n}|1` }
    await events.add([
      isSearch
        ? loggedEvent({ ...event, action: 'search', data: { query } })
        : loggedEvent({
            ...event,
            action: 'PRODUCT_IMPRESSIONS',
            data: { query, pids_list: ['P1'] },
          }),
    ])
  }
  const before = process.memoryUsage().rss
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await columns.catchUp()
  const report = await reporter.analytics(everything)
  delay.disable()
  expect(report.totals).toMatchObject({ events: EVENTS, searches: EVENTS / 2 })
  expect(JSON.stringify(report).length).toBeLessThan(EVENTS * 1_800)
  expect(delay.max / 1e6).toBeLessThan(MAX_DELAY_MS)
  expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(200)
  await close()
})
