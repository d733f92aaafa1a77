import { expect, test } from 'vitest'
import { checkoutData } from '../../../kit/shopify/index'
import { withOrder } from '../../../src/track/orders/known-orders'
import { pixelBrowser } from '../../support/fixtures/pixel-browser'

const alone = { themeTag: false }
const MINUTE = 60_000
const order = (orderId: string) => checkoutData([{ variant: { product: '7' } }], { orderId })

const record = (type: string, at: number, id: string) =>
  `svc.visitRecord=${encodeURIComponent(`${type}|${at}|${id}`)}; domain=shop.example`

test('the cookies of the theme tag name the visitor and the visit', async () => {
  const browser = pixelBrowser()
  browser.shopper.cookies.set('svc.userId=uid%20of%20theme; domain=shop.example')
  browser.shopper.cookies.set(record('repeat', browser.timeline.now() - MINUTE, 'visit-of-theme'))
  const page = await browser.open('/checkouts/cn/1/thank-you')
  await page.publish('checkout_completed', order('1'))
  expect(browser.actions()).toEqual(['order'])
  expect(browser.sent('order')).toMatchObject([
    { uid: 'uid of theme', data: { visitId: 'visit-of-theme', visit_type: 'repeat' } },
  ])
  expect(browser.shopper.cookies.get('svc.visitRecord')).toBe(
    encodeURIComponent(`repeat|${browser.timeline.now()}|visit-of-theme`),
  )
})

test('the pixel begins a visit as the tag does, on the widest domain', async () => {
  const browser = pixelBrowser()
  const page = await browser.open('/', alone)
  await page.publish('page_viewed')
  const [visitor] = browser.sent('visitor')
  const { cookies, storage } = browser.shopper
  expect(visitor?.uid).toMatch(/^uid-\d{13}-\d{30,40}$/)
  expect(cookies.get('svc.userId')).toBe(visitor?.uid)
  expect(cookies.get('svc.visitId')).toBe(visitor?.data.visitId)
  expect(cookies.get('svc.visit')).toBe('first_time')
  expect(storage.get('svc-tag.own')).toBe(`${browser.timeline.now()} ${visitor?.uid}`)
  cookies.set('svc.userId=; max-age=0; domain=shop.example')
  expect(cookies.get('svc.userId')).toBe('')
})

test('one visit is reported once, however many pages and events it has', async () => {
  const browser = pixelBrowser()
  const page = await browser.open('/', alone)
  await Promise.all([page.publish('page_viewed'), page.publish('page_viewed')])
  page.leave()
  const next = await browser.open('/collections/a', alone)
  await next.publish('page_viewed')
  await next.publish('checkout_completed', order('1'))
  expect(browser.actions()).toEqual(['visitor', 'order'])
})

test('a visit ends after thirty idle minutes, and the next one is a repeat', async () => {
  const browser = pixelBrowser()
  const page = await browser.open('/', alone)
  await page.publish('page_viewed')
  browser.timeline.advance(30 * MINUTE - 1)
  await page.publish('page_viewed')
  expect(browser.sent('visitor')).toHaveLength(1)
  browser.timeline.advance(30 * MINUTE)
  await page.publish('page_viewed')
  const [first, second] = browser.sent('visitor')
  expect(second?.data.visit_type).toBe('repeat')
  expect(second?.uid).toBe(first?.uid)
  expect(second?.data.visitId).not.toBe(first?.data.visitId)
})

test('two pages that begin a visit in the same moment agree on one', async () => {
  const browser = pixelBrowser()
  browser.shopper.cookies.set('svc.userId=known; domain=shop.example')
  const [one, other] = [await browser.open('/', alone), await browser.open('/b', alone)]
  await Promise.all([one.publish('page_viewed'), other.publish('page_viewed')])
  await one.publish('checkout_completed', order('1'))
  await other.publish('checkout_completed', order('2'))
  expect(browser.sent('visitor')).toHaveLength(1)
  const visits = browser.sent().map(({ data }) => data.visitId)
  expect(new Set(visits).size).toBe(1)
})

test('blocked cookies leave one visitor for the life of the page', async () => {
  const browser = pixelBrowser({ isBlocked: true })
  const page = await browser.open('/', alone)
  await page.publish('page_viewed')
  await page.publish('checkout_completed', order('1'))
  expect(browser.actions()).toEqual(['visitor', 'order'])
  const [visitor, bought] = browser.sent()
  expect(bought?.uid).toBe(visitor?.uid)
  expect(bought?.data.visitId).toBe(visitor?.data.visitId)
  await page.answerConsent(false)
  await page.answerConsent(true)
  await page.publish('page_viewed')
  expect(browser.sent('visitor').at(-1)?.uid).not.toBe(visitor?.uid)
})

test('without a user id events wait for the cookie of the server', async () => {
  const browser = pixelBrowser()
  const page = await browser.open('/checkouts/cn/1/thank-you', { createUserId: false })
  await page.publish('checkout_completed', order('1'))
  expect(browser.actions()).toEqual([])
  browser.shopper.cookies.set('svc.userId=late; domain=shop.example')
  await page.publish('page_viewed')
  expect(browser.sent().map(({ action, uid }) => [action, uid])).toEqual([
    ['visitor', 'late'],
    ['order', 'late'],
  ])
})

test('an order counts once on reload, and the next one counts', async () => {
  const browser = pixelBrowser()
  const path = '/checkouts/cn/1/thank-you'
  const page = await browser.open(path)
  await page.publish('checkout_completed', order('gid://shopify/OrderIdentity/1001'))
  page.leave()
  const again = await browser.open(path)
  await again.publish('checkout_completed', order('1001'))
  await again.publish('checkout_completed', order('1002'))
  expect(browser.sent('order')).toHaveLength(2)
})

test('an order that the theme tag has counted does not count again', async () => {
  const browser = pixelBrowser()
  const known = withOrder('', '1001', [], browser.timeline.now())
  browser.shopper.storage.set('svc-tag.svc.orders', known ?? '')
  const page = await browser.open('/checkouts/cn/1/thank-you')
  await page.publish('checkout_completed', order('1001'))
  await page.publish('checkout_completed', order('1002'))
  expect(browser.sent('order')).toHaveLength(1)
})

test('without an order id the token of the checkout names the order, then its lines', async () => {
  const browser = pixelBrowser()
  const page = await browser.open('/checkouts/cn/1/thank-you')
  const lines = [{ variant: { product: '7' } }]
  await page.publish('checkout_completed', checkoutData(lines, { token: 'one' }))
  await page.publish('checkout_completed', checkoutData(lines, { token: 'two' }))
  await page.publish('checkout_completed', checkoutData(lines, { token: 'two' }))
  await page.publish('checkout_completed', checkoutData(lines, { token: null }))
  await page.publish('checkout_completed', checkoutData(lines, { token: null }))
  expect(browser.sent('order')).toHaveLength(3)
})
