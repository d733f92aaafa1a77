import type { Page } from '@playwright/test'
import { openInspector, unlockRoots } from '../../support/fixtures/opened-inspector.ts'
import { noticesOf } from '../../support/fixtures/page-errors.ts'
import { saved } from '../../support/fixtures/saved.ts'
import { expect, test } from '../../support/fixtures/shop.ts'
import { createMeter } from '../../support/runner/page-leftovers.ts'

const tile = (pid: string) =>
  `<li data-svc-product="${pid}"><a href="#${pid}">${pid}</a> <button type="button">Like</button></li>`

const list = (script: string) => `<!doctype html><head>${script}</head><body>
  <ul data-svc-query="red shoes">${tile('P1')}${tile('P2')}</ul></body>`

/** Everything on the page that could reveal a trace of the panel. */
const traces = (page: Page) =>
  page.evaluate(() => ({
    html: document.documentElement.outerHTML.replace(/\s+/g, ' '),
    names: Object.getOwnPropertyNames(window).length,
    sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
    stored: Object.keys(sessionStorage),
  }))

test.beforeEach(({ page }) => unlockRoots(page))

test('the panel shows events with payload, request and reason, and can search and export them', async ({
  page,
  shop,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  shop.page('/list.html', list(shop.tag({ 'data-record-bots': 'true' })))
  await shop.open('/list.html')
  const panel = await openInspector(page)
  await page.getByRole('link', { name: 'P1' }).click()

  const line = panel.getByRole('button', { name: /Sent Click P1/ })
  await line.click()
  await expect(panel).toContainText('answered 200')
  await expect(panel.getByRole('row', { name: /^pid P1/ })).toBeVisible()
  await expect(panel.getByRole('row', { name: /visit_type first_time/ })).toBeVisible()

  await panel.getByRole('button', { name: 'Copy URL' }).click()
  const [click] = await shop.waitFor('click')
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toMatch(new RegExp(`^${shop.url}/v2/1p\\.jpg\\?data=`))
  expect(new URL(url).searchParams.get('t')).toBe(click?.t)
  await panel.getByRole('button', { name: 'Copy as curl' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`curl -i '${url}'`)

  await page.getByRole('button', { name: 'Like' }).first().click()
  await page.getByRole('link', { name: 'P2' }).click()
  await expect(panel.getByRole('button', { name: /Click P2/ })).toBeVisible()

  await panel.getByRole('button', { name: /^Not counted/, pressed: false }).click()
  await expect(panel.getByRole('button', { name: /Click.*a control in the tile/ })).toBeVisible()
  await expect(panel.getByRole('button', { name: /Click P2/ })).toBeHidden()

  await panel.getByRole('button', { name: /^All/ }).click()
  await panel.getByRole('searchbox').fill('click P2')
  await expect(panel.getByRole('button', { name: /Click P2/ })).toBeVisible()
  await expect(panel.getByRole('button', { name: /a control in the tile/ })).toBeHidden()
  await panel.getByRole('searchbox').fill('nothing like it')
  await expect(panel).toContainText('Nothing matches')

  await panel.getByRole('tab', { name: 'Setup' }).click()
  const { text } = await saved(page, () =>
    panel.getByRole('button', { name: 'Save the session' }).click(),
  )
  const session = JSON.parse(text)
  expect(session).toMatchObject({
    consent: 'granted',
    findings: [],
    user: { visitType: 'first_time' },
  })
  expect(session.events).toContainEqual(
    expect.objectContaining({
      action: 'click',
      state: 'sent',
      element: 'li[data-svc-product="P1"]',
      event: expect.objectContaining({ data: expect.objectContaining({ pid: 'P1' }) }),
    }),
  )
})

test('closing the panel leaves no trace and nothing running', async ({ page, shop }) => {
  const meter = await createMeter(page, '/svc-inspector.')
  shop.page('/list.html', list(shop.tag({ 'data-consent': 'denied' })))
  await shop.open('/list.html')
  await page.waitForFunction('window.svc')
  await page.evaluate('window.svc.audit().then(() => {})')
  const before = await traces(page)
  const panel = await openInspector(page)
  for (const name of ['Audit', 'Compare']) await panel.getByRole('tab', { name }).click()
  expect(await traces(page)).not.toEqual(before)
  const meanwhile = await meter.running()
  expect(meanwhile.listeners).toBeGreaterThan(0)
  expect(meanwhile.observers).toBeGreaterThan(0)
  await panel.getByRole('button', { name: 'Close the inspector' }).click()
  expect(await traces(page)).toEqual(before)
  await expect.poll(meter.running).toEqual({ listeners: 0, observers: 0, timers: 0, frames: 0 })
})

test('the panel reopens on the next page until it is closed', async ({ page, shop }) => {
  const tag = shop.tag({ 'data-record-bots': 'true' })
  shop.page('/list.html', list(tag).replaceAll('href="#', 'href="/next.html?'))
  shop.page('/next.html', `<!doctype html>${tag}<h1>Next</h1>`)
  await shop.open('/list.html')
  await openInspector(page)
  await page.getByRole('link', { name: 'P1' }).click()
  await page.waitForURL('**/next.html*')
  const panel = page.getByRole('region', { name: 'svc inspector' })
  await expect(panel.getByRole('button', { name: /Click P1/ })).toBeVisible()
  await panel.getByRole('button', { name: 'Close the inspector' }).click()
  await shop.open('/list.html')
  await page.waitForFunction('window.svc')
  await page.evaluate('window.svc.audit().then(() => {})')
  await expect(panel).toBeHidden()
  // The address opens the panel only if the settings allow it.
  await shop.open('/list.html?svc_inspect')
  await page.evaluate('window.svc.audit().then(() => {})')
  await expect(panel).toBeHidden()
  shop.page('/yes.html', list(shop.tag({ 'data-inspect': 'true' })))
  await shop.open('/yes.html?svc_inspect')
  await expect(panel).toBeVisible()
})

test('the panel works despite a strict policy, hostile styles and a closed page', async ({
  page,
  shop,
}) => {
  const refused = noticesOf(page, 'Content Security Policy')
  const script = shop.tag().replace('<script', '<script nonce="once"')
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-once' 'strict-dynamic'`,
    `style-src 'nonce-once'`,
    'connect-src *',
    `require-trusted-types-for 'script'`,
    'trusted-types svc-tag',
  ].join('; ')
  const css =
    '<style nonce="once">html * { display: none !important; color: red !important }</style>'
  shop.page('/strict.html', `<!doctype html>${script}${css}<p>Hello</p>`, {
    headers: { 'content-security-policy': policy },
  })
  await shop.open('/strict.html')
  const panel = await openInspector(page)
  await expect(panel).toBeVisible()
  await expect(panel).not.toHaveCSS('color', 'rgb(255, 0, 0)')
  await expect(panel.getByRole('list', { name: 'Tiles in the window' })).toBeVisible()
  expect(refused).toEqual([])
  expect(await page.evaluate(() => document.querySelector('svc-inspector')?.shadowRoot)).toBeNull()
})
