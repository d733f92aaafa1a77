import { expect, test } from 'vitest'
import { cartData, checkoutData, searchData } from '../../../kit/shopify/index'
import { pixelBrowser } from '../../support/fixtures/pixel-browser'

const alone = { themeTag: false }

test('before the answer nothing is read, stored or sent, and events keep their time', async () => {
  const browser = pixelBrowser({ consent: false })
  const page = await browser.open('/', alone)
  const asked: string[] = []
  for (const name of ['get', 'set'] as const) {
    const { cookie } = page.api.browser
    const original = cookie[name] as (...args: string[]) => Promise<string>
    Object.assign(cookie, {
      [name]: (...args: string[]) => {
        asked.push(name)
        return original(...args)
      },
    })
  }
  const at = browser.timeline.now()
  await page.publish('page_viewed')
  await page.publish('search_submitted', searchData('boots'))
  expect([asked, browser.actions(), browser.shopper.storage.size]).toEqual([[], [], 0])
  browser.timeline.advance(60_000)
  await page.answerConsent(true)
  expect(browser.actions()).toEqual(['visitor', 'search'])
  expect(browser.sent('search')[0]?.t).toMatch(new RegExp(`^${at}\\|0\\.`))
  expect(asked).toContain('set')
})

test('a shop that wants nothing held drops what happens before the answer', async () => {
  const browser = pixelBrowser({ consent: false })
  const page = await browser.open('/', { ...alone, consent: 'denied' })
  await page.publish('search_submitted', searchData('before'))
  await page.answerConsent(true)
  await page.publish('search_submitted', searchData('after'))
  expect(browser.sent('search').map(({ data }) => data.query)).toEqual(['after'])
})

test('a refusal drops what was held', async () => {
  const browser = pixelBrowser({ consent: false })
  const page = await browser.open('/', alone)
  await page.publish('search_submitted', searchData('boots'))
  await page.answerConsent(false)
  await page.publish('search_submitted', searchData('coats'))
  await page.answerConsent(true)
  await page.publish('product_added_to_cart', cartData({ product: '7' }))
  expect(browser.actions()).toEqual(['visitor', 'cart'])
})

test('a refusal erases cookies and texts, and nothing is sent after it', async () => {
  const browser = pixelBrowser()
  browser.answer({ status: 503 })
  const page = await browser.open('/', alone)
  browser.shopper.storage.set('theme-text', 'stays')
  await page.publish('search_submitted', searchData('boots'))
  expect(browser.shopper.storage.size).toBeGreaterThan(2)
  await page.answerConsent(false)
  expect([...browser.shopper.storage.keys()]).toEqual(['theme-text'])
  expect(browser.shopper.cookies.all()).toEqual([])
  browser.clear()
  await browser.advance(20_000)
  await page.publish('search_submitted', searchData('coats'))
  expect(browser.actions()).toEqual([])
})

test('a refusal wins at any moment while the page is asked', async () => {
  for (let turns = 0; turns < 60; turns += 2) {
    const browser = pixelBrowser()
    const page = await browser.open('/', alone)
    const published = page.publish('search_submitted', searchData('boots'))
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    const { length } = browser.actions()
    await page.answerConsent(false)
    await published
    expect(browser.actions(), `refused after ${turns} turns`).toHaveLength(length)
    expect(browser.shopper.cookies.all()).toEqual([])
    expect(browser.shopper.storage.size).toBe(0)
  }
})

test('the cookie of the shop itself stays after a refusal', async () => {
  const browser = pixelBrowser()
  browser.shopper.cookies.set('svc.userId=server-made; domain=shop.example')
  const page = await browser.open('/', alone)
  await page.publish('page_viewed')
  await page.answerConsent(false)
  expect(browser.shopper.cookies.all()).toEqual(['svc.userId=server-made'])
})

test('consent that comes back begins anew', async () => {
  const browser = pixelBrowser()
  const page = await browser.open('/', alone)
  await page.publish('page_viewed')
  await page.answerConsent(false)
  await page.answerConsent(true)
  await page.publish('page_viewed')
  const [first, second] = browser.sent('visitor')
  expect(second?.uid).not.toBe(first?.uid)
  expect(second?.data.visit_type).toBe('first_time')
})

test('what happened before the pixel came is reported as well', async () => {
  const browser = pixelBrowser()
  const page = browser.shopper.open('/checkouts/cn/1/thank-you')
  page.publish('checkout_completed', checkoutData([{ variant: { product: '7' } }]))
  const names: string[] = []
  await page.api.analytics.subscribe('checkout_completed', (event: { name: string }) => {
    names.push(event.name)
  })
  expect(names).toEqual(['checkout_completed'])
})
