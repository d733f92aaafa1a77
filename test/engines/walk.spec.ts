import { expect, test } from '../support/everywhere.ts'
import { asWalk, openSmallShop, WALK, WALKING, walkSmallShop } from '../support/small-shop.ts'

test('a shopper walks from a category to an order, and every event arrives once, in order', async ({
  shop,
  shopper,
}) => {
  openSmallShop(shop, { tag: shop.tag(WALKING) })
  const events = await walkSmallShop(shop, shopper)
  expect(asWalk(events)).toEqual(WALK)
  expect(events.filter(({ isGood, repeats }) => !isGood || repeats)).toEqual([])
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
})
