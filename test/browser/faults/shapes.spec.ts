import type { Page } from '@playwright/test'
import { expect, type Shop, test } from '../../support/shop.ts'

/** Opens a page with nothing but the tag, which has begun a visit. */
async function openPage(shop: Shop) {
  shop.page('/page.html', `<!doctype html>${shop.tag({ 'data-record-bots': 'true' })}`)
  await shop.open('/page.html')
  await shop.waitFor('visitor')
}

/** Why the next event that is dropped is dropped. */
const nextDrop = (page: Page) =>
  page.evaluate(`new Promise((resolve) => svc.on('dropped', ({ reason }) => resolve(reason)))`)

const many = (count: number) => `Array.from({ length: ${count} }, (_, n) => 'P' + n)`

test('every line of an order of 500 arrives, in as many requests as it takes', async ({
  page,
  shop,
}) => {
  await openPage(shop)
  await page.evaluate(
    `svc.track('order', { products: ${many(500)}.map((pid) => ({ pid, qty: 1, price: 2.5 })) })`,
  )
  const pids = async () =>
    (await shop.received('order')).flatMap(({ data }) =>
      (data as { products: { pid: string }[] }).products.map(({ pid }) => pid),
    )
  await expect.poll(async () => new Set(await pids()).size).toBe(500)
  expect(await pids()).toHaveLength(500)
  expect((await shop.received('order')).filter(({ isGood }) => !isGood)).toEqual([])
})

test('every product of a list of 5,000 arrives', async ({ page, shop }) => {
  await openPage(shop)
  await page.evaluate(
    `svc.track('PRODUCT_IMPRESSIONS', { query: 'shoes', pids_list: ${many(5_000)} })`,
  )
  const pids = async () =>
    (await shop.received('PRODUCT_IMPRESSIONS')).flatMap(
      ({ data }) => (data as { pids_list: string[] }).pids_list,
    )
  await expect.poll(async () => new Set(await pids()).size).toBe(5_000)
  expect(await pids()).toHaveLength(5_000)
})

test('a search of 100 kB is given up with a reason, and holds up nothing', async ({
  page,
  shop,
}) => {
  await openPage(shop)
  const reason = nextDrop(page)
  await page.evaluate(
    `svc.track('search', { query: 'x'.repeat(100_000) }), svc.track('cart', { pid: 'P1', qty: 1 })`,
  )
  expect(await reason).toMatch(/longer than 7600/)
  await shop.waitFor('cart')
  expect(await shop.received('search')).toEqual([])
})

test('an event that the tracker refuses for good is dropped with a reason, and not sent again', async ({
  page,
  shop,
}) => {
  await openPage(shop)
  await shop.faults({ status: 400, times: 1 })
  const reason = nextDrop(page)
  await page.evaluate(`svc.track('cart', { pid: 'P1', qty: 1 })`)
  expect(await reason).toBe('the tracker answered 400')
  await page.evaluate(`svc.track('cart', { pid: 'P2', qty: 1 })`)
  expect(await shop.waitFor('cart')).toMatchObject([{ data: { pid: 'P2' } }])
})
