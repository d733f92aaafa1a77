import type { StoredEvent } from 'svc-tag-service'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

/** The longest URL, including its origin: common servers and CDNs refuse more than 8,190 bytes. */
const MAX_URL_BYTES = 7_600

/** Every event follows the contract, in a request that is short enough and with its own `t`. */
function expectSound(shop: Shop, events: readonly StoredEvent[]) {
  expect(events.filter(({ isGood }) => !isGood)).toEqual([])
  const bytes = events.map(({ query }) => Buffer.byteLength(`${shop.url}/v2/1p.jpg?${query}`))
  expect(Math.max(...bytes)).toBeLessThanOrEqual(MAX_URL_BYTES)
  expect(new Set(events.map(({ t }) => t)).size).toBe(events.length)
}

const many = (count: number) => `Array.from({ length: ${count} }, (_, n) => 'P' + n)`

test('every line of an order of 500 and every product of a list of 5,000 arrives once, in short requests', async ({
  page,
  shop,
}) => {
  shop.page('/page.html', `<!doctype html>${shop.tag({ 'data-record-bots': 'true' })}`)
  await shop.open('/page.html')
  await shop.waitFor('visitor')
  await page.evaluate(`
    svc.track('order', { products: ${many(500)}.map((pid) => ({ pid, qty: 1, price: 2.5 })) })
    svc.track('PRODUCT_IMPRESSIONS', { query: 'shoes', pids_list: ${many(5_000)} })`)
  const pids = async (action: string) =>
    (await shop.received(action)).flatMap(({ data }) => {
      const { products = [], pids_list = [] } = data as Record<string, { pid: string }[]>
      return [...products.map(({ pid }) => pid), ...pids_list]
    })
  for (const [action, count] of Object.entries({ order: 500, PRODUCT_IMPRESSIONS: 5_000 })) {
    await expect.poll(async () => new Set(await pids(action)).size).toBe(count)
    expect(await pids(action)).toHaveLength(count)
  }
  expectSound(shop, await shop.received())
})

test('an event that is too long, or refused for good, is dropped with a reason and holds up nothing', async ({
  page,
  shop,
}) => {
  shop.page('/page.html', `<!doctype html>${shop.tag({ 'data-record-bots': 'true' })}`)
  await shop.open('/page.html')
  await shop.waitFor('visitor')
  await page.evaluate(
    "window.drops = [], svc.on('dropped', ({ reason }) => { drops.push(reason) })",
  )
  await page.evaluate(
    "svc.track('search', { query: 'x'.repeat(100_000) }), svc.track('cart', { pid: 'P1', qty: 1 })",
  )
  await shop.waitFor('cart')
  await shop.faults({ status: 400, times: 1 })
  await page.evaluate("svc.track('cart', { pid: 'P2', qty: 1 })")
  await expect
    .poll(() => page.evaluate('drops.toSorted()'))
    .toEqual(['longer than 7600 characters', 'the tracker answered 400'])
  await page.evaluate("svc.track('cart', { pid: 'P3', qty: 1 })")
  const carts = await shop.waitFor('cart', 2)
  expect(carts.map(({ data }) => Object(data).pid)).toEqual(['P1', 'P3'])
  expect(await shop.received('search')).toEqual([])
})
