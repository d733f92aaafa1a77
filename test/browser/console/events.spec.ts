import type { Page } from '@playwright/test'
import { eventPath } from '../../support/events.ts'
import { expect, type Shop, test } from '../../support/shop.ts'

const send = (shop: Shop, form: string, changes?: Parameters<typeof eventPath>[1]) =>
  fetch(shop.url + eventPath(form, changes))

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Events, newest first' }).locator('> li')
const total = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} `) })

test('an event appears while one looks, with its gist and the totals', async ({ page, shop }) => {
  await shop.open('/events')
  await expect(page.getByRole('heading', { name: 'No events yet.' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Live')
  await send(shop, 'search', { t: '1|1' })
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('“red shoes”')
  await send(shop, 'click', { t: '2|1' })
  await expect(rows(page).first()).toContainText('click')
  await expect(total(page, 'All')).toContainText('2')
  await expect(total(page, 'click')).toContainText('1')
})

test('a bad event says why, and a repeat that it came twice', async ({ page, shop }) => {
  await send(shop, 'click', { t: '1|1', data: { pid: 7 } })
  await shop.open('/events')
  await expect(rows(page)).toContainText('pid must be text, but is the number 7.')
  await expect(total(page, 'All')).toContainText('1 bad')
  await send(shop, 'click', { t: '1|1', data: { pid: 7 } })
  await expect(rows(page)).toContainText('sent 2 times')
  await expect(rows(page)).toHaveCount(1)
})

test('events are filtered by action, state, and whose they are', async ({ page, shop }) => {
  await send(shop, 'click', { t: '1|1', uid: 'uid-anna' })
  await send(shop, 'click', { t: '2|1', uid: 'uid-ben', data: { pid: '' } })
  await send(shop, 'cart', { t: '3|1', uid: 'uid-ben' })
  await shop.open('/events')
  await expect(rows(page)).toHaveCount(3)
  await total(page, 'click').click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByLabel('Show').selectOption('Bad only')
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Visit or user').fill('uid-an')
  await page.getByLabel('Visit or user').press('Enter')
  await expect(page.getByRole('heading', { name: 'No event fits.' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(rows(page)).toHaveCount(3)
  await send(shop, 'visitor', { t: '4|1' })
  await expect(rows(page)).toHaveCount(4)
})

test('by keyboard alone an event is opened and its visit singled out', async ({ page, shop }) => {
  await send(shop, 'click', { t: '1|1', data: { visitId: 'visit-a' } })
  await send(shop, 'click', { t: '2|1', data: { visitId: 'visit-b' } })
  await shop.open('/events')
  await expect(rows(page)).toHaveCount(2)
  await page.locator('summary').last().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Data, decoded')).toContainText('"visitId": "visit-a"')
  await expect(page.getByLabel('Request URL')).toContainText('/v2/1p.jpg?data=%7B%22url%22')
  await page.getByRole('button', { name: 'Only this one: visit-a' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  expect(page.url()).toContain('who=visit-a')
})

test('an opened event stays open when others arrive', async ({ page, shop }) => {
  await send(shop, 'click', { t: '1|1' })
  await shop.open('/events')
  await page.locator('summary').click()
  await send(shop, 'cart', { t: '2|1' })
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).last().getByLabel('Data, decoded')).toBeVisible()
})

test('a pause holds the view, and what came meanwhile is shown after it', async ({
  page,
  shop,
}) => {
  await shop.open('/events')
  await page.getByRole('button', { name: 'Pause' }).click()
  await send(shop, 'click', { t: '1|1' })
  await send(shop, 'click', { t: '2|1' })
  await expect(total(page, 'click')).toContainText('2')
  await expect(rows(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show 2 new events' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('status')).toHaveText('Live')
})

test('a cleared view begins anew, and can be brought back', async ({ page, shop }) => {
  await send(shop, 'click', { t: '1|1' })
  await shop.open('/events')
  await page.getByRole('button', { name: 'Clear the view' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing new yet.' })).toBeVisible()
  await page.getByRole('button', { name: 'Show what was cleared' }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('when the service is away the page says so, and misses nothing', async ({ page, shop }) => {
  await send(shop, 'click', { t: '1|1' })
  await shop.open('/events')
  await expect(rows(page)).toHaveCount(1)
  await shop.faults({ outageMs: 1_500 })
  await expect(page.getByRole('status')).toContainText('does not answer')
  await expect
    .poll(() =>
      send(shop, 'cart', { t: '2|1' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  await expect(page.getByRole('status')).toHaveText('Live')
  await expect(rows(page)).toHaveCount(2)
})

test('more events than fit are a page away', async ({ page, shop }) => {
  await Promise.all(Array.from({ length: 210 }, (_, n) => send(shop, 'click', { t: `${n}|1` })))
  await shop.open('/events')
  await expect(rows(page)).toHaveCount(200)
  await page.getByRole('button', { name: 'Older events' }).click()
  await expect(rows(page)).toHaveCount(210)
})

const attack = '"><img src=x onerror="document.title=1"><script>document.title=1</script>'

test('whatever an event holds, it is shown as text', async ({ page, shop }) => {
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  await send(shop, 'click', { t: '1|1', uid: attack, data: { pid: attack, visitId: attack } })
  await send(shop, 'search', { t: '2|1', data: { query: attack, [attack]: attack } })
  await send(shop, attack, { t: attack })
  await shop.open('/events')
  await expect(rows(page)).toHaveCount(3)
  for (const summary of await page.locator('summary').all()) await summary.click()
  await expect(rows(page).last().getByLabel('Data, decoded')).toContainText('<img src=x onerror=')
  await expect(rows(page).first()).toContainText(attack)
  expect(await page.locator('main img, main script').count()).toBe(0)
  await expect(page).toHaveTitle('Events')
  expect(problems).toEqual([])
})
