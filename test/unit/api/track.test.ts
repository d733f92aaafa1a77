import { expect, test } from '@playwright/test'
import { createTrack } from '../../../src/parts/calls/track'
import type { RawEvent } from '../../../src/wire/tracker-event.ts'

function scene(knownOrders: (string | undefined)[] = []) {
  const facts: RawEvent[] = []
  const refused: string[] = []
  let visits = 0
  const track = createTrack({
    report: (fact) => facts.push(fact),
    refuse: (reason) => refused.push(reason),
    context: () => ({ query: 'shoes' }),
    isNewOrder: (id) => !knownOrders.includes(id),
    onVisitor: () => {
      visits += 1
    },
  })
  return { track, facts, refused, visits: () => visits }
}

test('what is wrong is refused and not reported', () => {
  const { track, facts, refused } = scene()
  track('cart', { pid: 'a', qty: 'two' })
  expect(facts).toEqual([])
  expect(refused).toEqual(['cart: qty needs a positive whole number'])
})

test('an order that was counted before is refused', () => {
  const { track, facts, refused } = scene(['A-1'])
  track('order', { orderId: 'A-1', pid: 'a', price: 1 })
  expect(facts).toEqual([])
  expect(refused).toEqual(['this order was counted before'])
})

test('an order whose id is no text and no number is told from others by its lines', () => {
  const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  for (const orderId of [null, ' ', {}, deep]) {
    const { track, refused } = scene([undefined])
    track('order', { orderId, pid: 'a', price: 1 })
    expect(refused).toEqual(['this order was counted before'])
  }
  const { track, refused } = scene(['7'])
  track('order', { orderId: 7, pid: 'a', price: 1 })
  expect(refused).toEqual(['this order was counted before'])
})

test('the id of an order is not sent', () => {
  const { track, facts } = scene()
  track('order', { orderId: 'A-1', pid: 'a', price: 1 })
  expect(facts).toEqual([{ action: 'order', data: { pid: 'a', qty: '1', price: '1' } }])
})

test('visitor asks for a visit, whose one event the tag sends', () => {
  const { track, facts, visits } = scene()
  track('visitor', undefined)
  expect(facts).toEqual([])
  expect(visits()).toBe(1)
})
