import type { Page } from '@playwright/test'
import { expect, test } from '../../playwright/index.ts'
import { KIT_SHOP, kitTag, serveKitShop } from '../kit-shop.ts'

test.beforeEach(({ context }) => serveKitShop(context))

type EventLogEntry = Awaited<ReturnType<Window['svc']['explain']>>[number]

/** Resolves when the tiles were visible long enough. Their event then waits for more tiles, or is recorded. */
const tilesCounted = (page: Page) =>
  page.evaluate(async () => {
    const until = async (isReached: (entries: readonly EventLogEntry[]) => boolean) => {
      while (!isReached(await window.svc.explain())) await new Promise(requestAnimationFrame)
    }
    const isWaiting = ({ reason }: EventLogEntry) => reason === 'not seen long enough'
    const isRecorded = ({ data }: EventLogEntry) => data !== undefined && 'pids_list' in data
    await until((entries) => entries.some((entry) => isWaiting(entry) || isRecorded(entry)))
    await until((entries) => !entries.some(isWaiting))
  })

test('events are seen without a service, in chronological order', async ({ page, svc }) => {
  await page.goto(`${KIT_SHOP}/list`)
  await expect(svc).toHaveSent('PRODUCT_IMPRESSIONS', {
    page: 'categoryPath:"Men>Shoes"',
    pids_list: ['sku-9', 'sku-7'],
  })
  await expect(svc).not.toHaveSent('PRODUCT_IMPRESSIONS', { pids_list: ['sku-8'] })
  await page.getByLabel('Search').fill('boots')
  await page.getByLabel('Search').press('Enter')
  await page.getByText('Tent').click()
  await page.getByRole('button').click()
  await expect(svc).toHaveSentInOrder([
    ['search', { query: 'boots' }],
    ['click', { pid: 'sku-9' }],
    ['cart', { pid: 'sku-9' }],
  ])
  await expect(svc).not.toHaveSentInOrder([['cart'], ['search']])
})

test('events that wait when the page is left are seen on the next page', async ({ page, svc }) => {
  await page.goto(`${KIT_SHOP}/list`)
  await tilesCounted(page)
  await page.goto(`${KIT_SHOP}/thanks`)
  await expect(svc).toHaveSent('PRODUCT_IMPRESSIONS', { pids_list: ['sku-7', 'sku-9'] })
  await expect(svc).toHaveSent('order', { pid: 'sku-7', qty: '2', price: '19.90' })
  expect(await svc.sent('PRODUCT_IMPRESSIONS')).toHaveLength(1)
})

test('clear() forgets earlier events', async ({ page, svc }) => {
  await page.goto(`${KIT_SHOP}/thanks`)
  await expect(svc).toHaveSent('order')
  await svc.settle()
  svc.clear()
  await expect(svc).toHaveSentNothing()
  await expect(expect(svc).not.toHaveSentNothing()).rejects.toThrow('Nothing was sent')
})

test.describe('with consent denied by the option', () => {
  test.use({ svcOptions: { consent: 'denied' } })

  test('nothing is sent, and the failure message says why', async ({ page, svc }) => {
    await page.goto(`${KIT_SHOP}/p/sku-7`)
    await page.getByRole('button').click()
    await expect(svc).toHaveSentNothing()
    const failure = expect(expect.configure({ timeout: 300 })(svc).toHaveSent('cart')).rejects
    await failure.toThrow('Consent is denied')
  })
})

test.describe('on pages without a tag', () => {
  test.use({
    svcOptions: {
      inject: true,
      settings: {
        map: { product: { in: '.tile', from: '@data-sku' }, query: { in: 'main', as: 'all' } },
      },
    },
  })

  test("the package's tag is injected", async ({ page, context, svc }) => {
    const pages = { '/bare': '<main><p class="tile" data-sku="sku-3">Hat</p></main>' }
    await serveKitShop(context, pages, { tag: '' })
    await page.goto(`${KIT_SHOP}/bare`)
    await expect(svc).toHaveSent('PRODUCT_IMPRESSIONS', { query: 'all', pids_list: ['sku-3'] })
  })
})

test('an event that fails at first is sent again, and counts once', async ({ page, svc }) => {
  svc.answer('tracker', { status: 503, times: 1 })
  await page.goto(`${KIT_SHOP}/thanks`)
  await expect.poll(async () => (await svc.sent('visitor'))[0]?.tries).toBe(2)
  expect(await svc.sent('visitor')).toHaveLength(1)
})

test('Browse and the agent respond as the test says', async ({ page, context, svc }) => {
  const services = `data-api-key="KEY" data-browse-url="https://b.example" data-agent-url="https://a.example"`
  await serveKitShop(context, { '/list': '' }, { tag: kitTag(services) })
  svc.answer('browse', {
    body: { response: { numberOfProducts: 1, start: 0, products: [{ uniqueId: 'P1' }] } },
  })
  svc.answer('agent', { status: 500, times: 1 })
  await page.goto(`${KIT_SHOP}/list`)
  const total = await page.evaluate(async () => (await window.svc.search({ query: 'x' })).total)
  expect(total).toBe(1)
  await expect(page.evaluate(() => window.svc.agent.start())).rejects.toThrow('500')
})

test('a correct page has no findings, and those of a faulty one have a rule and a fix', async ({
  page,
  context,
  svc,
}) => {
  await page.goto(`${KIT_SHOP}/list`)
  await expect(svc).toHaveNoFindings()
  await serveKitShop(context, { '/bad': '<p data-svc-prodcut="1"></p>' })
  await page.goto(`${KIT_SHOP}/bad`)
  await expect(svc).toHaveNoFindings({ ignore: ['unknown-attribute'] })
  await expect(expect(svc).toHaveNoFindings()).rejects.toThrow(
    /unknown-attribute.*data-svc-product/,
  )
})
