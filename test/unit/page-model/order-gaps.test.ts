import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createShopBrowser, marked, openShop } from './open-shop'

test('an order whose lines arrive within 300 ms of one another has all of them', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 299 }), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(gaps, (gapsMs) => {
      const browser = createShopBrowser()
      const shop = openShop(browser)
      const order = marked('div', { order: 'o-1' })
      shop.append(shop.dom.root, order)
      for (const [index, gapMs] of gapsMs.entries()) {
        shop.append(order, marked('p', { line: `P${index}`, qty: '1', price: '5' }))
        browser.timeline.advance(gapMs)
      }
      browser.timeline.advance(10_000)
      const orders = browser.events.filter(({ action }) => action === 'order')
      expect(orders).toMatchObject([
        { data: { products: gapsMs.map((_, index) => ({ pid: `P${index}` })) } },
      ])
    }),
  )
})
