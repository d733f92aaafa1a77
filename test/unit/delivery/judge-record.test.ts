import { expect, test } from 'vitest'
import type { QueueEntry, StoredRecord } from '../../../src/send/queue-entry'
import type { Action } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { eventOf, newEventId } from './made-events'

const { queueEntry, fitEntry } = openPage(createBrowser()).tag
const { byWorth, judgeRecord, keyOf } = queueEntry
const { overflow } = fitEntry

const now = 1_800_000_000_000
const WEEK_MS = 604_800_000

/** A page that has not received a response from the tracker. */
const page = { now, account: 'own', isArriving: () => undefined }

function entryOf(action: Action = 'click', { at = now, size = 500, until = 0 } = {}): QueueEntry {
  const event = eventOf(action, undefined, newEventId(at))
  return { kind: 'event', v: 3, account: 'own', key: keyOf(event), event, size, until }
}

test('an entry that only waits is sent', () => {
  const entry = entryOf()
  expect(judgeRecord(entry, page)).toEqual({ do: 'send', event: entry.event, refused: 0 })
})

test('an entry on lease is left alone until its lease is over', () => {
  const entry = entryOf('click', { until: now + 1 })
  for (const record of [entry, { ...entry, silentMs: 0 }])
    expect(judgeRecord(record, page)).toEqual({ do: 'leave', until: now + 1 })
  expect(judgeRecord(entry, { ...page, now: now + 1 })).toEqual({
    do: 'send',
    event: entry.event,
    refused: 0,
  })
})

for (const [what, isArriving, verdict] of [
  ['before the first answer', undefined, { do: 'leave', until: Number.POSITIVE_INFINITY }],
  ['with an answer on its way', true, { do: 'finish' }],
  ['with an answer overdue', false, { do: 'send' }],
] as const)
  test(`an entry in flight when its page was left, ${what}: ${verdict.do}`, () => {
    const entry = { ...entryOf(), silentMs: 700 }
    const asked: number[] = []
    const found = judgeRecord(entry, {
      ...page,
      isArriving(silentMs) {
        asked.push(silentMs)
        return isArriving
      },
    })
    expect(found).toMatchObject(verdict)
    expect(asked).toEqual([700])
  })

test('entries are sorted by value: order, cart, click, search, facets, impressions, visitor', () => {
  const actions = ['order', 'cart', 'click', 'search', 'facets', 'PRODUCT_IMPRESSIONS', 'visitor']
  const entries = actions.map((action) => entryOf(action as Action))
  expect([...entries].reverse().sort(byWorth)).toEqual(entries)
})

test('a record of version 1, whose key begins with a digit for the action, is sent', () => {
  const { kind: _, ...entry } = entryOf('cart')
  const old = { ...entry, v: 1, key: `1${entry.event.t}` }
  expect(judgeRecord(old, page)).toEqual({ do: 'send', event: entry.event, refused: 0 })
})

test.each([
  ['no event', { event: undefined }],
  ['an unknown action', { event: { ...eventOf(), action: 'refund' } }],
  ['an event without data', { event: { ...eventOf(), data: undefined } }],
  ['a user id that is no text', { event: { ...eventOf(), uid: 7 } }],
  ['a lease that is no time', { until: 'soon' }],
  ['a `t` that is none', { event: { ...eventOf(), t: `${now}|x` } }],
])('a record with %s is dropped', (_, change) => {
  const record = { ...entryOf(), ...change } as object as StoredRecord
  expect(judgeRecord(record, page)).toEqual({ do: 'drop', reason: 'not a record of the tag' })
})

test('a record whose key contains no time is dropped, whichever version stored it', () => {
  for (const v of [1, 3]) expect(judgeRecord({ key: 'a', v }, page)).toMatchObject({ do: 'drop' })
})

test('a record of another account is left alone, one without an account is sent', () => {
  const { account: _, ...old } = entryOf('order')
  expect(judgeRecord({ ...old, v: 2 }, page)).toMatchObject({ do: 'send' })
  expect(judgeRecord({ ...old, account: 'other' }, page)).toMatchObject({ do: 'leave' })
})

test('a record of another version is left alone for seven days', () => {
  const foreign = (at: number) => ({ key: `cart ${at}|0.5`, v: 4, until: 0 })
  const forever = { do: 'leave', until: Number.POSITIVE_INFINITY }
  expect(judgeRecord(foreign(now - WEEK_MS + 1), page)).toEqual(forever)
  expect(judgeRecord(foreign(now - WEEK_MS), page)).toMatchObject({ do: 'drop' })
})

test('an event is dropped at an age of seven days', () => {
  const young = entryOf('order', { at: now - WEEK_MS + 1 })
  expect(judgeRecord(young, page)).toEqual({ do: 'send', event: young.event, refused: 0 })
  const old = entryOf('order', { at: now - WEEK_MS })
  expect(judgeRecord(old, page)).toEqual({ do: 'drop', reason: 'older than 7 days' })
})

test('the queue holds 1,000 events; beyond that, the oldest of the least valuable are dropped', () => {
  const orders = Array.from({ length: 998 }, () => entryOf('order'))
  const [older, newer] = [entryOf('visitor', { at: now - 2 }), entryOf('visitor', { at: now - 1 })]
  expect(overflow([...orders, newer, older])).toEqual([])
  expect(overflow([...orders, newer, older, entryOf('order')])).toEqual([older])
})

test('the queue holds 1,000,000 characters; beyond that, the least valuable are dropped', () => {
  const half = { size: 500_000 }
  const [first, second] = [entryOf('order', half), entryOf('PRODUCT_IMPRESSIONS', half)]
  expect(overflow([first, second])).toEqual([])
  expect(overflow([first, second, entryOf('click', { size: 1 })])).toEqual([second])
})
