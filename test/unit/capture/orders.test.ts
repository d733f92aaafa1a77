import { expect, test } from 'vitest'
import { ordersKey } from '../../../src/track/orders/known-orders'
import { parseLines } from '../../../src/track/orders/order-lines'
import { orderData } from '../../../src/wire/list-and-order'
import type { ProductId } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

const KEY = ordersKey({ siteKey: 'SITE', trackerUrl: 'https://tracker.example' })

test('a line has a product, a whole quantity, a price and a variant', () => {
  const none = [[], [''], ['0']].map((variant) => ['P2', '1', '3', ...variant])
  expect(parseLines([['P1', '2', '12.50', 'V1'], ...none])).toEqual([
    { pid: 'P1', qty: '2', price: '12.50', variantId: 'V1' },
    ...Array(3).fill({ pid: 'P2', qty: '1', price: '3' }),
  ])
})

for (const [line, problem] of [
  [['', '1', '3'], /data-svc-line is empty/],
  [['P1', '0', '3'], /data-svc-qty/],
  [['P1'], /data-svc-qty/],
  [['P1', '1', 'free'], /data-svc-price/],
  [['P1', '1'], /data-svc-price/],
] as const)
  test(`the line ${JSON.stringify(line)} is refused with a reason`, () => {
    expect(parseLines([['P0', '1', '3'], line])).toMatch(problem)
    expect(parseLines([])).toMatch(/data-svc-line/)
  })

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const line = (pid: string, qty = '1') => ({ pid: pid as ProductId, qty, price: '10' })
const lines = [line('A')]

/** A browser that opens a confirmation page again and again. */
function browser() {
  const shop = createBrowser()
  const open = () => {
    const { tag, run } = openPage(shop)
    run(() => tag.consent.startConsent(() => {}))
    const isNew = (id: string | undefined, ordered: typeof lines) => {
      const order = tag.orderLines.newOrder(id, orderData(ordered), {})
      const isFirst = order?.source.isNew?.()
      order?.remember()
      return isFirst ?? false
    }
    return { isNew, storage: tag.storage.local }
  }
  return { clock: shop.timeline, open }
}

test('an order with an id counts once in thirty days, whatever its lines say', () => {
  const { clock, open } = browser()
  expect(open().isNew('o-1', lines)).toBe(true)
  expect(open().isNew('o-1', lines)).toBe(false)
  clock.advance(30 * DAY - 1)
  expect(open().isNew('o-1', [line('B')])).toBe(false)
  clock.advance(1)
  expect(open().isNew('o-1', lines)).toBe(true)
})

test('without an id the same lines within thirty minutes are the same order', () => {
  const { clock, open } = browser()
  expect(open().isNew(undefined, lines)).toBe(true)
  expect(open().isNew('', [line('A', '2')])).toBe(true)
  clock.advance(30 * MINUTE - 1)
  expect(open().isNew('', lines)).toBe(false)
  clock.advance(1)
  expect(open().isNew('', lines)).toBe(true)
})

test('the last twenty orders are remembered, and their ids cannot be recovered', () => {
  const { open } = browser()
  for (let id = 0; id <= 20; id++) open().isNew(`order-${id}`, lines)
  expect(open().isNew('order-1', lines)).toBe(false)
  expect(open().isNew('order-0', lines)).toBe(true)
  expect(open().storage.read(KEY)).not.toContain('order-')
})

test('a corrupted item is ignored', () => {
  const { open } = browser()
  open().storage.write(KEY, '{"x":.. . NaN.abc')
  expect(open().isNew('o-1', lines)).toBe(true)
  expect(open().isNew('o-1', lines)).toBe(false)
})

test('an order that is not recorded is not remembered', () => {
  const { tag, run } = openPage(createBrowser())
  run(() => tag.consent.startConsent(() => {}))
  tag.record.preferDataLayer(['order'])
  tag.orders.recordOrder('o-1', lines, {})
  expect(tag.orderLines.newOrder('o-1', orderData(lines), {})).toBeDefined()
  tag.record.preferDataLayer([])
  tag.orders.recordOrder('o-1', lines, {})
  expect(tag.orderLines.newOrder('o-1', orderData(lines), {})).toBeUndefined()
})
