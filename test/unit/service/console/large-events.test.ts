import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createCalendar } from '../../../../service/console/analytics/calendar.ts'
import { createReporter } from '../../../../service/console/analytics/count-report.ts'
import { readScope } from '../../../../service/console/analytics/scope.ts'
import { createColumns } from '../../../../service/store/columns/columns.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { createServiceEvents } from '../../../../service/store/service-events.ts'
import { sqliteStore } from '../../../../service/store/sqlite.ts'
import { loggedEvent } from '../../../support/fixtures/logged-event.ts'
import { outputPath } from '../../../support/fixtures/output-path.ts'

// Sixty megabytes are written first.

const EVENTS = 1_000
const TEXT_BYTES = 60_000

/** The limit of a slice on a busy machine; without slices it is several seconds. */
const MAX_DELAY_MS = 700

const MEGABYTE = 1024 * 1024

test('events of 60 KB each make a small report, in slices', async () => {
  const db = openDatabase(outputPath('large.db'))
  const store = sqliteStore(db)
  const received = await createServiceEvents(store)
  for (let n = 0; n < EVENTS; n += 1) {
    const isSearch = n % 2 === 0
    const event = loggedEvent({
      action: isSearch ? 'search' : 'PRODUCT_IMPRESSIONS',
      uid: `uid-${n % 50}`,
      t: `${n}|1`,
      data: { query: `${n}${'x'.repeat(TEXT_BYTES)}`, ...(!isSearch && { pids_list: ['P1'] }) },
    })
    await received.add([event])
  }
  const columns = await createColumns(store)
  const calendar = createCalendar('UTC')
  const labels = { list: (list: string) => list, facet: () => '', product: () => '' }
  const reporter = createReporter({
    ...{ store, columns, labels, calendar, currency: 'EUR', samplePrefix: 'sample.' },
  })
  const before = process.memoryUsage().rss
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await columns.catchUp()
  const report = await reporter.analytics(readScope({}, calendar), 10_000)
  delay.disable()
  expect(report.totals).toMatchObject({ events: EVENTS, searches: EVENTS / 2 })
  expect(JSON.stringify(report).length).toBeLessThan(EVENTS * 1_800)
  expect(delay.max / 1e6).toBeLessThan(MAX_DELAY_MS)
  expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(200)
  await columns.close()
  db.close()
})
