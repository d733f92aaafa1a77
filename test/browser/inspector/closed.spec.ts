import type { Page } from '@playwright/test'
import { longList, walk } from '../../support/fixtures/long-list-page.ts'
import { openInspector, unlockRoots } from '../../support/fixtures/opened-inspector.ts'
import { expect, type Shop, test } from '../../support/fixtures/shop.ts'
import { can } from '../../support/runner/expectations.ts'
import { createMeter, type Meter } from '../../support/runner/page-leftovers.ts'

const INSPECTOR = '/svc-inspector.'

const NOTHING = { listeners: 0, observers: 0, timers: 0, frames: 0 }

/** A page whose tag has done what it had to do for the start. Nobody looks so long: what happens later is the same on every page. */
async function open(page: Page, shop: Shop): Promise<Meter> {
  const meter = await createMeter(page, INSPECTOR)
  await unlockRoots(page)
  const tag = shop.tag({ 'data-record-bots': 'true', 'data-impressions': '{"dwellMs":600000}' })
  shop.page('/list.html', longList(tag, 100))
  await shop.open('/list.html')
  await page.waitForFunction('window.svc && svc.user')
  return meter
}

/** Opens the inspector with everything that it can do, and closes it. */
async function openAndClose(page: Page, whileOpen: () => Promise<unknown> = async () => {}) {
  const panel = await openInspector(page)
  await panel.getByRole('switch', { name: 'Outline' }).click()
  await expect(panel.getByRole('list', { name: 'Tiles in the window' })).toBeVisible()
  await panel.getByRole('tab', { name: 'Audit' }).click()
  await expect(panel).toContainText('Nothing found')
  await whileOpen()
  await panel.getByRole('button', { name: 'Close the inspector' }).click()
  await expect(panel).toBeHidden()
}

test('nobody who does not ask for the inspector loads it', async ({ page, shop }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(page, shop)
  await walk(page, { steps: 3, arrived: () => shop.waitFor('search', 3) })
  expect(asked).toContain('/svc.js')
  expect(asked).not.toContain(INSPECTOR)
})

test('a closed inspector leaves nothing running', async ({ page, shop }) => {
  const meter = await open(page, shop)
  await openAndClose(page, async () => {
    const meanwhile = await meter.running()
    expect(meanwhile.listeners).toBeGreaterThan(0)
    expect(meanwhile.observers).toBeGreaterThan(0)
  })
  await expect.poll(meter.running).toEqual(NOTHING)
})

test('a closed inspector leaves the tag no more work than one that never loaded', async ({
  page,
  shop,
  context,
}) => {
  const never = await open(page, shop)
  const shopper = (on: Page, count: number) => () =>
    walk(on, { steps: 6, arrived: () => shop.waitFor('search', count) })
  const without = await never.work(shopper(page, 6))
  const other = await context.newPage()
  const closed = await open(other, {
    ...shop,
    open: (path) => other.goto(shop.url + path).then(() => {}),
  })
  await openAndClose(other)
  const after = await closed.work(shopper(other, 12))
  if (!can('a debugger that counts calls and listeners')) return
  expect(without.calls('/svc.js')).toBeGreaterThan(500)
  expect(after.calls(INSPECTOR)).toBe(0)
  // Timers make a few calls more or less of every walk.
  expect(after.calls('/svc.js') / without.calls('/svc.js')).toBeLessThan(1.2)
})
