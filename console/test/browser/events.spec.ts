import type { Page } from '@playwright/test'
import { eventPath } from '../../../test/support/fixtures/event-requests.ts'
import { expect, type Shop, test } from '../../../test/support/fixtures/shop.ts'

const send = (shop: Shop, form: string, changes?: Parameters<typeof eventPath>[1]) =>
  fetch(shop.url + eventPath(form, changes))

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Events, newest first' }).locator('> li')
const total = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name} \\d`) })

test('events appear live, with summary, totals, faults, repeats and notes', async ({
  page,
  shop,
}) => {
  await shop.open('/events')
  await expect(page.getByRole('heading', { name: 'No events yet.' })).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Live')
  await send(shop, 'search', { t: '1|1' })
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('“red shoes”')
  await page.locator('summary').click()
  await send(shop, 'click', { t: '2|1' })
  await expect(rows(page).first()).toContainText('click')
  await expect(rows(page).last().getByLabel('Data, decoded')).toBeVisible()
  await expect(total(page, 'All')).toContainText('2')
  await expect(total(page, 'click')).toContainText('1')
  await send(shop, 'click', { t: '3|1', data: { pid: 7 } })
  await send(shop, 'click', { t: '3|1', data: { pid: 7 } })
  await expect(rows(page).first()).toContainText('pid must be text, but is the number 7.')
  await expect(rows(page).first()).toContainText('sent 2 times')
  await expect(total(page, 'All')).toContainText('1 bad')
  await send(shop, 'search', { t: '4|1', data: { _uf: 'x' } })
  await expect(rows(page).first()).toContainText('_uf is a field of an older library')
  await send(shop, 'cart', { t: '4|1' })
  await expect(rows(page).first()).toContainText('has the same uid and t')
  await page.getByLabel('Show').selectOption('Good with a note')
  await expect(rows(page)).toHaveCount(4)
})

test('events are filtered by action, state, shopper and visit', async ({ page, shop }) => {
  await send(shop, 'click', { t: '1|1', uid: 'uid-anna' })
  await send(shop, 'click', { t: '2|1', uid: 'uid-ben', data: { pid: '' } })
  await send(shop, 'cart', { t: '3|1', uid: 'uid-ben' })
  await shop.open('/events')
  await expect(rows(page)).toHaveCount(3)
  await total(page, 'click').click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByLabel('Show').selectOption('Bad only')
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Visit or shopper').fill('uid-anna')
  await page.getByLabel('Visit or shopper').press('Enter')
  await expect(page.getByRole('heading', { name: 'No matching events.' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(rows(page)).toHaveCount(3)
  await send(shop, 'visitor', { t: '4|1' })
  await expect(rows(page)).toHaveCount(4)
  await send(shop, 'click', { t: `${Date.now()}|1`, data: { actor: 'agent' } })
  await expect(rows(page)).toHaveCount(5)
  await page.getByRole('combobox', { name: 'Period', exact: true }).selectOption('7 days')
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Shoppers').selectOption('People')
  await expect(page.getByRole('heading', { name: 'No matching events.' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Period', exact: true }).selectOption('All time')
  await expect(rows(page)).toHaveCount(4)
})

test('one click shows a whole visit, whatever filter was set before', async ({ page, shop }) => {
  const at = Date.now() - 60_000
  const visit = (id: string, form: string, seconds: number) =>
    send(shop, form, { t: `${at + seconds * 1000}|1`, data: { visitId: id } })
  await visit('visit-a', 'visitor', 0)
  await visit('visit-a', 'search', 12)
  await visit('visit-ab', 'search', 20)
  await visit('visit-a', 'click', 30)
  await shop.open('/events?action=click')
  await page.getByRole('button', { name: 'Follow the visit visit-a' }).focus()
  await page.keyboard.press('Enter')
  const steps = page.getByRole('list', { name: 'Events of the visit visit-a, oldest first' })
  await expect(steps.locator('> li')).toHaveCount(3)
  await expect(steps.locator('time')).toHaveText(['+0 ms', '+12 s', '+18 s'])
  await expect(total(page, 'All')).toContainText('3')
  await page.getByRole('button', { name: 'All visits of the shopper uid-1' }).click()
  await expect(page.getByRole('region', { name: /^Visit / })).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('region', { name: /^Visit / })).toHaveCount(2)
})

test('an event is found by product, query and page, and the counts follow', async ({
  page,
  shop,
}) => {
  await send(shop, 'click', { t: '1|1', data: { pid: 'P77' } })
  await send(shop, 'search', { t: '2|1', data: { query: 'Red Boots' } })
  await send(shop, 'impressions of a browse page', { t: '3|1' })
  await shop.open('/events')
  for (const text of ['p77', 'red boots', 'Men>Shoes']) {
    await page.getByLabel('Find').fill(text)
    await page.getByLabel('Find').press('Enter')
    await expect(rows(page), text).toHaveCount(1)
    await expect(total(page, 'All')).toContainText('1')
  }
  // The text being typed stays when an event arrives.
  await page.getByLabel('Find').fill('')
  await page.getByLabel('Find').press('Enter')
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Find').pressSequentially('p7')
  await send(shop, 'click', { t: '4|1' })
  await expect(rows(page)).toHaveCount(4)
  await expect(page.getByLabel('Find')).toHaveValue('p7')
})

test('a link opens one event, with its comparison to the contract', async ({
  page,
  shop,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await send(shop, 'cart', { t: '1|1', data: { qty: 0, colour: 'red' } })
  await send(shop, 'click', { t: "2|1'" })
  await shop.open('/events')
  await page.locator('summary').last().click()
  await page.getByRole('button', { name: 'Copy a link to this event' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(rows(page)).toHaveCount(1)
  const contract = page.getByRole('table', { name: "The contract's fields of this action" })
  const field = (name: string) =>
    contract.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  await expect(field('qty')).toContainText('wrong')
  await expect(field('colour')).toContainText('not in the contract')
  await expect(field('pid')).toContainText('as specified')
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toMatch(/^curl 'http:.*action=cart.*'$/)
})

test('beacons and requests that are too long are shown', async ({ page, shop }) => {
  await shop.open('/events')
  await page.evaluate(() => navigator.sendBeacon('/v2/1p.jpg', 'action=click&uid=beacon'))
  await page.getByText('1 request could not be read').click()
  const refused = page.getByRole('list', { name: 'Refused requests, newest first' })
  await expect(refused).toContainText('POST 405')
  await expect(refused).toContainText('action=click&uid=beacon')
  await fetch(`${shop.url}/v2/1p.jpg?data=${'x'.repeat(70_000)}`)
  await expect(refused.getByRole('listitem').first()).toContainText('GET 414')
})

test('pausing freezes the view, and older events can be hidden and restored', async ({
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
  await page.getByRole('button', { name: 'Hide older' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing new yet.' })).toBeVisible()
  await page.getByRole('button', { name: 'Show the hidden events' }).click()
  await expect(rows(page)).toHaveCount(2)
})

test('during an outage the page says so, and misses nothing', async ({ page, shop }) => {
  await send(shop, 'click', { t: '1|1' })
  await shop.open('/events')
  await expect(rows(page)).toHaveCount(1)
  await shop.faults({ outageMs: 1_500 })
  await expect(page.getByRole('status')).toContainText('does not respond')
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

test('further events are on the next page', async ({ page, shop }) => {
  await Promise.all(Array.from({ length: 210 }, (_, n) => send(shop, 'click', { t: `${n}|1` })))
  await shop.open('/events')
  await expect(rows(page)).toHaveCount(200)
  await page.getByRole('button', { name: 'Older events' }).click()
  await expect(rows(page)).toHaveCount(210)
})

const attack = '"><img src=x onerror="document.title=1"><script>document.title=1</script>'

test('text from events stays text on every page, and nothing violates the policy', async ({
  page,
  shop,
}) => {
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

  await send(shop, 'impressions of a search', { data: { query: attack, pids_list: [attack] } })
  await send(shop, 'facets of a search', {
    data: { facets: { [attack]: { prank: '1', selected: [{ prank: '1', val: attack }] } } },
  })
  for (const [section, name] of [
    ['searches', attack],
    ['facets', `${attack}: ${attack}`],
  ] as const) {
    await shop.open(`/analytics/${section}?all=1`)
    await expect(page.getByRole('rowheader', { name, exact: true }).first()).toBeVisible()
    expect(await page.locator('main img, main script').count()).toBe(0)
    await expect(page).toHaveTitle(/^(Searches|Facets) · Analytics$/)
  }
  expect(problems).toEqual([])
})
