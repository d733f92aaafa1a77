import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitEvent } from '../../../src/parts/recovery/fit-entry.ts'
import { pixelUrl } from '../../../src/wire/pixel-url.ts'
import type { TrackerEvent } from '../../../src/wire/tracker-event.ts'
import { eventOf, newEventId, page, seen } from './made-events.ts'

const address = { trackerUrl: 'https://tracker.example', siteKey: 'SITE' }
const lengthOf = (event: TrackerEvent) => pixelUrl(address, event).length

const fitInto = (limit: number, event: TrackerEvent) =>
  splitEvent(event, (part) => lengthOf(part) <= limit, newEventId)

const pidsOf = (event: TrackerEvent) => ('pids_list' in event.data ? event.data.pids_list : [])
const linesOf = ({ data }: TrackerEvent): readonly object[] =>
  'products' in data ? data.products : [data]

test('one character too many removes just the next part of the referrer, then of the URL', () => {
  const path = `https://shop.example/${'p'.repeat(2_000)}`
  const referrer = 'https://a.example/p?q=1#top'
  const ladder = [
    { referrer, url: `${path}?a=1\n2#b\nc` },
    { referrer: 'https://a.example/p' },
    { referrer: 'https://a.example' },
    { url: `${path}?a=1\n2` },
    { url: path },
    { url: path.slice(0, 1_000) },
  ]
  const event = eventOf('click', { pid: 'P1', ...ladder[0] })
  let data = event.data
  for (const [index, change] of ladder.entries()) {
    data = { ...data, ...change } as typeof data
    const shortened = { ...event, data } as TrackerEvent
    const length = lengthOf(shortened)
    expect(fitInto(length, event), `step ${index}`).toEqual([shortened])
    if (index === ladder.length - 1) expect(fitInto(1, event)).toEqual([shortened])
  }
})

test('a referrer with an unknown scheme keeps the part before its query', () => {
  const event = eventOf('click', { pid: 'P1', referrer: 'see https://a.example/p?q' })
  const [part] = fitInto(1, event)
  expect(part?.data).toMatchObject({ referrer: 'see https://a.example/p' })
})

test('an event that cannot be reduced is returned unchanged', () => {
  const event = eventOf('search', { query: 'x'.repeat(100_000) })
  expect(fitInto(7_600, event)).toEqual([event])
})

test('5,000 products of a list are sent in order, each once, in short enough requests', () => {
  const pids = Array.from({ length: 5_000 }, (_, index) => `product-${index}`)
  const event = seen(pids)
  const parts = fitInto(7_600, event)

  expect(parts.flatMap(pidsOf)).toEqual(pids)
  expect(Math.max(...parts.map(lengthOf))).toBeLessThanOrEqual(7_600)
  expect(parts[0]?.t).toBe(event.t)
  expect(new Set(parts.map(({ t }) => t)).size).toBe(parts.length)
})

test('an order of 500 lines keeps every line, and a single line is written flat', () => {
  const products = Array.from({ length: 500 }, (_, index) => ({
    pid: `P${index}`,
    qty: '1',
    price: '19.9',
  }))
  const parts = fitInto(7_600, eventOf('order', { products }))
  expect(parts.flatMap(linesOf)).toEqual(products)

  const [first] = fitInto(300, eventOf('order', { products: products.slice(0, 2) }))
  expect(first?.data).toEqual({ ...page, ...products[0] })
})

test('one line that is too long does not affect the others', () => {
  const products = ['P1', 'x'.repeat(9_000), 'P3'].map((pid) => ({ pid, qty: '1', price: '1' }))
  const parts = fitInto(1_000, eventOf('order', { products }))
  const short = parts.filter((part) => lengthOf(part) <= 1_000)
  expect(short.flatMap(linesOf)).toMatchObject([{ pid: 'P1' }, { pid: 'P3' }])
  expect(parts).toHaveLength(3)
})

test('with any list, no product is lost, duplicated or moved', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary' })),
      fc.integer({ min: 300 }),
      (pids, limit) => {
        expect(fitInto(limit, seen(pids)).flatMap(pidsOf)).toEqual(pids)
      },
    ),
  )
})
