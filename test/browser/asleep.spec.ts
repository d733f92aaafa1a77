import type { Page } from '@playwright/test'
import { errorsOf } from '../support/fixtures/page-errors.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'
import { turn } from '../support/fixtures/turn.ts'

const HOURS_8_MS = 8 * 3_600_000

/** Longer than a busy machine takes to deliver a message. */
const PAUSE_MS = 10_000

const VISIT_COOKIES = /^svc\.visit/

interface Told {
  readonly pid: string
  readonly visitId: string
  readonly visit_type: string
}

const track = (page: Page, pid: string) =>
  page.evaluate((of) => window.svc.track('cart', { pid: of, qty: 1 }), pid)

const failed = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        async () => (await window.svc.explain()).filter(({ tries }) => tries > 0).length,
      ),
    )
    .toBeGreaterThan(0)

/** The events of an action by time, in milliseconds. Fails if one arrived twice. */
async function told(shop: Shop, action: string) {
  const events = await shop.received(action)
  expect(events.reduce((sum, { repeats }) => sum + repeats, 0)).toBe(0)
  return events
    .map(({ at, uid, data }) => ({ at, uid, ...(data as Told) }))
    .sort((one, other) => one.at - other.at)
}

async function open(page: Page, shop: Shop) {
  const url = shop.page(
    '/shop',
    `<!doctype html><title>Shop</title>${shop.tag({ 'data-record-bots': '' })}<ul data-svc-query="shoes"><li data-svc-product="A">A</li></ul>`,
  )
  await page.goto(url)
  await shop.waitFor('PRODUCT_IMPRESSIONS')
}

test('8 hours of sleep end the visit, even on a hidden page whose cookies have expired', async ({
  page,
  context,
  shop,
}) => {
  const errors = errorsOf(page)
  await page.clock.install()
  await open(page, shop)
  await shop.faults({ status: 503 })
  await track(page, 'before')
  await failed(page)
  // There is no retry until the laptop wakes. The clock continues until the page learns of the pause, which must not be in the past.
  await page.clock.pauseAt(await page.evaluate(`Date.now() + ${PAUSE_MS}`))
  await turn(page, 'hidden')
  await shop.faults({})
  await context.clearCookies({ name: VISIT_COOKIES })
  await page.clock.fastForward(HOURS_8_MS)
  await turn(page, 'visible')
  await page.clock.resume()
  await track(page, 'after')
  await shop.waitFor('cart', 2, 60_000)
  // Requests of one task may arrive in any order.
  await shop.waitFor('visitor', 2)

  const [before, after] = await told(shop, 'cart')
  const [first, second, ...more] = await told(shop, 'visitor')
  if (!before || !after || !first || !second) throw new Error('Something is missing.')
  expect(more).toEqual([])
  expect([before.pid, after.pid]).toEqual(['before', 'after'])
  expect(after.at - before.at).toBeGreaterThanOrEqual(HOURS_8_MS)
  expect(before.visitId).toBe(first.visitId)
  expect(after.visitId).toBe(second.visitId)
  expect(second.visitId).not.toBe(first.visitId)
  expect([first.visit_type, second.visit_type]).toEqual(['first_time', 'repeat'])
  expect(second.at).toBeGreaterThanOrEqual(before.at + HOURS_8_MS)
  expect(second.at).toBeLessThanOrEqual(after.at)
  // The tile was counted before.
  expect(await told(shop, 'PRODUCT_IMPRESSIONS')).toHaveLength(1)
  expect(errors).toEqual([])
})

test('evicting storage and cookies while a page is open loses no event', async ({
  page,
  context,
  shop,
}) => {
  const errors = errorsOf(page)
  const cdp = await context.newCDPSession(page)
  const evict = async () => {
    const storageTypes = 'indexeddb,local_storage,cookies'
    await cdp.send('Storage.clearDataForOrigin', { origin: shop.url, storageTypes })
  }
  await open(page, shop)
  await track(page, 'before')
  await shop.waitFor('cart', 1)
  await evict()
  await track(page, 'after')
  await shop.waitFor('cart', 2)

  await shop.faults({ status: 503 })
  await track(page, 'waiting')
  await failed(page)
  await evict()
  await track(page, 'later')
  await shop.faults({})
  await shop.waitFor('cart', 4, 60_000)
  // The shopper stays on the page: a page that is left before the first response after a failure sends its event again.
  await page.waitForTimeout(700)

  // The next page finds no event that was already sent.
  await page.reload()
  await shop.waitFor('PRODUCT_IMPRESSIONS', 2)
  await track(page, 'next page')
  await shop.waitFor('cart', 5)
  const carts = await told(shop, 'cart')
  expect(carts.map(({ pid }) => pid)).toEqual(['before', 'after', 'waiting', 'later', 'next page'])
  // Each eviction creates a new shopper with a visit.
  const shoppers = 3
  expect(new Set(carts.map(({ uid }) => uid)).size).toBe(shoppers)
  expect(new Set(carts.map(({ visitId }) => visitId)).size).toBe(shoppers)
  expect(await told(shop, 'visitor')).toHaveLength(shoppers)
  expect(errors).toEqual([])
})
