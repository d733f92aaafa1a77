import type { BrowserContext, Page } from '@playwright/test'
import {
  gtag,
  kept,
  NOTHING,
  type State,
  say,
  search,
  searches,
  started,
} from '../support/fixtures/consent-states.ts'
import { expect, type Shop, test } from '../support/fixtures/shop.ts'

/** The page's consent before the tag starts, and the resulting initial state. */
interface Signal {
  readonly script: string
  readonly effect: (start: State) => State
}

const tcf = (data: string) =>
  `window.__tcfapi = (command, version, callback) => { if (command === 'addEventListener') callback({ listenerId: 1, ${data} }, true) }`

/** Shopify's API before it has loaded; a storefront requests it with `loadFeatures`. */
const shopify = (answer: { readonly isAllowed: boolean; readonly analytics: string }) => `
  window.Shopify = {
    loadFeatures(features, onEnd) {
      setTimeout(() => {
        Shopify.customerPrivacy = {
          analyticsProcessingAllowed: () => ${answer.isAllowed},
          currentVisitorConsent: () => ({ analytics: '${answer.analytics}' }),
        }
        onEnd()
      }, 50)
    },
  }`

/** The WP Consent API where an answer is needed. */
const wordpress = (hasConsent: boolean) =>
  `window.wp_fallback_consent_type = 'optin'; window.wp_has_consent = (category) => category === 'statistics' && ${hasConsent}`

const signals: Readonly<Record<string, Signal>> = {
  none: { script: '', effect: (start) => start },
  'consent mode: denied': {
    script: gtag('denied'),
    effect: (start) => (start === 'hold' ? 'hold' : 'denied'),
  },
  'consent mode: waiting': {
    script: gtag('denied', ', wait_for_update: 60000'),
    effect: () => 'hold',
  },
  'consent mode: granted': { script: gtag('granted'), effect: () => 'granted' },
  'TCF: refused': {
    script: tcf("eventStatus: 'useractioncomplete', purpose: { consents: { 1: true } }"),
    effect: () => 'denied',
  },
  'TCF: being asked': { script: tcf("eventStatus: 'cmpuishown'"), effect: () => 'hold' },
  'TCF: agreed': {
    script: tcf("eventStatus: 'tcloaded', purpose: { consents: { 1: true, 8: true } }"),
    effect: () => 'granted',
  },
  'Shopify: not answered': {
    script: shopify({ isAllowed: false, analytics: '' }),
    effect: (start) => (start === 'hold' ? 'hold' : 'denied'),
  },
  'Shopify: refused': {
    script: shopify({ isAllowed: false, analytics: 'no' }),
    effect: () => 'denied',
  },
  'Shopify: allowed': {
    script: shopify({ isAllowed: true, analytics: '' }),
    effect: () => 'granted',
  },
  'WordPress: not answered': {
    script: wordpress(false),
    effect: (start) => (start === 'hold' ? 'hold' : 'denied'),
  },
  'WordPress: agreed': { script: wordpress(true), effect: () => 'granted' },
  'Global Privacy Control': {
    script: "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true })",
    effect: () => 'denied',
  },
}

const BLOCKED = `
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError') } })
  Object.defineProperty(Document.prototype, 'cookie', {
    get() { throw new DOMException('blocked', 'SecurityError') },
    set() { throw new DOMException('blocked', 'SecurityError') },
  })`

const settledOn = (page: Page, query: string) =>
  page.evaluate(async (text) => {
    const { svc } = window as unknown as {
      svc: { explain: () => { data?: { query?: string }; state: string; reason?: string }[] }
    }
    return (await svc.explain()).find(({ data }) => data?.query === text)?.state
  }, query)

interface Cell {
  readonly name: string
  readonly start: State
  readonly isBlocked?: boolean
}

const outcomes = { granted: 'sent', hold: 'held', denied: undefined } as const

/** One page load: an initial state and a signal, then every change in turn. Nothing is kept afterwards. */
async function obeys(cell: Cell, shop: Shop, context: BrowserContext, page: Page) {
  const { name, start, isBlocked = false } = cell
  const { script, effect } = signals[name] as Signal
  const before = `<script>${isBlocked ? BLOCKED : ''};${script}</script>`
  const tag = shop.tag({ 'data-record-bots': 'true', 'data-consent': start })
  await page.goto(shop.page('/page.html', `<!doctype html>${before}${tag}<p>Shop</p>`))
  await started(page)
  const state = effect(start)
  const isGranted = state === 'granted'
  const now = async () => ({ ...cell, ...(await kept(context, page, isBlocked)) })
  const nothing = { ...cell, ...NOTHING }

  await search(page, 'first')
  if (isGranted) await shop.waitFor('search')
  expect({ ...cell, sent: await searches(shop, page, 'end 1') }).toEqual({
    ...cell,
    sent: isGranted ? ['first'] : [],
  })
  await expect.poll(() => settledOn(page, 'first')).toBe(outcomes[state])
  if (!isGranted) expect(await now()).toEqual(nothing)

  await say(page, 'denied')
  await search(page, 'never')
  expect(await searches(shop, page, 'end 2')).toEqual(isGranted ? ['first'] : [])
  await expect.poll(now).toEqual(nothing)

  await say(page, 'hold')
  await search(page, 'kept')
  expect(await searches(shop, page, 'end 3')).not.toContain('kept')
  expect(await now()).toEqual(nothing)

  await say(page, 'granted')
  await expect.poll(() => searches(shop, page, 'end 4')).toContain('kept')
  expect(await searches(shop, page, 'end 5')).not.toContain('never')
  await say(page, 'denied')
  await expect.poll(now).toEqual(nothing)
}

/** Every initial state and signal, and with blocked storage one of each effect. `test/unit/consent` tests the rules by themselves. */
const CELLS: readonly Cell[] = [
  ...(['granted', 'denied', 'hold'] as const).map((start) => ({ name: 'none', start })),
  { name: 'consent mode: denied', start: 'hold' },
  { name: 'consent mode: denied', start: 'granted' },
  { name: 'consent mode: waiting', start: 'granted' },
  { name: 'consent mode: granted', start: 'denied' },
  { name: 'TCF: refused', start: 'granted' },
  { name: 'TCF: being asked', start: 'granted' },
  { name: 'TCF: agreed', start: 'hold' },
  { name: 'Shopify: not answered', start: 'granted' },
  { name: 'Shopify: refused', start: 'hold' },
  { name: 'Shopify: allowed', start: 'hold' },
  { name: 'WordPress: not answered', start: 'granted' },
  { name: 'WordPress: agreed', start: 'denied' },
  { name: 'Global Privacy Control', start: 'granted' },
  { name: 'none', start: 'granted', isBlocked: true },
  { name: 'consent mode: waiting', start: 'denied', isBlocked: true },
  { name: 'TCF: refused', start: 'hold', isBlocked: true },
]

test('from every initial state, the page obeys every signal and every change', async ({
  page,
  context,
  shop,
}) => {
  for (const cell of CELLS)
    await test.step(`${cell.name} from ${cell.start}`, async () => {
      await shop.reset()
      await obeys(cell, shop, context, page)
    })
})

const managers = {
  'Consent Mode': gtag('granted'),
  TCF: tcf("eventStatus: 'tcloaded', purpose: { consents: { 1: true, 8: true } }"),
  Shopify: shopify({ isAllowed: true, analytics: 'yes' }),
  'the WP Consent API': wordpress(true),
}

for (const [name, script] of Object.entries(managers)) {
  test(`${name} is followed even if the page loads it last`, async ({ page, shop }) => {
    const tag = shop.tag({ 'data-record-bots': 'true', 'data-consent': 'hold' })
    await page.route('**/manager.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    )
    await page.goto(shop.page('/page.html', `<!doctype html>${tag}<p>Shop</p>`))
    await started(page)
    await search(page, 'kept')
    const before = await page.evaluate(() => Date.now())
    await page.waitForTimeout(1_500)
    expect(await shop.received('search')).toEqual([])
    await page.addScriptTag({ url: '/manager.js' })
    const [event] = await shop.waitFor('search')
    expect(event?.data).toMatchObject({ query: 'kept' })
    expect(Number.parseInt(String(event?.t), 10)).toBeLessThanOrEqual(before)
  })
}

test('a refusal in one tab erases data in all tabs', async ({ context, page, shop }) => {
  const tag = shop.tag({ 'data-record-bots': 'true' })
  const url = shop.page('/page.html', `<!doctype html>${tag}<p>Shop</p>`)
  await page.goto(url)
  const other = await context.newPage()
  await other.goto(url)
  await started(page)
  await started(other)
  await shop.waitFor('visitor')
  await say(page, 'denied')
  await expect
    .poll(() =>
      other.evaluate(() => {
        const { svc } = window as unknown as { svc: { user?: unknown } }
        return svc.user === undefined
      }),
    )
    .toBe(true)
  await expect.poll(() => kept(context, other, false)).toEqual(NOTHING)
  await search(other, 'never')
  expect(await searches(shop, other, 'end')).toEqual([])
})

test('nothing is sent after a refusal, whatever was in progress', async ({ page, shop }) => {
  const tag = shop.tag({ 'data-record-bots': 'true' })
  await shop.faults({ hang: true })
  await page.goto(shop.page('/page.html', `<!doctype html>${tag}<p>Shop</p>`))
  await Promise.all([
    // The last request before the refusal: the visitor's own comes first.
    page.waitForRequest(/action=search/),
    started(page).then(() => search(page, 'under way')),
  ])
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
  await say(page, 'denied')
  await page.waitForTimeout(500)
  expect(requests).toEqual([])
})
