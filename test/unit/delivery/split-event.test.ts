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

test('an event that is short enough stays as it is', () => {
  const event = eventOf('click', { pid: 'P1', referrer: 'https://a.example/?q=1' })
  expect(fitInto(lengthOf(event), event)).toEqual([event])
})

test('one character too many removes only the query of the referrer', () => {
  const event = eventOf('click', { pid: 'P1', referrer: 'https://a.example/p?q=1#top', url: 'u#f' })
  const [part] = fitInto(lengthOf(event) - 1, event)
  expect(part?.data).toMatchObject({ referrer: 'https://a.example/p', url: 'u#f' })
})

test("then everything but the referrer's origin is removed, then the fragment of the URL", () => {
  const event = eventOf('click', { pid: 'P1', referrer: 'https://a.example/p?q', url: 'u#f' })
  const withOrigin = { ...event, data: { ...event.data, referrer: 'https://a.example' } }
  expect(fitInto(lengthOf(withOrigin as TrackerEvent), event)).toEqual([withOrigin])

  const [least] = fitInto(lengthOf(withOrigin as TrackerEvent) - 1, event)
  expect(least?.data).toMatchObject({ referrer: 'https://a.example', url: 'u' })
})

test('then the query of the URL is removed, and then all but 1,000 characters', () => {
  const url = `https://shop.example/${'p'.repeat(2_000)}`
  const event = eventOf('click', { pid: 'P1', url: `${url}?a=1\n2#b\nc` })
  const withUrl = (text: string): TrackerEvent =>
    ({ ...event, data: { ...event.data, url: text } }) as TrackerEvent

  const [withoutQuery] = fitInto(lengthOf(withUrl(url)), event)
  expect(withoutQuery?.data).toMatchObject({ url })
  const [shortest] = fitInto(lengthOf(withUrl(url)) - 1, event)
  expect(shortest?.data).toMatchObject({ url: url.slice(0, 1_000) })
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
