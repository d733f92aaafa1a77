import fc from 'fast-check'
import { createProductStore, loadCatalog, openDatabase } from 'svc-tag-service'
import { beforeAll, expect, test } from 'vitest'
import { smallFeed } from '../../test/support/fixtures/made-feed.ts'
import { createCalendar } from '../analytics/calendar.ts'
import { createLabels, type Labels } from '../analytics/labels.ts'
import { comparisonOf, readScope } from '../analytics/scope.ts'
import { pointsOf, trendedOf } from '../analytics/trend.ts'

let labels: Labels
beforeAll(async () => {
  const store = createProductStore(openDatabase(':memory:'))
  labels = createLabels(await loadCatalog(store, smallFeed()))
})

for (const [list, label] of [
  ['', 'No list'],
  ['query:red shoes', '“red shoes”'],
  ['page:categoryPath:"Men>Shoes"', 'Men › Shoes'],
  ['page:Men>Shoes', 'Men › Shoes'],
  ['page:categoryPathId:"10>11"', 'Men › Shoes'],
  ['page:categoryPathId:"10>99"', '10 › 99'],
  ['page:brand:"Akira"', 'Brand: Akira'],
  ['page:brandId:"akira"', 'Brand: akira'],
  ['page:newIn:"true"', 'New in'],
  ['page:season_uFilter:"Winter"', 'Season: Winter'],
] as const) {
  test(`the list ${list || '(none)'} is called ${label}`, () => {
    expect(labels.list(list)).toBe(label)
  })
}

for (const [facet, value, label] of [
  ['color_uFilter', 'Red', 'Color: Red'],
  ['categoryPath', 'Men>Shoes', 'Category: Men › Shoes'],
  ['price', '[10 TO 50]', 'Price: 10 to 50'],
  ['heelHeight_uFilter', '5 cm', 'Heel height: 5 cm'],
] as const) {
  test(`the facet ${facet} with ${value} is called ${label}`, () => {
    expect(labels.facet(facet, value)).toBe(label)
  })
}

test('a product has its title, or none if it is not in the catalogue', () => {
  expect([labels.product('P1'), labels.product('P99')]).toEqual(['Akira Sneakers 1', ''])
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const berlin = createCalendar('Europe/Berlin')
const scopeOf = (from: string, to: string) => readScope({ from, to }, berlin)

test('a day begins at midnight in the time zone, even when clocks change', () => {
  expect(berlin.startOf('2026-10-25')).toBe(Date.UTC(2026, 9, 24, 22))
  expect(berlin.startOf('2026-10-26')).toBe(Date.UTC(2026, 9, 25, 23))
  expect(berlin.dayOf(Date.UTC(2026, 9, 25, 22, 59))).toBe('2026-10-25')
  expect(scopeOf('2026-10-25', '2026-10-25')).toMatchObject({
    from: Date.UTC(2026, 9, 24, 22),
    to: Date.UTC(2026, 9, 25, 23),
  })
  for (const day of ['2026-13-01', '2026-02-30', '2027-02-29', '2026-04-31', '2026-00-10']) {
    expect(berlin.startOf(day), day).toBeNaN()
    expect(() => scopeOf(day, ''), day).toThrow('from is a day such as')
    expect(() => scopeOf('', day), day).toThrow('to is a day such as')
  }
  expect(berlin.startOf('2028-02-29')).toBe(Date.UTC(2028, 1, 28, 23))
})

test('a trend has a point for each day, for several days if it is long, and for each hour of a single day', () => {
  const week = pointsOf(scopeOf('2026-10-20', '2026-10-26'), berlin)
  expect([week.unit, week.edges.length, week.edges.at(-1)]).toEqual([
    ...['day', 8, berlin.startOf('2026-10-27')],
  ])
  const year = pointsOf(scopeOf('2026-01-01', '2026-12-31'), berlin)
  expect([year.step, year.edges.length]).toEqual([7, 54])
  const longDay = pointsOf(scopeOf('2026-10-25', '2026-10-25'), berlin)
  expect([longDay.unit, longDay.edges.length]).toEqual(['hour', 26])
})

/** Moments about the two clock changes of a year, many of them at whole days and hours. */
const hours = fc.oneof(
  fc.integer({ min: -60 * 24, max: 60 * 24 }),
  fc.integer({ min: -72, max: 96 }),
)
const moment = fc
  .tuple(fc.constantFrom('2026-03-29', '2026-10-25'), hours, fc.constantFrom(0, 0, 1, 1_799_999))
  .map(([day, away, more]) => berlin.startOf(day) + away * HOUR_MS + more)
const midnight = moment.map((at) => berlin.startOf(berlin.dayOf(at)))
const scope = fc
  .oneof(fc.tuple(moment, moment), fc.tuple(midnight, midnight))
  .map((edges) => edges.toSorted((one, other) => one - other))
  .map(([from = 0, to = 0]) => ({ from, to, who: 'people' as const }))
  .filter(({ from, to }) => from < to)

const localTime = (at: number) => (at + berlin.offsetAt(at)) % DAY_MS

test('days later it is the same time of day, whatever the clocks do between', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: -3, max: 3 }), (at, days) => {
      // An hour that a day skips, or has twice, has no one answer.
      fc.pre(Math.floor(localTime(at) / HOUR_MS) !== 2)
      const later = berlin.addDays(at, days)
      expect(localTime(later)).toBe(localTime(at))
      expect(Math.round((later - at) / DAY_MS)).toBe(days)
    }),
    { numRuns: 300 },
  )
})

test('a scope is compared with as much time before it, at the same time of day', () => {
  fc.assert(
    fc.property(scope, moment, (one, now) => {
      const { before = one, isOpen } = comparisonOf(one, berlin, now)
      const [length, end] = [before.to - before.from, isOpen ? now : one.to]
      expect(isOpen).toBe(one.from < now && now < one.to)
      expect(before.to).toBeLessThanOrEqual(one.from)
      // Two of the days may be 23 or 25 hours long.
      expect(Math.abs(length - (end - one.from))).toBeLessThanOrEqual(2 * HOUR_MS)
      const times = [before.from, before.to].map(localTime)
      fc.pre(Math.floor(localTime(end) / HOUR_MS) !== 2)
      if (localTime(one.from) + localTime(one.to) === 0) expect(times).toEqual([0, localTime(end)])
      else expect(length).toBe(end - one.from)
    }),
    { numRuns: 300 },
  )
})

test('every event of a scope, open or not, lies in a point of its trend', () => {
  fc.assert(
    fc.property(scope, fc.subarray(['from', 'to']), moment, (one, open, now) => {
      const { from: first, to: last } = one
      const scope = {
        ...{ ...one, to: last + 1 },
        ...(open.includes('from') && { from: 0 }),
        ...(open.includes('to') && { to: Number.MAX_SAFE_INTEGER }),
      }
      const comparison = comparisonOf(scope, berlin, now)
      const { edges, earlier } = trendedOf(comparison, { first, last }, berlin)
      expect(edges[0]).toBeLessThanOrEqual(first)
      expect(edges.at(-1)).toBeGreaterThan(last)
      expect(edges).toEqual([...new Set(edges)].toSorted((one, other) => one - other))
      expect(edges.length).toBeLessThanOrEqual(57)
      expect(earlier.length).toBe(comparison.before ? edges.length : 0)
    }),
    { numRuns: 300 },
  )
})
