import { beforeAll, expect, test } from 'vitest'
import { loadCatalog } from '../../../../service/catalog/catalog.ts'
import { withDisplayNames } from '../../../../service/catalog/display-names.ts'
import { createCalendar } from '../../../../service/console/analytics/calendar.ts'
import { createLabels, type Labels } from '../../../../service/console/analytics/labels.ts'
import { comparisonOf, readScope } from '../../../../service/console/analytics/scope.ts'
import { pointsOf } from '../../../../service/console/analytics/trend.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { createProductStore } from '../../../../service/store/stored-products.ts'
import { smallFeed } from '../../../support/fixtures/made-feed.ts'

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

test("a shop's display name for a field is used, and its columns stay the same objects", async () => {
  const store = createProductStore(openDatabase(':memory:'))
  const catalog = await loadCatalog(store, smallFeed())
  const named = withDisplayNames(catalog, { color: 'Colour', nothing: 'Nothing' })
  expect(createLabels(named).facet('color_uFilter', 'Red')).toBe('Colour: Red')
  expect(createLabels(named).facet('brand_uFilter', 'Akira')).toBe('Brand: Akira')
  expect(named.columns).toContain(named.column('color_uFilter'))
  expect(named.column('color')).toBe(named.column('color_uFilter'))
  expect(catalog.column('color')?.field.displayName).toBe('Color')
})

const HOUR_MS = 3_600_000
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
  expect(berlin.startOf('2026-13-01')).toBeNaN()
})

test('the previous period of completed days has the same number of whole days', () => {
  const now = berlin.startOf('2026-11-10')
  const { before, isOpen } = comparisonOf(scopeOf('2026-10-20', '2026-10-26'), berlin, now)
  expect(isOpen).toBe(false)
  expect(before).toEqual(scopeOf('2026-10-13', '2026-10-19'))
})

test('a period that is not over is compared up to the same time of day', () => {
  const now = berlin.startOf('2026-10-27') + 9 * HOUR_MS
  const { before, isOpen } = comparisonOf(scopeOf('2026-10-21', '2026-10-27'), berlin, now)
  expect(isOpen).toBe(true)
  expect(before?.from).toBe(berlin.startOf('2026-10-14'))
  expect(before?.to).toBe(berlin.startOf('2026-10-20') + 9 * HOUR_MS)
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
