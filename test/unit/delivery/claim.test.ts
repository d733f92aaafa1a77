import { expect, test } from 'vitest'
import type { QueueEntry } from '../../../src/send/queue-entry'
import type { Action, TrackerEvent } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/browser'
import { openPage } from '../../fakes/page'
import { eventOf, page as fields, newEventId } from './events'

const {
  journalEntry,
  judge: judging,
  overflow: overflowing,
  parseEntry: parsing,
} = openPage(createBrowser()).tag
const { keyOf } = journalEntry
const { judge } = judging
const { overflow } = overflowing
const { parseEntry } = parsing

const DATA = { ...fields, pid: 'P1' }

const withProto = JSON.parse(`{"__proto__":{},${JSON.stringify(DATA).slice(1)}`)

const now = 1_800_000_000_000
const WEEK_MS = 604_800_000

/** A page to which the tracker has not answered. */
const page = { now, isArriving: () => undefined }

function entryOf(action: Action = 'click', { at = now, size = 500, until = 0 } = {}): QueueEntry {
  const event = eventOf(action, undefined, newEventId(at))
  return { v: 1, key: keyOf(event), event, size, until }
}

test('an entry that only waits is sent', () => {
  const entry = entryOf()
  expect(judge(entry, page)).toEqual({ do: 'send', entry })
})

test('an entry on lease is left alone until its lease is over', () => {
  const entry = entryOf('click', { until: now + 1 })
  expect(judge(entry, page)).toEqual({ do: 'leave', until: now + 1 })
  expect(judge(entry, { ...page, now: now + 1 })).toEqual({ do: 'send', entry })
})

for (const [what, isArriving, verdict] of [
  ['before the first answer', undefined, { do: 'leave', until: Number.POSITIVE_INFINITY }],
  ['with an answer on its way', true, { do: 'finish' }],
  ['with an answer overdue', false, { do: 'send' }],
] as const)
  test(`an entry in flight when its page was left, ${what}: ${verdict.do}`, () => {
    const entry = { ...entryOf('click', { until: now + 15_000 }), silentMs: 700 }
    const asked: number[] = []
    const found = judge(entry, {
      now,
      isArriving(silentMs) {
        asked.push(silentMs)
        return isArriving
      },
    })
    expect(found).toMatchObject(verdict)
    expect(asked).toEqual([700])
  })

test('keys sort by worth: order, cart, click, search, facets, impressions, visitor', () => {
  const actions = ['order', 'cart', 'click', 'search', 'facets', 'PRODUCT_IMPRESSIONS', 'visitor']
  const keys = actions.map((action) => entryOf(action as Action).key)
  expect([...keys].reverse().sort()).toEqual(keys)
})

for (const [what, change] of [
  ['no version', { v: undefined }],
  ['another key', { key: `2${now}|0.9` }],
  ['no event', { event: null }],
  ['an unknown action', { event: { ...eventOf(), action: 'refund' } }],
  ['data that is a list', { event: { ...eventOf(), data: [] } }],
  ['a lease that is no time', { until: 'soon' }],
  ['no size', { size: undefined }],
  ['a key that is no time', { event: { ...eventOf(), t: `${now}|x` }, key: `2${now}|x` }],
  [
    'an address that is no text',
    { event: { ...eventOf(), data: { ...DATA, url: { toString: 1 } } } },
  ],
  ['a member that no event has', { event: { ...eventOf(), data: { ...DATA, token: 'x' } } }],
  ['a member named __proto__', { event: { ...eventOf(), data: withProto } }],
  ['no product', { event: { ...eventOf(), data: fields } }],
  [
    'products that are no lines',
    { event: eventOf('order', { products: [{ pid: { toString: 1 } }] }) },
  ],
  [
    'a list of products with a hole',
    { event: eventOf('PRODUCT_IMPRESSIONS', { pids_list: [null] }) },
  ],
  ['a search without its text', { event: eventOf('search', {}) }],
  ['a cart without a quantity', { event: eventOf('cart', { pid: 'P1' }) }],
  ['an order without a price', { event: eventOf('order', { pid: 'P1', qty: '1' }) }],
  ['facets that are texts', { event: eventOf('facets', { facets: { color: 'red' } }) }],
] as const)
  test(`a record with ${what} is dropped`, () => {
    const own =
      'event' in change && change.event ? { key: keyOf(change.event as TrackerEvent) } : {}
    const record = { ...entryOf(), ...own, ...change } as object as QueueEntry
    expect(parseEntry(record)).toBeUndefined()
    expect(judge(record, page)).toMatchObject({
      do: 'drop',
      reason: 'not a record of this version of the tag',
    })
  })

test('a record whose key holds no time is dropped, whichever version stored it', () => {
  for (const v of [1, 3]) expect(judge({ key: 'a', v: v as 1 }, page)).toMatchObject({ do: 'drop' })
})

test('a record of another version is left to it for seven days', () => {
  const foreign = (at: number) => ({ key: `1${at}|0.5`, v: 3 as 1, until: 0 })
  const forever = { do: 'leave', until: Number.POSITIVE_INFINITY }
  expect(judge(foreign(now - WEEK_MS + 1), page)).toEqual(forever)
  expect(judge(foreign(now - WEEK_MS), page)).toMatchObject({ do: 'drop' })
})

test('a value that is no object is no entry', () => {
  for (const value of [undefined, null, 7, 'text', []]) expect(parseEntry(value)).toBeUndefined()
})

test('an event is dropped at an age of seven days', () => {
  const young = entryOf('order', { at: now - WEEK_MS + 1 })
  expect(judge(young, page)).toEqual({ do: 'send', entry: young })
  const old = entryOf('order', { at: now - WEEK_MS })
  expect(judge(old, page)).toEqual({ do: 'drop', reason: 'older than 7 days' })
})

test('the journal holds 1,000 events; above, the oldest of the least worth overflow', () => {
  const orders = Array.from({ length: 998 }, () => entryOf('order'))
  const [older, newer] = [entryOf('visitor', { at: now - 2 }), entryOf('visitor', { at: now - 1 })]
  expect(overflow([...orders, newer, older])).toEqual([])
  expect(overflow([...orders, newer, older, entryOf('order')])).toEqual([older])
})

test('the journal holds 1,000,000 characters; above, the least worth overflows', () => {
  const half = { size: 500_000 }
  const [first, second] = [entryOf('order', half), entryOf('PRODUCT_IMPRESSIONS', half)]
  expect(overflow([first, second])).toEqual([])
  expect(overflow([first, second, entryOf('click', { size: 1 })])).toEqual([second])
})
