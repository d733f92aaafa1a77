import { expect, test } from 'vitest'
import type { TrackerEvent } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

/** A page that records, of a shopper whose visit goes on unless `isNew`. */
function scene({ isNew = false, settings = {} } = {}) {
  const browser = createBrowser()
  const page = openPage(browser, { settings })
  const { consent, eventLog, record, track: calls, visitor } = page.tag
  const delivered: TrackerEvent[] = []
  page.run(() => {
    record.recordHooks.deliver = (event) => void delivered.push(event)
    consent.startConsent(() => {})
    if (!isNew) visitor.beginVisit(true, () => {})
  })
  const track = (action: string, data?: object) => page.run(() => calls.track(action, data))
  /** The reasons of everything that was not recorded. */
  const ignored = () =>
    eventLog.notes.flatMap((note) => (note.kind === 'seen' && note.reason) || [])
  return { track, delivered, ignored, warnings: page.warnings, clock: browser.timeline }
}

test('with scrubSearch the facets of a call lose what is personal', () => {
  const facets = {
    'for jo@mail.example': {
      prank: '1',
      selected: [{ prank: '2', val: 'gift to jo@mail.example' }],
      deselected: [{ prank: '3', val: 'Red' }],
    },
  }
  const data = { query: 'shoes', facets }
  const kept = scene()
  kept.track('facets', data)
  expect(kept.delivered).toMatchObject([{ data: { facets } }])
  const { track, delivered } = scene({ settings: { scrubSearch: 'true' } })
  track('facets', data)
  track('facets', { query: 'shoes', facets: { unxFacetsReset: true } })
  expect(delivered.map((event) => Object(event.data).facets)).toEqual([
    {
      'for _': {
        prank: '1',
        selected: [{ prank: '2', val: 'gift to _' }],
        deselected: [{ prank: '3', val: 'Red' }],
      },
    },
    { unxFacetsReset: true },
  ])
})

const REPEATED = 'this order was counted before'

test('wrong data is one warning and a note, and nothing is recorded', () => {
  const { track, delivered, ignored, warnings, clock } = scene()
  track('cart', { pid: 'a', qty: 'two' })
  const reason = 'cart: qty needs a positive whole number'
  expect(ignored()).toEqual([reason])
  expect(warnings).toEqual([`svc-tag: ${reason}`])
  track('cart', { pid: 'a', qty: 2 })
  expect(delivered).toMatchObject([{ action: 'cart', data: { pid: 'a', qty: '2' } }])
  expect(clock.mishaps).toEqual([])
})

test('an order counts once, whatever its lines say the next time', () => {
  const { track, delivered, ignored, warnings } = scene()
  track('order', { orderId: 'A-1', pid: 'a', price: 1 })
  track('order', { orderId: 'A-1', pid: 'b', price: 1 })
  expect(delivered).toHaveLength(1)
  expect(ignored()).toEqual([REPEATED])
  expect(warnings).toEqual([`svc-tag: ${REPEATED}`])
})

test('the same order id as a number and as a text is one order', () => {
  const { track, delivered, ignored } = scene()
  track('order', { orderId: 7, pid: 'a', price: 1 })
  track('order', { orderId: '7', pid: 'b', price: 1 })
  expect(delivered).toHaveLength(1)
  expect(ignored()).toEqual([REPEATED])
})

const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
for (const [title, orderId] of [
  ['null', null],
  ['a blank text', ' '],
  ['an object', {}],
  ['a deeply nested list', deep],
] as const) {
  test(`an order whose id is ${title} is known by its lines`, () => {
    const { track, delivered, ignored } = scene()
    track('order', { pid: 'a', price: 1 })
    track('order', { orderId, pid: 'a', price: 1 })
    expect(ignored()).toEqual([REPEATED])
    track('order', { orderId, pid: 'b', price: 1 })
    expect(delivered).toHaveLength(2)
  })
}

test('the id of an order is not recorded', () => {
  const { track, delivered } = scene()
  track('order', { orderId: 'A-1', pid: 'a', price: 1 })
  expect(delivered).toMatchObject([{ action: 'order', data: { pid: 'a', qty: '1', price: '1' } }])
  expect(delivered[0]?.data).not.toHaveProperty('orderId')
})

test("an order whose id is a server's t has this t, and the visitor before it another", () => {
  const { track, delivered, clock } = scene({ isNew: true })
  const orderId = '1793786400000|0.2718281828'
  track('order', { orderId, pid: 'a', price: 1 })
  clock.advance(5)
  expect(delivered.map(({ action, t }) => [action, t === orderId])).toEqual([
    ['visitor', false],
    ['order', true],
  ])
  track('order', { orderId: '20271101|5', pid: 'b', price: 1 })
  expect(delivered[2]?.t).not.toBe('20271101|5')
})

test('a visitor event by call begins a visit, whose one visitor event the tag sends', () => {
  const { track, delivered, ignored, warnings, clock } = scene({ isNew: true })
  track('visitor')
  track('visitor')
  clock.advance(5)
  expect(delivered.map(({ action }) => action)).toEqual(['visitor'])
  expect(ignored()).toEqual(['once per visit', 'once per visit'])
  expect(warnings).toEqual([])
  track('visitor')
  expect(warnings).toEqual([
    "svc-tag: visitor: this visit is reported already, so svc.track('visitor') does nothing; leave it out",
  ])
})

test('fields that are not read are one notice for each kind of event', () => {
  const page = openPage(createBrowser())
  const { warnOfUnknownFields } = page.tag.unknownFields
  const given: readonly (readonly [action: unknown, data: unknown])[] = [
    ['cart', { pid: 'a', foo: 1 }],
    ['cart', { pid: 'b', foo: 2 }],
    ['order', { orderId: 'A', products: [{ pid: 'a', price: 1, name: 'Hat' }, null] }],
    ['facets', { query: 'hats', facets: { color: { prank: 1 } } }],
    ['nothing', { foo: 1 }],
    ['toString', { foo: 1 }],
    [{ toString: 1 }, { foo: 1 }],
    ['click', undefined],
  ]
  page.run(() => {
    for (const event of given) warnOfUnknownFields(...event)
  })
  expect(page.warnings).toEqual([
    'svc-tag: cart: there is no field foo, so it is not sent; the fields are pid, qty, variantId, requestId',
    'svc-tag: order: there is no field name, so it is not sent; the fields are products, orderId, requestId, pid, qty, price, variantId',
  ])
})

test('an unrendered template is refused, but for words that a shopper may search for', () => {
  const { track, delivered, warnings } = scene()
  track('cart', { pid: '{{ product.id }}' })
  track('click', { pid: 'undefined' })
  track('search', { query: '<%= term %>' })
  expect(delivered).toEqual([])
  expect(warnings).toEqual([
    'svc-tag: cart: pid is "{{ product.id }}", an unrendered template or no value',
    'svc-tag: click: pid is "undefined", an unrendered template or no value',
    'svc-tag: search: query is "<%= term %>", an unrendered template or no value',
  ])
  track('search', { query: 'null' })
  expect(delivered).toMatchObject([{ data: { query: 'null' } }])
})
