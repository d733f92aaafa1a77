import type { Page } from '@playwright/test'
import type { StoredEvent } from 'svc-tag-service'
import { addSample } from '../../../test/support/fixtures/sample.ts'
import { expect, type Shop, test } from '../../../test/support/fixtures/shop.ts'
import { SAMPLE_LOSS } from '../../sample/sample-visit.ts'
import { BURIED_PLACE, UNLOVED_PLACE } from '../../sample/shop-from-list.ts'
import { CHAT_QUESTION, EMPTY_SEARCHES, UNCLICKED_SEARCH } from '../../sample/walks.ts'

/** The sample traffic, and the results of simply counting its events. */
async function openSample(page: Page, shop: Shop) {
  await addSample(page, shop, 2_000)
  const events = await shop.received()
  const isAgent = ({ data }: StoredEvent) => (data as { actor?: string }).actor === 'agent'
  const people = events.filter((one) => one.isGood && !isAgent(one))
  return (action: string) => people.filter((one) => one.action === action)
}

const fieldOf = ({ data }: StoredEvent, name: string) =>
  (data as Record<string, unknown>)[name] as string

function mostFrequent(names: readonly string[]): readonly [name: string, times: number] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [first = ['', 0]] = [...counts].sort((a, b) => b[1] - a[1])
  return first as readonly [string, number]
}

const rowsOf = async (page: Page, table: string) => {
  const rows = page.getByRole('region', { name: table, exact: true }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
  )
  return texts as [string[], ...string[][]]
}

/** The first report reads all events of the sample. */
async function analytics(page: Page, shop: Shop, section = '') {
  await shop.open(`/analytics${section && `/${section}`}?all=1`)
  await expect(page.getByRole('status').first()).toContainText('As of', { timeout: 90_000 })
}

/** A number at the beginning of a cell; what follows is its interval. */
const numberIn = (cell = '') => Number.parseFloat(cell.replaceAll(',', ''))

test('the figures that a merchandiser reads on the page equal a count of the events', async ({
  page,
  shop,
}) => {
  test.setTimeout(240_000)
  const of = await openSample(page, shop)
  await analytics(page, shop, 'searches')
  const first = async (table: string) => (await rowsOf(page, table))[0]

  await test.step('which searches find nothing?', async () => {
    const empty = of('PRODUCT_IMPRESSIONS')
      .filter(({ data }) => (data as { pids_list: [] }).pids_list.length === 0)
      .map((event) => fieldOf(event, 'query'))
    const [text, times] = await first('Searches that found nothing')
    expect([text, numberIn(times)]).toEqual([EMPTY_SEARCHES[0], mostFrequent(empty)[1]])
  })

  await test.step('which search has results that nobody clicks?', async () => {
    const rows = await rowsOf(page, 'Searches without clicks')
    expect(rows.map(([text]) => text)).toEqual([UNCLICKED_SEARCH])
  })

  await test.step('which product is ranked too low, and which too high?', async () => {
    await analytics(page, shop, 'relevance')
    const finding = (name: string) => page.getByRole('list', { name }).getByRole('listitem').first()
    // It is buried both in the search and on the page with the same products.
    await expect(finding('Ranked too low')).toContainText(/sneakers/i)
    await expect(finding('Ranked too low')).toContainText(`at place ${BURIED_PLACE + 1} on average`)
    await expect(finding('Ranked too low')).toContainText(/[3-9]\.?\d* times\s+as many/)
    await expect(finding('Ranked too high')).toContainText(
      `at place ${UNLOVED_PLACE + 1} on average`,
    )
  })

  await test.step('what sells best, and how much did it bring?', async () => {
    await analytics(page, shop, 'products')
    const [, times] = mostFrequent(of('order').map((event) => fieldOf(event, 'pid')))
    const [, pid, , , , , ordered, , revenue] = await first('Products, the most ordered first')
    const own = of('order').filter((event) => fieldOf(event, 'pid') === pid)
    const sum = own.reduce(
      (all, event) => all + Number(fieldOf(event, 'price')) * Number(fieldOf(event, 'qty')),
      0,
    )
    expect([numberIn(ordered), own.length]).toEqual([times, times])
    expect(revenue).toBe(sum.toLocaleString('en', { style: 'currency', currency: 'EUR' }))
  })

  await test.step('what do shoppers ask in the chat, and how many events are lost?', async () => {
    await analytics(page, shop, 'searches')
    const [asked] = await first('Texts that were not typed into a search box')
    expect(asked).toBe(CHAT_QUESTION)
    const reply = await page.request.get(`${shop.url}/analytics/table?table=loss`)
    const rows = (await reply.text()).trim().split('\n').slice(1)
    const sum = (column: number) =>
      rows.reduce((all, row) => all + Number(row.split(',')[column]), 0)
    const [received, lost] = [sum(3), sum(9)]
    expect(lost / (received + lost)).toBeCloseTo(SAMPLE_LOSS, 2.5)
  })

  await test.step("what was the effect of last week's change?", async () => {
    await analytics(page, shop)
    await page.getByRole('combobox', { name: 'Period', exact: true }).selectOption('7 days')
    const tile = page.locator('.tiles .total').filter({ hasText: 'Click rate' })
    await expect(tile.locator('.total-change')).toHaveText(/^\s*\+\d+%\s+\+\d+% to \+\d+%/)
    await expect(page.getByText('Changes compare with')).toBeVisible()
  })

  await test.step('which orders came from no list, and why?', async () => {
    await analytics(page, shop, 'attribution')
    const rows = await rowsOf(page, 'What is attributed to a list, and why the rest is not')
    const ordered = rows.find(([step]) => step === 'Ordered') ?? []
    const [times, ...parts] = ordered.slice(1).map(numberIn)
    expect(times).toBe(of('order').length)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(times)
    const [, , , earlier = 0, never = 0] = parts
    expect(Math.min(earlier, never)).toBeGreaterThan(0)
  })

  await test.step('what did one search lead to?', async () => {
    await analytics(page, shop, 'searches')
    await page
      .getByRole('region', { name: 'Searches, by text' })
      .getByRole('link', { name: 'sneakers', exact: true })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: '“sneakers”' })).toBeVisible()
    const searched = of('search').filter((event) => fieldOf(event, 'query') === 'sneakers')
    const visits = new Set(searched.map(({ visitId }) => visitId)).size
    const tile = page
      .locator('.tiles .total')
      .filter({ has: page.getByText('Visits', { exact: true }) })
    const shown = numberIn((await tile.locator('.total-count').textContent()) ?? '')
    // If the search event is lost, the list is still seen.
    expect(Math.abs(shown - visits) / visits).toBeLessThan(0.05)
    await expect(page.getByRole('list', { name: 'Ranked too low' })).toBeVisible()
  })
})
