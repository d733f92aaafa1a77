import type { Page } from '@playwright/test'
import { CHAT_QUESTION, EMPTY_SEARCHES, UNCLICKED_SEARCH } from '../../../service/sample/walks.ts'
import type { StoredEvent } from '../../../service/store/stored-event.ts'
import { addSample } from '../../support/fixtures/sample.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'

/** The sample traffic, and what it says when one simply counts. */
async function openSample(page: Page, shop: Shop) {
  await addSample(page, shop, 600)
  const events = await shop.received()
  const good = events.filter(({ isGood }) => isGood)
  return { events, good, of: (action: string) => good.filter((one) => one.action === action) }
}

const fieldOf = ({ data }: StoredEvent, name: string) =>
  (data as Record<string, unknown>)[name] as string

/** The most frequent of some names, and how often it came. */
function mostFrequent(names: readonly string[]): readonly [name: string, times: number] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [first = ['', 0]] = [...counts].sort((a, b) => b[1] - a[1])
  return first as readonly [string, number]
}

/** The first rows of a table, cell by cell. */
const rowsOf = async (page: Page, table: string) => {
  const rows = page.getByRole('region', { name: table, exact: true }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
  )
  return texts as [string[], ...string[][]]
}

const analytics = (shop: Shop) => shop.open('/analytics?all=1')

test('1 what do people search and not find?', async ({ page, shop }) => {
  const { of } = await openSample(page, shop)
  await analytics(shop)
  const empty = of('PRODUCT_IMPRESSIONS')
    .filter(({ data }) => (data as { pids_list: [] }).pids_list.length === 0)
    .map((event) => fieldOf(event, 'query'))
  const [first] = await rowsOf(page, 'Searches without results')
  expect([first[0], first[2]]).toEqual([EMPTY_SEARCHES[0], String(mostFrequent(empty)[1])])
  expect(mostFrequent(empty)[0]).toBe(EMPTY_SEARCHES[0])
})

test('2 which search has results that nobody wants?', async ({ page, shop }) => {
  await openSample(page, shop)
  await analytics(shop)
  const rows = await rowsOf(page, 'Searches without clicks')
  expect(rows.map(([text]) => text)).toEqual([UNCLICKED_SEARCH])
})

test('3 which products are seen and never clicked?', async ({ page, shop }) => {
  const { good, of } = await openSample(page, shop)
  await analytics(shop)
  const touched = new Set(good.map((event) => fieldOf(event, 'pid')))
  const seen = of('PRODUCT_IMPRESSIONS')
    .flatMap(({ data }) => (data as { pids_list: string[] }).pids_list)
    .filter((pid) => !touched.has(pid))
  const [first] = await rowsOf(page, 'Products seen often and never clicked')
  const times = seen.filter((pid) => pid === first[1]).length
  expect([times, first[2]]).toEqual([mostFrequent(seen)[1], String(times)])
})

test('4 does the place in the list matter?', async ({ page, shop }) => {
  await openSample(page, shop)
  await analytics(shop)
  const rows = await rowsOf(page, 'Click rate, by place in the list')
  const rate = (place: number) => Number.parseFloat(rows[place - 1]?.[3] ?? '')
  expect(rate(1)).toBeGreaterThan(2 * rate(4))
  expect(rate(3)).toBeLessThan(rate(2))
})

test('5 which facet sells?', async ({ page, shop }) => {
  await openSample(page, shop)
  await analytics(shop)
  const rows = await rowsOf(page, 'Facets, by value')
  const [best] = [...rows].sort(
    (a, b) => Number.parseFloat(b[5] ?? '') - Number.parseFloat(a[5] ?? ''),
  )
  expect([best?.[0], best?.[5]]).toEqual(['Brand: Akira', '100%'])
})

test('6 which facet leads to nothing?', async ({ page, shop }) => {
  await openSample(page, shop)
  await analytics(shop)
  const rows = await rowsOf(page, 'Facets that lead to nothing')
  expect(rows.map(([label]) => label)).toEqual(['Color: Green'])
})

test('7 what did the change of last week do?', async ({ page, shop }) => {
  await openSample(page, shop)
  await shop.open('/analytics')
  await page.getByRole('button', { name: '7 days' }).click()
  const tile = page.locator('.tiles .total').filter({ hasText: 'Click rate' })
  await expect(tile.locator('.total-change')).toHaveText(/^\+\d+%/)
  await expect(page.getByText('The dashed line is the time before.')).toBeVisible()
})

test('8 what sells best, and how much did it bring?', async ({ page, shop }) => {
  const { of } = await openSample(page, shop)
  await analytics(shop)
  const [, times] = mostFrequent(of('order').map((event) => fieldOf(event, 'pid')))
  const [best] = await rowsOf(page, 'Products, the most ordered first')
  const own = of('order').filter((event) => fieldOf(event, 'pid') === best[1])
  const sum = own.reduce(
    (all, event) => all + Number(fieldOf(event, 'price')) * Number(fieldOf(event, 'qty')),
    0,
  )
  expect([best[6], own.length]).toEqual([String(times), times])
  expect(best[8]).toBe(sum.toLocaleString('en', { style: 'currency', currency: 'EUR' }))
})

test('9 which orders came from no list, and why?', async ({ page, shop }) => {
  const { of } = await openSample(page, shop)
  await shop.open('/attribution?all=1')
  const rows = await rowsOf(page, 'What is owed to a list, and why not')
  const ordered = rows.find(([step]) => step === 'Ordered') ?? []
  const repeat = of('order').filter((event) => fieldOf(event, 'visit_type') === 'repeat')
  const [times, byRequest, byVisit, unknown, earlier, never] = ordered.slice(1).map(Number)
  expect(times).toBe(of('order').length)
  expect(earlier).toBe(repeat.length)
  expect(unknown).toBe(0)
  const parts = [byRequest, byVisit, unknown, earlier, never] as number[]
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(times)
  expect(never).toBeGreaterThan(0)
})

test('10 which page sends bad data, and what does the chat ask?', async ({ page, shop }) => {
  const { events } = await openSample(page, shop)
  await analytics(shop)
  const bad = events.filter(({ isGood, action }) => !isGood && action === 'click')
  const [first] = await rowsOf(page, 'Bad events, by reason and page')
  expect(first.slice(1)).toEqual(['click', '/campaign', String(bad.length)])
  const [asked] = await rowsOf(page, 'Texts that nobody typed')
  expect(asked[0]).toBe(CHAT_QUESTION)
})
