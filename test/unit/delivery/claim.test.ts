import { expect, test } from '@playwright/test'
import { sortOut, surplus } from '../../../src/parts/recovery/claim.ts'
import { keptOf, parseKept } from '../../../src/send/journal-entry.ts'
import type { Action } from '../../../src/wire/tracker-event.ts'
import { eventOf, newTime } from './events.ts'

const now = 1_800_000_000_000
const WEEK_MS = 604_800_000
const until = now + 15_000
const asked = { count: 10, now, until, isOut: () => false }

const kept = (action: Action = 'click', { at = now, size = 500, until = 0 } = {}) =>
  keptOf(eventOf(action, {}, newTime(at)), size, until)

const stored = (...records: readonly { readonly key: string }[]) =>
  new Map(records.map((record) => [record.key, record]))

test('what waits is claimed, and leased to the claimer', () => {
  const record = kept()
  expect(sortOut(stored(record), asked).claimed).toEqual([{ ...record, until }])
})

test('what is leased is left alone until the lease is over', () => {
  const leased = kept('click', { until: now + 1 })
  expect(sortOut(stored(leased), asked)).toMatchObject({ claimed: [], nextAt: now + 1 })
  expect(sortOut(stored(leased), { ...asked, now: now + 1 }).claimed).toHaveLength(1)
})

test('nothing is claimed that is under way on this page', () => {
  const record = kept()
  const { claimed, nextAt } = sortOut(stored(record), { ...asked, isOut: () => true })
  expect(claimed).toEqual([])
  expect(nextAt).toBe(Number.POSITIVE_INFINITY)
})

test('no more is claimed than was asked for', () => {
  expect(sortOut(stored(kept(), kept(), kept()), { ...asked, count: 2 }).claimed).toHaveLength(2)
})

test('an order sorts before a cart, then click, search, facets, impressions and the visitor', () => {
  const actions = ['visitor', 'PRODUCT_IMPRESSIONS', 'facets', 'search', 'click', 'cart', 'order']
  const keys = actions.map((action) => kept(action as Action).key)
  expect([...keys].sort()).toEqual(keys.reverse())
})

test('what no version of the tag stored is thrown away, and blocks nothing', () => {
  const strange = [
    { key: 'a', v: 2, until: 0 },
    { key: 'b' },
    { ...kept(), key: 'c', event: null },
    { ...kept(), key: 'd', event: { action: 'refund', uid: 'u', t: '1|0', data: {} } },
    { ...kept(), key: 'e', until: 'soon' },
  ]
  const found = sortOut(stored(...strange, kept()), asked)
  expect([...found.hopeless.keys()]).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(found.claimed).toHaveLength(1)
})

test('what another version stored in the last 7 days waits for it, in nobody’s way', () => {
  const key = (at: number) => `1${at}|0.5`
  const foreign = (at: number) => ({ key: key(at), v: 2, until: 0 })
  const found = sortOut(stored(foreign(now - WEEK_MS + 1), foreign(now - WEEK_MS), kept()), asked)
  expect([...found.hopeless.keys()]).toEqual([key(now - WEEK_MS)])
  expect(found.claimed).toHaveLength(1)
})

test('what another version is still seeing to is left to it', () => {
  const strange = stored({ key: 'a', v: 2, until: now + 1 } as { key: string })
  expect(sortOut(strange, asked).hopeless.size).toBe(0)
})

test('a record that is no object is no record', () => {
  for (const value of [undefined, null, 7, 'text', []]) expect(parseKept(value)).toBeUndefined()
})

test('after seven days an event is given up', () => {
  const week = 7 * 24 * 3_600_000
  const [old, young] = [kept('order', { at: now - week - 1 }), kept('order', { at: now - week })]
  const { claimed, hopeless } = sortOut(stored(old, young), asked)
  expect(hopeless).toEqual(new Map([[old.key, 'older than 7 days']]))
  expect(claimed).toMatchObject([{ key: young.key }])
})

test('a thousand events fit; of more, the least worth and of these the oldest are given up', () => {
  const orders = Array.from({ length: 998 }, () => kept('order'))
  const [older, newer] = [kept('visitor', { at: now - 2 }), kept('visitor', { at: now - 1 })]
  expect(surplus([...orders, newer, older])).toEqual([])
  expect(surplus([...orders, newer, older, kept('order')])).toEqual([older])
})

test('a million characters fit', () => {
  const half = { size: 500_000 }
  const [first, second] = [kept('order', half), kept('PRODUCT_IMPRESSIONS', half)]
  expect(surplus([first, second])).toEqual([])
  expect(surplus([first, second, kept('click', { size: 1 })])).toEqual([second])
})
