import fc from 'fast-check'
import { expect, test } from 'vitest'
import { strictFields } from '../../../src/parts/filters/strict-fields'
import { isEventId, priceText, quantityText, rankText, UNRENDERED } from '../../../src/wire/fields'
import { orderRef } from '../../../src/wire/order-ref'
import { jsonText, pixelUrl } from '../../../src/wire/pixel-url'
import type { Timestamp, TrackerEvent } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { click } from '../../support/fixtures/builders'

test.each<readonly [price: string | number, written: string | undefined]>([
  ['$1234.50', '1234.50'],
  ['19.90 €', '19.90'],
  ['EUR 19', '19'],
  [3 * 19.99, '59.97'],
  [10 / 3, '3.3333'],
  ['59.970000000000006', '59.97'],
  [19.99 * 1.19, '23.7881'],
  [-1, undefined],
  // Petrol, single screws, and currencies with three decimals.
  [0.125, '0.125'],
  ['1.2345', '1.2345'],
  [0, '0'],
  ['1,234', undefined],
  ['1.299,00 €', undefined],
  ['1 234.50', undefined],
  ['-5', undefined],
  ['', undefined],
  ['free', undefined],
  [999_999_999_999, '999999999999'],
  [1e12, undefined],
  ['1000000000000', undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
])('the price %j is written as %j', (price, written) => expect(priceText(price)).toBe(written))

test.each<readonly [quantity: string | number, written: string | undefined]>([
  [2, '2'],
  [' 03 ', '3'],
  ['120', '120'],
  ['1.0', '1'],
  ['2,00', '2'],
  [3.0, '3'],
  ['1.000', undefined],
  ['0,0', undefined],
  ['1234567890', undefined],
  ['0', undefined],
  ['1.5', undefined],
  [-1, undefined],
  ['two', undefined],
  ['', undefined],
])('the quantity %j is written as %j', (quantity, written) =>
  expect(quantityText(quantity)).toBe(written),
)

const timeOf = (t: string) => Number.parseInt(t, 10)

test('the forms of a `t`, a rank and an unrendered text', () => {
  const found = (is: (text: string) => boolean, texts: string) => texts.split(', ').filter(is)
  const ids =
    '1793786400000|0.27, 1793786400000|7e-7, x1793786400000|0.2, 1793786400000|0.2x, 793786400000|0.2, 1793786400000|x2, A-1001'
  expect(found(isEventId, ids)).toEqual(['1793786400000|0.27', '1793786400000|7e-7'])
  expect(found((text) => rankText(text) === text, '1, 123456789, 1x, x1, 1234567890')).toEqual([
    '1',
    '123456789',
  ])
  const texts =
    'undefined, null, NaN, %s, [object Map], {{id}}, $\x7bid}, #{id}, <%= id %>, <?= $id ?>'
  const rendered = 'null-size, annull, 100%s, object, a < b, 50%, {, $5, #1'
  expect(found((text) => UNRENDERED.test(text), `${texts}, ${rendered}`)).toEqual(texts.split(', '))
})

test('the time of an event never goes back if the clock does, but may be an earlier one', () => {
  const { timeline, ...browser } = createBrowser()
  const { newEventId } = openPage({ ...browser, timeline }).tag.eventId
  const start = timeline.now()
  const before = (start - 500) as Timestamp
  expect(timeOf(newEventId())).toBe(start)
  timeline.setClock(-1_000)
  expect(timeOf(newEventId())).toBe(start)
  expect(timeOf(newEventId((start + 1_000) as Timestamp))).toBe(start + 1_000)
  expect(timeOf(newEventId())).toBe(start + 1_000)
  expect(newEventId(before)).toMatch(new RegExp(`^${before}\\|0\\.\\d+$`))
})

test('writes the same as JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('tabs and line ends stay; other control characters and lone surrogates are replaced', () => {
  const whole = ' "a" \\ b\t\r\n \u0085 😀'
  expect(JSON.parse(jsonText(whole))).toBe(whole)
  expect(JSON.parse(jsonText('\0a\x1fb\x7fc\ud800d'))).toBe('\ufffda\ufffdb\ufffdc\ufffdd')
})

test('a member without a value is left out, and toJSON on a prototype changes nothing', () => {
  const list = Array.prototype as { toJSON?: () => string }
  list.toJSON = () => 'mangled'
  try {
    expect(jsonText({ pids_list: ['a'], variantId: undefined })).toBe('{"pids_list":["a"]}')
  } finally {
    delete list.toJSON
  }
})

const address = { trackerUrl: 'https://tracker.example', siteKey: 'SITE' }

test('parameters are in the order of the contract, with each value percent-encoded', () => {
  const url = pixelUrl(address, click('sku 7&8', '1500000000000|0.25'))
  expect(url).toMatch(/^https:\/\/tracker\.example\/v2\/1p\.jpg\?data=%7B%22pid%22/)
  expect([...new URL(url).searchParams.keys()]).toEqual(['data', 'SvcKey', 'action', 'uid', 't'])
  expect(url).toContain('&t=1500000000000%7C0.25')
  expect(url).toContain('sku%207%268')
})

/** The text with all characters that services reject replaced. */
const taken = (text: string) =>
  text.toWellFormed().replace(/(?![\t\n\r\x80-\x9f])\p{Cc}/gu, '\ufffd')

test('any text survives, with control characters and lone surrogates replaced', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(text, text, (query, uid) => {
      const event = { ...click('p'), action: 'search', uid, data: { query } } as TrackerEvent
      const sent = new URL(pixelUrl(address, event)).searchParams
      expect(JSON.parse(sent.get('data') ?? '')).toEqual({ query: taken(query) })
      expect(sent.get('uid')).toBe(taken(uid))
    }),
  )
})

test('strict lines of an order have no variant', () => {
  const products = [{ pid: 'a', qty: '1', price: '2', variantId: 'v' }]
  expect(strictFields('order', { products })).toEqual({
    products: [{ pid: 'a', qty: '1', price: '2' }],
  })
})

test("the reference of an order is PHP's hash('fnv1a64', \"$siteKey|$orderId\")", () => {
  for (const [siteKey, orderId, ref] of [
    ['demo-site', '1001', 'c5044a961dadeab0'],
    ['SITE', ' A-1001\n', '4f808962ff466326'],
    ['uk', 'Größe-7', 'a7789a84506ebdf0'],
    ['SITE', '9'.repeat(60), '378ab913732152ea'],
  ] as const)
    expect(orderRef(siteKey, orderId)).toBe(ref)
  const refs = Array.from({ length: 100_000 }, (_, index) => orderRef('SITE', `#${index}`))
  expect(new Set(refs).size).toBe(refs.length)
})
