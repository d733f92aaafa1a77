import { expect, type Page } from '@playwright/test'
import { generateCatalog } from '../../demo-site/catalog/generate.ts'
import type { Product } from '../../service/catalog/feed.ts'
import type { StoredEvent } from '../../service/store/stored-event.ts'
import { startService, type TestService } from '../support/fixtures/local-service.ts'
import { test } from '../support/fixtures/shop.ts'

/** The list on the page, by the answer that it shows. */
const requestId = (page: Page) =>
  page.locator('main [data-svc-request-id]').first().getAttribute('data-svc-request-id')

const tiles = (page: Page) =>
  page
    .locator('main .list [data-svc-product]')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-svc-product')))

const isCompanions = ({ action, data }: StoredEvent) =>
  action === 'PRODUCT_IMPRESSIONS' && (data as { url: string }).url.includes('/p/')

/** The events as a story: impressions of one list that follow one another are one sentence. */
function storyOf(events: readonly StoredEvent[]) {
  const story: { action: string; requestId?: unknown; pids?: unknown[]; data: object }[] = []
  for (const { action, data } of events) {
    const { requestId: id, pids_list: pids } = data as { requestId?: string; pids_list?: unknown[] }
    const last = story.at(-1)
    if (pids && last?.pids && last.requestId === id) last.pids.push(...pids)
    else
      story.push({
        action,
        data: Object(data),
        ...(id && { requestId: id }),
        ...(pids && { pids: [...pids] }),
      })
  }
  return story
}

/** Waits until the tracker has heard of some tiles of the list that the page shows now, and not of the one before. */
async function seenList(service: TestService, page: Page, before?: string | null) {
  if (before) await expect.poll(() => requestId(page)).not.toBe(before)
  const id = await requestId(page)
  await expect
    .poll(async () => {
      const events = await service.received('PRODUCT_IMPRESSIONS')
      return events.some(({ data }) => (data as { requestId?: string }).requestId === id)
    })
    .toBe(true)
  return id
}

async function scrollThrough(service: TestService, page: Page) {
  const shown = await tiles(page)
  for (const pid of shown) {
    await page.locator(`main .list [data-svc-product="${pid}"]`).scrollIntoViewIfNeeded()
  }
  // Slowly back up: the last rows were passed in an instant.
  for (let at = shown.length - 1; at >= 0; at -= 4) {
    await page.locator(`main .list [data-svc-product="${shown[at]}"]`).evaluate((tile) => {
      tile.scrollIntoView({ block: 'center' })
    })
    await expect
      .poll(async () => {
        const events = await service.received('PRODUCT_IMPRESSIONS')
        const seen = events.flatMap(({ data }) => (data as { pids_list: string[] }).pids_list)
        return seen.includes(String(shown[at]))
      })
      .toBe(true)
  }
  return shown
}

async function buy(page: Page, quantity: number) {
  const sizes = page.getByRole('group', { name: /^Size/ }).getByRole('radio')
  const open = sizes.and(page.locator(':enabled'))
  if (await open.count()) await open.last().check({ force: true })
  const variant = page.locator('main [data-svc-variant]')
  const variantId = (await variant.count()) ? await variant.inputValue() : undefined
  for (let more = 1; more < quantity; more += 1) {
    await page.getByRole('button', { name: 'One more' }).click()
  }
  const price = await page.locator('main [data-svc-price]').first().inputValue()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  return { qty: String(quantity), price, ...(variantId && { variantId }) }
}

test('a walk from a category to an order sends every event once, in order', async ({ page }) => {
  test.setTimeout(180_000)
  const service = await startService({
    feed: generateCatalog({ seed: 7, products: 600 }) as unknown as Product[],
  })
  const to = (path: string) => page.goto(service.url + path)
  try {
    await page.setViewportSize({ width: 1280, height: 900 })
    await to('/c/Women/Shoes')
    const category = await seenList(service, page)
    const categoryTiles = await scrollThrough(service, page)
    await page.evaluate(() => scrollTo(0, 0))

    const options = page.locator('main fieldset[data-svc-facet] input[type=checkbox]')
    const [first, second] = [options.nth(0), page.locator('main fieldset[data-svc-facet]').nth(1)]
    const facetOf = (input: typeof first) =>
      input.evaluate((element) => {
        const group = element.closest('[data-svc-facet]')
        return {
          name: group?.getAttribute('data-svc-facet') ?? '',
          prank: group?.getAttribute('data-svc-position') ?? '',
          val: element.getAttribute('data-svc-value') ?? '',
          valPrank: element.getAttribute('data-svc-position') ?? '',
        }
      })
    const firstFacet = await facetOf(first)
    await first.check()
    const once = await seenList(service, page, category)
    const other = second.locator('input[type=checkbox]').first()
    const secondFacet = await facetOf(other)
    await other.check()
    const twice = await seenList(service, page, once)
    await page.getByRole('button', { name: 'Clear all' }).first().click()
    const cleared = await seenList(service, page, twice)
    await page.getByLabel('Sort by').selectOption({ index: 1 })
    const sorted = await seenList(service, page, cleared)

    await page.getByRole('combobox', { name: 'Search the shop' }).fill(' boot ')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=*')
    const results = await seenList(service, page)
    const [pidA, pidB] = (await tiles(page)) as [string, string]
    await page.locator(`main .list [data-svc-product="${pidA}"] a`).click()
    await page.waitForURL('**/p/*')
    const lineA = await buy(page, 1)
    await service.waitFor('cart', 1)

    await to('/search?q=boot')
    const resultsAgain = await seenList(service, page)
    await page.locator(`main .list [data-svc-product="${pidB}"] a`).click()
    await page.waitForURL('**/p/*')
    const lineB = await buy(page, 2)
    await service.waitFor('cart', 2)

    await to('/checkout')
    for (const [label, text] of Object.entries({
      'Full name': 'Jo Doe',
      'E-mail': 'jo@mail.example',
      'Street and number': 'Way 1',
      Postcode: '12345',
      City: 'Town',
    })) {
      await page.getByLabel(label).fill(text)
    }
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.waitForURL('**/thanks?order=*')
    await service.waitFor('order')
    await page.reload()
    await page.waitForLoadState()
    await page.goto(`${service.url}/cart`)

    const events = await service.received()
    // Products that go well with another are a list of their own, which depends on how long its page was looked at.
    const story = storyOf(events.filter((event) => !isCompanions(event)))
    expect(story.map(({ action, requestId: id }) => [action, id])).toEqual([
      ['visitor', undefined],
      ['PRODUCT_IMPRESSIONS', category],
      ['facets', category],
      ['PRODUCT_IMPRESSIONS', once],
      ['facets', once],
      ['PRODUCT_IMPRESSIONS', twice],
      ['facets', twice],
      ['PRODUCT_IMPRESSIONS', cleared],
      ['PRODUCT_IMPRESSIONS', sorted],
      ['search', undefined],
      ['PRODUCT_IMPRESSIONS', results],
      ['click', results],
      ['cart', results],
      ['PRODUCT_IMPRESSIONS', resultsAgain],
      ['click', resultsAgain],
      ['cart', resultsAgain],
      ['order', undefined],
    ])
    const data = (at: number) => story[at]?.data
    expect([...(story[1]?.pids ?? [])].sort()).toEqual([...categoryTiles].sort())
    expect(data(1)).toMatchObject({ page: 'categoryPath:"Women>Shoes"', page_type: 'BOOLEAN' })
    const selected = ({ name, prank, val, valPrank }: typeof firstFacet) => ({
      facets: { [name]: { prank, selected: [{ prank: valPrank, val }] } },
    })
    expect(data(2)).toMatchObject(selected(firstFacet))
    expect(data(4)).toMatchObject(selected(secondFacet))
    expect(data(6)).toMatchObject({ facets: { unxFacetsReset: true } })
    expect(data(9)).toMatchObject({ query: 'boot' })
    expect(data(10)).toMatchObject({ query: 'boot' })
    expect(data(11)).toMatchObject({ pid: pidA })
    const { price: priceA, ...cartA } = lineA
    const { price: priceB, ...cartB } = lineB
    expect(data(12)).toMatchObject({ pid: pidA, ...cartA })
    expect(data(15)).toMatchObject({ pid: pidB, ...cartB })
    expect(data(16)).toMatchObject({
      products: [
        { pid: pidA, ...cartA, price: priceA },
        { pid: pidB, ...cartB, price: priceB },
      ],
    })

    const pids = story.flatMap(({ requestId: id, pids: list = [] }) =>
      list.map((pid) => `${id} ${pid}`),
    )
    expect(new Set(pids).size).toBe(pids.length)
    expect(events.filter(({ isGood }) => !isGood)).toEqual([])
    expect(events.filter(({ repeats }) => repeats > 0)).toEqual([])
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
    const visits = (list: readonly StoredEvent[]) =>
      new Set(list.map(({ data: fields }) => (fields as { visitId: string }).visitId))
    expect(visits(events).size).toBe(1)

    // The next day: the visit has ended, the visitor is the same.
    await page.context().clearCookies({ name: /^svc\.visit/ })
    await to('/c/Women/Shoes')
    const [, again] = await service.waitFor('visitor', 2)
    expect(again).toMatchObject({ uid: events[0]?.uid, data: { visit_type: 'repeat' } })
    expect(visits([...events, ...(again ? [again] : [])]).size).toBe(2)
  } finally {
    await service.close()
  }
})
