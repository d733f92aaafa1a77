import { expect, test } from '../support/fixtures/every-engine.ts'
import {
  asWalk,
  openSmallShop,
  WALK,
  WALKING,
  walkSmallShop,
} from '../support/fixtures/small-shop.ts'

/** Faults of the browser's storage that the walk must not notice. */
const faults: Readonly<Record<string, string>> = {
  'opens and never answers': `indexedDB.constructor.prototype.open = function () { return new EventTarget() }`,
  'is full': `IDBObjectStore.prototype.put = IDBObjectStore.prototype.add = function () { throw new DOMException('full', 'QuotaExceededError') }
    Storage.prototype.setItem = function () { throw new DOMException('full', 'QuotaExceededError') }`,
}

for (const [what, script] of Object.entries(faults)) {
  test(`the walk is reported whole where the database ${what}`, async ({ shop, shopper }) => {
    openSmallShop(shop, { head: `<script>${script}</script>`, tag: shop.tag(WALKING) })
    const events = await walkSmallShop(shop, shopper)
    const isWhole = what !== 'is full'
    // Which list a product came from is remembered in storage.
    const known = isWhole ? WALK : WALK.map(withoutLaterRequestId)
    expect(asWalk(events)).toEqual(known)
    expect(events.filter(({ isGood, repeats }) => !isGood || repeats)).toEqual([])
  })
}

function withoutLaterRequestId([action, data]: (typeof WALK)[number]) {
  if (action !== 'cart') return [action, data]
  const { requestId, ...rest } = data as { requestId?: string }
  return [action, rest]
}
