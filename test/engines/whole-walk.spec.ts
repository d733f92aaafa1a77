import { expect, test } from '../support/fixtures/every-engine.ts'
import {
  asWalk,
  openSmallShop,
  WALK,
  WALKING,
  walkSmallShop,
} from '../support/fixtures/small-shop.ts'

/** Faults of the browser's storage, as scripts, which must not affect the walk. */
const storages: Readonly<Record<string, string>> = {
  'is well': '',
  'opens and never answers': `indexedDB.constructor.prototype.open = function () { return new EventTarget() }`,
  'is full': `IDBObjectStore.prototype.put = IDBObjectStore.prototype.add = function () { throw new DOMException('full', 'QuotaExceededError') }
    Storage.prototype.setItem = function () { throw new DOMException('full', 'QuotaExceededError') }`,
}

for (const [what, script] of Object.entries(storages))
  test(`a walk from a category to an order sends every event once, in order, where storage ${what}`, async ({
    shop,
    shopper,
  }) => {
    openSmallShop(shop, { head: `<script>${script}</script>`, tag: shop.tag(WALKING) })
    const events = await walkSmallShop(shop, shopper)
    // The list that a product came from is remembered in storage.
    expect(asWalk(events)).toEqual(what === 'is full' ? WALK.map(withoutLaterRequestId) : WALK)
    expect(events.filter(({ isGood, repeats }) => !isGood || repeats)).toEqual([])
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
  })

function withoutLaterRequestId([action, data]: (typeof WALK)[number]) {
  if (action !== 'cart') return [action, data]
  const { requestId, ...rest } = data as { requestId?: string }
  return [action, rest]
}
