import { describe, expect, test } from 'vitest'
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
function scene({ consent = 'granted' as ConsentState, isNew = false } = {}) {
  const browser = createBrowser()
  const page = openPage(browser, { settings: { consent } })
  const { record, consent: consents, visitor, eventLog } = page.tag
  const delivered: TrackerEvent[] = []
  const statuses: EventStatus[] = []
  page.run(() => {
    record.recordHooks.deliver = (event) => void delivered.push(event)
    eventLog.onNote((note) => note.kind === 'status' && statuses.push(note.status))
    consents.startConsent(() => {})
    if (!isNew) visitor.beginVisit(true, () => {})
  })
  const click = (count: number) =>
    page.run(() => {
      for (let index = 0; index < count; index += 1) record.record(clickOn(`p${index}`))
    })
  const actions = () => delivered.map(({ action }) => action)
  const pids = () => delivered.map(({ data }) => Reflect.get(data, 'pid'))
  return {
    browser,
    clock: browser.timeline,
    page,
    record,
    delivered,
    statuses,
    click,
    actions,
    pids,
  }
}

test('an event of a known visitor is complete at once', () => {
  const { click, delivered, clock } = scene()
  click(1)
  expect(delivered).toEqual([
    {
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
    },
  ])
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

test('the visitor event is first, with the time of the first event that waited', () => {
  const { click, delivered, actions, clock } = scene({ isNew: true })
  const start = clock.now()
  click(1)
  expect(actions()).toEqual([])
  clock.advance(5)
  expect(actions()).toEqual(['visitor', 'click'])
  expect(Number.parseInt(delivered[0]?.t ?? '', 10)).toBe(start)
})

test('the visitor event has the time and page that the first waiting event was given', () => {
  const { page, record, delivered, clock } = scene({ isNew: true })
  const at = (clock.now() - 60_000) as Timestamp
  const source = { at, page: { url: 'https://shop.example/before', referrer: 'r' } }
  page.run(() => record.record(clickOn('p'), source))
  clock.advance(5)
  const [visitor] = delivered
  expect(visitor?.action).toBe('visitor')
  expect(visitor?.data).toMatchObject(source.page)
  expect(Number.parseInt(visitor?.t ?? '', 10)).toBe(at)
})

test('a visit that another tab began has no second visitor event', () => {
  const { browser, click, actions, clock } = scene({ isNew: true })
  const other = openPage(browser)
  click(1)
  other.run(() => {
    other.tag.consent.startConsent(() => {})
    other.tag.visitor.beginVisit(true, () => {})
  })
  clock.advance(5)
  expect(actions()).toEqual(['click'])
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

test('nothing is held or stored while consent is denied', () => {
  const { browser, page, record, click, actions, clock } = scene({ consent: 'denied', isNew: true })
  click(1)
  page.run(() => record.resumeRecording(true))
  expect(browser.cookies.read()).toBe('')
  page.run(() => {
    page.tag.consent.setConsent('granted')
    record.resumeRecording()
  })
  clock.advance(5)
  expect(actions()).toEqual(['visitor'])
})

test('the number of waiting events is limited, and the oldest is dropped with a reason', () => {
  const { click, statuses } = scene({ consent: 'hold' })
  click(200)
  const dropped = () => statuses.filter(({ state }) => state === 'dropped')
  expect(dropped()).toEqual([])
  click(1)
  expect(dropped()).toEqual([{ state: 'dropped', reason: 'too many waited: consent is on hold' }])
})

test('64 events are recorded in one task, and the others follow in order', () => {
  const { click, delivered, pids, clock } = scene()
  click(150)
  expect(delivered).toHaveLength(64)
  clock.advance(0)
  expect(pids()).toEqual(Array.from({ length: 150 }, (_, index) => `p${index}`))
  expect(clock.timers()).toBe(0)
})

test('events that wait for their turn are dropped when consent is denied', () => {
  const { page, record, click, statuses, delivered, clock } = scene()
  click(68)
  page.run(() => record.clearRecording('consent denied'))
  expect(statuses).toEqual(Array(4).fill({ state: 'dropped', reason: 'consent denied' }))
  clock.advance(10)
  expect(delivered).toHaveLength(64)
})

test('with scrubSearch, personal data is removed from search texts', () => {
  const browser = createBrowser()
  const { tag, run } = openPage(browser, { settings: { scrubSearch: 'true' } })
  const events: TrackerEvent[] = []
  run(() => {
    tag.record.recordHooks.deliver = (event) => void events.push(event)
    tag.consent.startConsent(() => {})
    tag.visitor.beginVisit(true, () => {})
    tag.record.record({ action: 'search', data: { query: 'shoes for jo@mail.example' } })
  })
  expect(events).toMatchObject([{ action: 'search', data: { query: 'shoes for _' } }])
})

test('events are numbered in sequence, under a different name on each page', () => {
  const one = scene()
  one.click(3)
  const numbers = one.delivered.map(({ data }) => data.seq.split('.'))
  expect(numbers.map(([, number]) => number)).toEqual(['1', '2', '3'])
  const [name] = numbers[0] ?? []
  expect(new Set(numbers.map(([instance]) => instance))).toEqual(new Set([name]))

  const other = scene()
  other.click(1)
  expect(other.delivered[0]?.data.seq).toMatch(/\.1$/)
  expect(other.delivered[0]?.data.seq).not.toMatch(`^${name}\\.`)
})

test('a page that is being left begins its visit at once', () => {
  const { page, record, click, actions } = scene({ isNew: true })
  click(1)
  page.run(() => record.resumeRecording(true))
  expect(actions()).toEqual(['visitor', 'click'])
})

test('events that wait for their turn are passed on when the page is left', () => {
  const { page, record, click, delivered } = scene()
  click(150)
  page.run(() => record.resumeRecording(true))
  expect(delivered).toHaveLength(150)
})

describe('track', () => {
  /** A page that records, of a shopper with an ongoing visit unless `isNew`. */
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

  test('with scrubSearch, personal data is removed from the facets of a call', () => {
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

  test('fields that are not read cause one warning for each kind of event', () => {
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
      'svc-tag: order: there is no field name, so it is not sent; the fields are orderId, products, pid, qty, price, variantId, requestId',
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

  test('the same order id as a number and as a string is one order', () => {
    const { track, delivered, ignored } = scene()
    track('order', { orderId: 7, pid: 'a', price: 1 })
    track('order', { orderId: '7', pid: 'b', price: 1 })
    expect(delivered).toHaveLength(1)
    expect(ignored()).toEqual([REPEATED])
  })

  test('the id of an order is not recorded', () => {
    const { track, delivered } = scene()
    track('order', { orderId: 'A-1', pid: 'a', price: 1 })
    expect(delivered).toMatchObject([{ action: 'order', data: { pid: 'a', qty: '1', price: '1' } }])
    expect(delivered[0]?.data).not.toHaveProperty('orderId')
  })
})
