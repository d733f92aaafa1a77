import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PlayedShop } from './played-shop'
import { playHistory, type ShopHistory, type Step, shopHistories, toText } from './shopper-steps'
import { judgeErased, judgeHistory, judgeWaiting } from './tag-promises'

/*
 * The tag as it ships, in a played browser, through random histories of a shop's pages: nothing without consent, nothing to another account,
 * nothing held up, nothing lost. `NODE_OPTIONS=--max-old-space-size=12000 SVC_SEEDS=2000 npx vitest run
 * test/unit/tag` plays that many others.
 */

const { SVC_SEEDS, SVC_SEED } = process.env
const numRuns = Number(SVC_SEEDS ?? 200)
const seed = Number(SVC_SEED ?? (SVC_SEEDS ? Date.now() % 100_000 : 1))

/** The shop after a history, with what the tag did wrong in it. */
function judged(history: ShopHistory): PlayedShop {
  const shop = playHistory(history, judgeWaiting, judgeErased)
  if (shop.faults.length === 0) judgeHistory(shop)
  return shop
}

test(
  'every event arrives once, at its own account, with consent and in time',
  () => {
    const run = fc.check(
      fc.property(shopHistories, (history) => judged(history).faults.length === 0),
      { numRuns, seed },
    )
    const [history] = run.counterexample ?? []
    const text =
      history && `history ${run.numRuns} of SVC_SEED=${seed}:\n${toText(judged(history))}`
    expect(text).toBeUndefined()
  },
  120_000 + numRuns * 1_000,
)

const usual: ShopHistory['options'] = {
  ...{
    hasOneTracker: false,
    declaresRepeats: false,
    database: 'well',
    texts: 'well',
    locks: 'well',
  },
  ...{
    isGpcOn: false,
    hasTcf: false,
    hasDataLayer: false,
    lacksCurrentScript: false,
    lacksParts: false,
  },
}

/** Histories that random ones have found, or that they find too rarely. */
const found: Readonly<Record<string, readonly Step[]>> = {
  'a page that is hidden and shown again keeps its request in flight': [
    // The tracker has not answered anything yet.
    { do: 'open', tab: 0, account: 'us' },
    { do: 'tracker', account: 'us', fault: { subject: 'orders', how: 'hang' } },
    { do: 'report', tab: 0, action: 'order', times: 1, by: 'call' },
    { do: 'hide', tab: 0 },
    { do: 'show', tab: 0 },
    { do: 'pass', ms: 700 },
    { do: 'open', tab: 1, account: 'us' },
    { do: 'report', tab: 1, action: 'click', times: 1, by: 'call' },
    { do: 'pass', ms: 3_000 },
  ],
  'an order that the tracker refuses holds up no click': [
    { do: 'open', tab: 0, account: 'uk' },
    { do: 'pass', ms: 3_000 },
    { do: 'tracker', account: 'uk', fault: { subject: 'orders', how: 503 } },
    { do: 'report', tab: 0, action: 'order', times: 1, by: 'call' },
    { do: 'pass', ms: 700 },
    { do: 'report', tab: 0, action: 'click', times: 1, by: 'call' },
    { do: 'pass', ms: 60_000 },
  ],
  'a banner refuses and then accepts while another tab is open': [
    { do: 'open', tab: 0, account: 'uk' },
    { do: 'open', tab: 1, account: 'uk' },
    { do: 'Consent Mode', tab: 0, entry: 'update denied' },
    { do: 'pass', ms: 700 },
    { do: 'Consent Mode', tab: 0, entry: 'update granted' },
    { do: 'report', tab: 0, action: 'order', times: 1, by: 'call' },
    { do: 'pass', ms: 700 },
  ],
  'the pause of an event ends between two looks at the clock': [
    { do: 'open', tab: 0, account: 'us' },
    { do: 'pass', ms: 3_000 },
    ...Array.from({ length: 10 }).flatMap((): Step[] => [
      { do: 'tracker', account: 'us', fault: { subject: 'orders', how: 'hang' } },
      { do: 'report', tab: 0, action: 'order', times: 2, by: 'call' },
      { do: 'report', tab: 0, action: 'click', times: 1, by: 'call' },
      { do: 'pass', ms: 700 },
      { do: 'tracker', account: 'us', fault: { subject: 'everything', how: 'well' } },
      { do: 'pass', ms: 400_000 },
    ]),
  ],
}

for (const [name, steps] of Object.entries(found))
  test(name, () => {
    const shop = judged({ options: usual, steps })
    expect(shop.faults).toEqual([])
  })

test('a wrapper of fetch that the tracker refuses is taken for a content blocker, until a slow tracker answers a probe', () => {
  const shop = judged({
    options: { ...usual, database: 'missing', wrapsFetch: 'before, disguised' },
    steps: [
      { do: 'open', tab: 0, account: 'uk' },
      { do: 'tracker', account: 'uk', fault: { subject: 'everything', how: 'slow' } },
      { do: 'report', tab: 0, action: 'click', times: 1, by: 'call' },
      { do: 'pass', ms: 20_000 },
      { do: 'go offline' },
    ],
  })
  expect(shop.faults).toEqual([])
})
