import { pathToFileURL } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import type * as Server from '../../dist/server.js'
import { type OrderJob, startWorker } from '../support/fixtures/backend.ts'
import { inProject } from '../support/fixtures/docs.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'
import { crash } from '../support/simulators/fault-trial.ts'

// The orders of a shop, reported by the thank-you pages and by a server at the same time, while either fails.

const ROUNDS = 25
const PER_PAGE = 40

type Going = 'well' | 'reloaded' | 'blocked' | 'crashed' | 'slow tracker'
const GOING: readonly Going[] = ['well', 'reloaded', 'blocked', 'crashed', 'slow tracker']

const orderOf = (orderId: string) => ({ orderId, pid: `P-${orderId}`, qty: '2', price: '19.90' })

/** A thank-you page: orders by markup, by blocks of the server and by GA4's purchase. */
const thankYou = (shop: Shop, orders: readonly OrderJob[], isBlocked: boolean) =>
  `<!doctype html><title>Thank you</title>${isBlocked ? '' : shop.tag({ 'data-record-bots': '', 'data-data-layer': 'true' })}${orders
    .map(({ data }, index) => {
      const { orderId, pid, qty, price } = data as ReturnType<typeof orderOf>
      const items = [{ item_id: pid, quantity: qty, price }]
      const purchase = { event: 'purchase', ecommerce: { transaction_id: orderId, items } }
      return [
        `<p data-svc-order="${orderId}"><b data-svc-line="${pid}" data-svc-qty="${qty}" data-svc-price="${price}">${pid}</b></p>`,
        `<script type="application/json" data-svc-events>${JSON.stringify([{ action: 'order', data }])}</script>`,
        `<script>(window.dataLayer ||= []).push(${JSON.stringify(purchase)})</script>`,
      ][index % 3]
    })
    .join('')}`

/** FNV-1a with 64 bits, written independently. */
function fnv1a(text: string) {
  let hash = 0xcbf29ce484222325n
  for (const byte of Buffer.from(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}

/** Opens the thank-you page of a round, and ends it in the way that the round requires. */
async function visit(context: BrowserContext, page: Page, url: string, going: Going) {
  await page.goto(url)
  if (going === 'reloaded') for (let time = 0; time < 2; time += 1) await page.reload()
  if (going !== 'crashed') return page
  await crash(page)
  await page.close()
  return context.newPage()
}

test('1,000 orders reported by pages and a server count as 1,000 orders', async ({
  context,
  page,
  shop,
}, info) => {
  const { visitorFromCookies } = (await import(
    pathToFileURL(inProject('dist/server.js')).href
  )) as typeof Server
  shop.page('/start', `<!doctype html><title>Shop</title>${shop.tag({ 'data-record-bots': '' })}`)
  await shop.open('/start')
  await shop.waitFor('visitor')
  const cookies = await context.cookies(shop.url)
  const visitor = visitorFromCookies(
    cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
  )
  if (!visitor) throw new Error('the tag has set no cookie')

  const ordersOf = (round: number): readonly OrderJob[] =>
    Array.from({ length: PER_PAGE }, (_, index) => ({
      data: orderOf(`${1_000 + round * PER_PAGE + index}`),
      origin: { ...visitor, url: `${shop.url}/checkout`, consent: 'granted' },
    }))
  const worker = await startWorker(info.outputPath(), {
    siteKey: shop.keys.siteKey,
    trackerUrl: shop.url,
  })
  const all: OrderJob[] = []
  let current = page
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const going = GOING[round % GOING.length] as Going
      await shop.faults(going === 'slow tracker' ? { reset: true, every: 3 } : {})
      const orders = ordersOf(round)
      all.push(...orders)
      const url = shop.page(`/thanks/${round}`, thankYou(shop, orders, going === 'blocked'))
      // In some rounds, the server has not been notified of the payment, or is killed at once.
      if (round % 7 !== 3) orders.forEach(worker.send)
      const [next] = await Promise.all([
        visit(context, current, url, going),
        round % 6 === 2 && worker.crash(),
      ])
      current = next
    }
    await shop.faults({})
    const jobs = () => all.filter(({ data }) => !worker.resolved.has(JSON.stringify(data)))
    // The shop's queue sends again the orders that a killed server had not accepted.
    jobs().forEach(worker.send)
    await expect.poll(() => jobs().length).toBe(0)
    expect(await worker.close()).toBe(0)
  } finally {
    worker.end()
  }
  expect(worker.dropped).toEqual([])

  // The next page sends the events of crashed pages.
  await current.goto(`${shop.url}/start`)
  const isQueued =
    'Promise.resolve(svc.explain()).then((all) => all.some(({ state }) => state === "queued"))'
  await expect.poll(() => current.evaluate(isQueued)).toBe(false)
  const stored = await shop.received('order')
  expect(stored.filter(({ isGood }) => !isGood)).toEqual([])
  expect(stored).toHaveLength(ROUNDS * PER_PAGE)
  // Each way of reporting an order sends the reference that PHP's hash('fnv1a64') makes.
  const refs = new Map(stored.map(({ data }) => [Object(data).pid, Object(data).ref]))
  const wanted = all.map(({ data }) => data as ReturnType<typeof orderOf>)
  expect(refs).toEqual(
    new Map(wanted.map(({ pid, orderId }) => [pid, fnv1a(`${shop.keys.siteKey}|${orderId}`)])),
  )
  // Both the pages and the server reported orders.
  const byPage = stored.filter(({ data }) => Object.hasOwn(Object(data), 'seq'))
  expect(byPage.length).toBeGreaterThan(50)
  expect(byPage.length).toBeLessThan(ROUNDS * PER_PAGE - 50)
  expect(stored.filter(({ repeats }) => repeats > 0).length).toBeGreaterThan(200)
})
