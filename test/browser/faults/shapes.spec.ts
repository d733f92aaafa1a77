import type { Page } from '@playwright/test'
import type { StoredEvent } from '../../../service/store/stored-event.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

/** The longest URL, origin included: common servers and CDNs refuse above 8,190 bytes. */
const MAX_URL_BYTES = 7_600

/** Opens a page with nothing but the tag, which has begun a visit. */
async function openPage(shop: Shop) {
  shop.page('/page.html', `<!doctype html>${shop.tag({ 'data-record-bots': 'true' })}`)
  await shop.open('/page.html')
  await shop.waitFor('visitor')
}

/** Why the next event that is dropped is dropped. */
const nextDrop = (page: Page) =>
  page.evaluate(`new Promise((resolve) => svc.on('dropped', ({ reason }) => resolve(reason)))`)

/** How long the request was that brought an event. */
const urlBytes = (shop: Shop, { query }: StoredEvent) =>
  Buffer.byteLength(`${shop.url}/v2/1p.jpg?${query}`)

/** Every event is as the contract wants it, in a request that is short enough, with a `t` of its own. */
function expectSound(shop: Shop, events: readonly StoredEvent[]) {
  expect(events.filter(({ isGood }) => !isGood)).toEqual([])
  expect(Math.max(...events.map((event) => urlBytes(shop, event)))).toBeLessThanOrEqual(
    MAX_URL_BYTES,
  )
  expect(new Set(events.map(({ t }) => t)).size).toBe(events.length)
}

const many = (count: number) => `Array.from({ length: ${count} }, (_, n) => 'P' + n)`

test('every line of an order of 500 arrives once, in orders that are short enough', async ({
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
  const orders = await shop.received('order')
  expect(orders.length).toBeGreaterThan(1)
  expectSound(shop, orders)
})

test('every product of a list of 5,000 arrives once, in requests that are short enough', async ({
  page,
  shop,
}) => {
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
  expectSound(shop, await shop.received('PRODUCT_IMPRESSIONS'))
})

test('an overlong event loses parts of referrer and address, but no word of its search', async ({
  page,
  shop,
}) => {
  // Browsers name no referrer of more than 4,096 characters: https://w3c.github.io/webappsec-referrer-policy/#determine-requests-referrer
  const from = { path: `/from-${'p'.repeat(400)}.html`, query: `?sort=${'q'.repeat(3_500)}` }
  const fragment = `#${'f'.repeat(1_000)}`
  const at = `${shop.url}/page.html?sort=price`
  shop.page(from.path, `<!doctype html><a href="${at}${fragment}">next</a>`)
  shop.page('/page.html', `<!doctype html>${shop.tag({ 'data-record-bots': 'true' })}`)
  await shop.open(from.path + from.query)
  await page.getByText('next').click()
  await shop.waitFor('visitor')

  const search = async (characters: number) => {
    const query = 'x'.repeat(characters)
    const before = (await shop.received('search')).length
    await page.evaluate((text) => {
      const { svc } = window as unknown as { svc: { track(action: string, data: object): void } }
      svc.track('search', { query: text })
    }, query)
    const event = (await shop.waitFor('search', before + 1))[before]
    expect(event?.data).toMatchObject({ query })
    return event as StoredEvent
  }
  const whole = { referrer: shop.url + from.path + from.query, url: at + fragment }
  const short = await search(1)
  expect(short.data).toMatchObject(whole)

  /** A little more than the difference that the digits of `t` make. */
  const margin = 40
  const bytes = (text: string) => encodeURIComponent(text).length
  let characters = MAX_URL_BYTES - urlBytes(shop, short)
  /** The addresses of the page with the longest search that leaves it so, and then with one that is longer. */
  const expectReduction = async (
    before: Readonly<Record<string, string>>,
    after: Readonly<Record<string, string>>,
  ) => {
    expect((await search(characters - margin)).data).toMatchObject(before)
    expect((await search(characters + margin)).data).toMatchObject(after)
  }
  const withoutQuery = { ...whole, referrer: shop.url + from.path }
  await expectReduction(whole, withoutQuery)
  characters += bytes(from.query)
  const withOrigin = { ...whole, referrer: shop.url }
  await expectReduction(withoutQuery, withOrigin)
  characters += bytes(from.path)
  await expectReduction(withOrigin, { ...withOrigin, url: at })
  expectSound(shop, await shop.received('search'))
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

test('an event refused for good is dropped with a reason, and not sent again', async ({
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
