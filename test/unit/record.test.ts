import { expect, test } from 'vitest'
import type { ConsentState } from '../../src/settings/settings'
import type {
  EventStatus,
  ProductId,
  RawEvent,
  Timestamp,
  TrackerEvent,
  UserId,
} from '../../src/wire/tracker-event'
import { createBrowser } from '../fakes/fake-browser'
import { openPage } from '../fakes/fake-page'

const clickOn = (pid: string): RawEvent => ({ action: 'click', data: { pid: pid as ProductId } })

/** A page that records, of a shopper with an ongoing visit unless `isNew`. */
function scene({ consent = 'granted' as ConsentState, isNew = false, scrubSearch = false } = {}) {
  const browser = createBrowser()
  const page = openPage(browser, { settings: { consent, scrubSearch } })
  const { hooks, record, consent: consents, visitor, eventLog, track } = page.tag
  const delivered: TrackerEvent[] = []
  const statuses: EventStatus[] = []
  page.run(() => {
    hooks.deliver = (event) => void delivered.push(event)
    eventLog.onNote((note) => note.kind === 'status' && statuses.push(note.status))
    consents.startConsent(() => {})
    if (!isNew) visitor.beginVisit(true, () => {})
  })
  return {
    page,
    clock: browser.timeline,
    record,
    delivered,
    statuses,
    warnings: page.warnings,
    click: (count: number) =>
      page.run(() => {
        for (let index = 0; index < count; index += 1) record.record(clickOn(`p${index}`))
      }),
    track: (action: string, data?: object) => page.run(() => track.track(action, data)),
    actions: () => delivered.map(({ action }) => action),
    /** The reasons of everything that was not recorded. */
    ignored: () => eventLog.notes.flatMap((note) => (note.kind === 'seen' && note.reason) || []),
  }
}

test('an event of a known visitor is complete at once, and numbered on its page', () => {
  const { click, delivered, clock } = scene()
  click(3)
  expect(delivered[0]).toEqual({
    action: 'click',
    uid: expect.stringMatching(/^uid-/),
    t: expect.stringMatching(`^${clock.now()}\\|0\\.`),
    data: {
      pid: 'p0',
      url: 'https://shop.example/shoes',
      referrer: '',
      visit_type: 'first_time',
      visitId: expect.stringMatching(/^visitId-/),
      ver: 'svc-tag/test',
      seq: expect.stringMatching(/^[\w-]{8}\.1$/),
    },
  })
  const [name] = delivered[0]?.data.seq.split('.') ?? []
  expect(delivered.map(({ data }) => data.seq)).toEqual([1, 2, 3].map((n) => `${name}.${n}`))
  const other = scene()
  other.click(1)
  expect(other.delivered[0]?.data.seq).not.toMatch(`^${name}\\.`)
})

test('an event that waits for its turn belongs to the visitor at that time', () => {
  const { click, page, record, delivered } = scene()
  // More than are recorded in one task.
  click(20)
  page.run(() => {
    record.flushRecording()
    page.tag.visitor.identify('another' as UserId)
  })
  click(1)
  expect(delivered.map(({ uid }) => uid === 'another')).toEqual([...Array(20).fill(false), true])
})

test('the visitor event has the time and page that the first waiting event was given', () => {
  const { page, record, delivered, clock } = scene({ isNew: true })
  const at = (clock.now() - 60_000) as Timestamp
  const source = { at, page: { url: 'https://shop.example/before', referrer: 'r' } }
  page.run(() => record.record(clickOn('p'), source))
  expect(delivered).toEqual([])
  clock.advance(5)
  const [visitor] = delivered
  expect(visitor).toMatchObject({ action: 'visitor', data: source.page })
  expect(Number.parseInt(visitor?.t ?? '', 10)).toBe(at)
})

test('a page that is being left begins its visit at once', () => {
  const { page, record, click, actions } = scene({ isNew: true })
  click(1)
  page.run(() => record.resumeRecording(true))
  expect(actions()).toEqual(['visitor', 'click'])
})

test('held events are sent when consent is given, with their own time and page', () => {
  const { page, record, click, delivered, statuses, clock } = scene({ consent: 'hold' })
  const start = clock.now()
  click(1)
  expect(statuses).toEqual([{ state: 'held', reason: 'consent is on hold' }])
  clock.advance(60_000)
  page.location.href = 'https://shop.example/boots'
  page.run(() => {
    page.tag.consent.setConsent('granted')
    record.resumeRecording()
  })
  clock.advance(5)
  for (const { t, data } of delivered) {
    expect(Number.parseInt(t, 10)).toBe(start)
    expect(data.url).toBe('https://shop.example/shoes')
  }
  expect(delivered).toHaveLength(2)
})

test('the number of waiting events is limited, and the oldest is dropped with a reason', () => {
  const { click, statuses } = scene({ consent: 'hold' })
  click(200)
  const dropped = () => statuses.filter(({ state }) => state === 'dropped')
  expect(dropped()).toEqual([])
  click(1)
  expect(dropped()).toEqual([{ state: 'dropped', reason: 'too many waited: consent is on hold' }])
})

test('64 events are recorded in one task; the others follow in order, or are dropped or left', () => {
  const pids = Array.from({ length: 150 }, (_, index) => `p${index}`)
  const ways: readonly ((made: ReturnType<typeof scene>) => void)[] = [
    ({ clock }) => clock.advance(0),
    ({ page, record }) => page.run(() => record.resumeRecording(true)),
  ]
  for (const go of ways) {
    const made = scene()
    made.click(150)
    expect(made.delivered).toHaveLength(64)
    go(made)
    expect(made.delivered.map(({ data }) => Reflect.get(data, 'pid'))).toEqual(pids)
    expect(made.clock.timers()).toBe(0)
  }
  const { page, record, click, statuses, delivered, clock } = scene()
  click(68)
  page.run(() => record.clearRecording('consent denied'))
  expect(statuses).toEqual(Array(4).fill({ state: 'dropped', reason: 'consent denied' }))
  clock.advance(10)
  expect(delivered).toHaveLength(64)
})

test('with scrubSearch, personal data is removed from search texts and facets', () => {
  const facets = {
    'for jo@mail.example': {
      prank: '1',
      selected: [{ prank: '2', val: 'gift to jo@mail.example' }],
      deselected: [{ prank: '3', val: 'Red' }],
    },
  }
  const data = { query: 'shoes for jo@mail.example', facets }
  const kept = scene()
  kept.track('facets', data)
  expect(kept.delivered).toMatchObject([{ data }])
  const { track, delivered } = scene({ scrubSearch: true })
  track('search', data)
  track('facets', data)
  track('facets', { query: 'shoes', facets: { unxFacetsReset: true } })
  expect(delivered.map((event) => event.data)).toMatchObject([
    { query: 'shoes for _' },
    {
      facets: {
        'for _': {
          prank: '1',
          selected: [{ prank: '2', val: 'gift to _' }],
          deselected: [{ prank: '3', val: 'Red' }],
        },
      },
    },
    { facets: { unxFacetsReset: true } },
  ])
  expect(Object.keys(Object(delivered[1]?.data).facets)).toEqual(['for _'])
})

test('wrong data causes one warning and a log entry, and nothing is recorded', () => {
  const { track, delivered, ignored, warnings, clock } = scene()
  track('cart', { pid: 'a', qty: 'two' })
  const reason = 'cart: qty needs a positive whole number'
  expect(ignored()).toEqual([reason])
  expect(warnings).toEqual([`svc-tag: ${reason}`])
  track('cart', { pid: 'a', qty: 2 })
  expect(delivered).toMatchObject([{ action: 'cart', data: { pid: 'a', qty: '2' } }])
  expect(clock.mishaps).toEqual([])
})

const REPEATED = 'this order was counted before'

const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
for (const [title, orderId] of [
  ['null', null],
  ['a blank text', ' '],
  ['an object', {}],
  ['a deeply nested list', deep],
] as const) {
  test(`an order whose id is ${title} is identified by its lines`, () => {
    const { track, delivered, ignored } = scene()
    track('order', { pid: 'a', price: 1 })
    track('order', { orderId, pid: 'a', price: 1 })
    expect(ignored()).toEqual([REPEATED])
    track('order', { orderId, pid: 'b', price: 1 })
    expect(delivered).toHaveLength(2)
  })
}

test('the same order id as a number and as a string is one order, and is not recorded', () => {
  const { track, delivered, ignored } = scene()
  track('order', { orderId: 7, pid: 'a', price: 1 })
  track('order', { orderId: '7', pid: 'b', price: 1 })
  expect(delivered).toMatchObject([{ action: 'order', data: { pid: 'a', qty: '1', price: '1' } }])
  expect(delivered[0]?.data).not.toHaveProperty('orderId')
  expect(ignored()).toEqual([REPEATED])
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

test('a call with a visitor event begins a visit, whose single visitor event the tag sends', () => {
  const { track, actions, ignored, warnings, clock } = scene({ isNew: true })
  track('visitor')
  track('visitor')
  clock.advance(5)
  expect(actions()).toEqual(['visitor'])
  expect(ignored()).toEqual(['once per visit', 'once per visit'])
  expect(warnings).toEqual([])
  track('visitor')
  expect(warnings).toEqual([
    "svc-tag: visitor: this visit is reported already, so svc.track('visitor') does nothing; leave it out",
  ])
})

test('fields that are not read cause one warning for each kind of event', () => {
  const { page, warnings } = scene()
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
    for (const event of given) page.tag.unknownFields.warnOfUnknownFields(...event)
  })
  expect(warnings).toEqual([
    'svc-tag: cart: there is no field foo, so it is not sent; the fields are pid, qty, variantId, requestId',
    'svc-tag: order: there is no field name, so it is not sent; the fields are products, pid, qty, price, variantId, requestId, orderId',
  ])
})

test('an unrendered template is refused, except for words that a shopper may search for', () => {
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
