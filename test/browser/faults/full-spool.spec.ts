import { openSqliteLog } from 'svc-tag-service'
import { test as base } from '../../support/fixtures/engine-test.ts'
import { eventQuery } from '../../support/fixtures/event-requests.ts'
import { startService, type TestService } from '../../support/fixtures/local-service.ts'
import { expect } from '../../support/fixtures/shop.ts'
import { look } from '../../support/simulators/fault-trial.ts'

const LIMIT_BYTES = 100_000

/** Above the limit for impressions and clicks, below that for orders. */
const FILL = 0.96

/** A tracker whose spool is not emptied until `drain` is called. */
interface FullTracker extends TestService {
  drain(): void
}

const test = base.extend<{ tracker: FullTracker }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needs of a fixture from this pattern.
  async tracker({}, use) {
    const log = openSqliteLog({ file: ':memory:', limitBytes: LIMIT_BYTES })
    let drain = () => {}
    const drained = new Promise<void>((settle) => {
      drain = settle
    })
    const service = await startService({
      log: {
        ...log,
        consume: (name, handle) =>
          log.consume(name, async (entries) => {
            await drained
            await handle(entries)
          }),
      },
    })
    for (let count = 0; (await log.status()).spooledBytes < LIMIT_BYTES * FILL; count += 1) {
      const query = eventQuery('order of one product', { uid: 'filler', t: `${count}|0.5` })
      const entry = { site: 'demo-site', action: 'order', query, browser: '', receivedAt: count }
      await log.append(entry)
    }
    await use({ ...service, drain })
    drain()
    await service.close()
  },
})

test('a full spool takes an order at once, and the refused impressions later', async ({
  page,
  tracker,
}) => {
  const answers: string[] = []
  page.on('response', (response) => {
    const action = new URL(response.url()).searchParams.get('action')
    if (action) answers.push(`${action} ${response.status()}`)
  })
  await page.goto(
    tracker.page('/full.html', tracker.tag({ 'data-record-bots': 'true', 'data-consent': 'hold' })),
  )
  await look(page)
  // All at once, because while the tracker refuses its first event, the tag sends only that one.
  await page.evaluate(`
    svc.track('PRODUCT_IMPRESSIONS', { query: 'shoes', pids_list: ['P1', 'P2'] })
    svc.track('order', { orderId: 'o-1', products: [{ pid: 'P1', qty: 1, price: 9.5 }] })
    svc.consent('granted')
    svc.flush()`)
  await expect
    .poll(() => answers)
    .toEqual(expect.arrayContaining(['PRODUCT_IMPRESSIONS 503', 'order 200']))

  tracker.drain()
  const [impressions] = await tracker.waitFor('PRODUCT_IMPRESSIONS', 1, 60_000)
  expect(impressions).toMatchObject({ isGood: true, data: { pids_list: ['P1', 'P2'] } })
  const orders = await tracker.received('order')
  expect(orders.filter(({ uid }) => uid !== 'filler')).toHaveLength(1)
})
