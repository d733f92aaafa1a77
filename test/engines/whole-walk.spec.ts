import { expect, test } from '../support/fixtures/every-engine.ts'
import {
  asWalk,
  openSmallShop,
  WALK,
  WALKING,
  walkSmallShop,
} from '../support/fixtures/small-shop.ts'

test('a walk from a category to an order sends every event once, in order', async ({
  shop,
  shopper,
}) => {
  openSmallShop(shop, { tag: shop.tag(WALKING) })
  const events = await walkSmallShop(shop, shopper)
  expect(asWalk(events)).toEqual(WALK)
  expect(events.filter(({ isGood, repeats }) => !isGood || repeats)).toEqual([])
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
})
