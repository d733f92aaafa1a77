import { beforeAll, expect, test } from 'vitest'
import { loadCatalog } from '../../../../service/catalog/catalog.ts'
import { withDisplayNames } from '../../../../service/catalog/display-names.ts'
import { createLabels, type Labels } from '../../../../service/console/analytics/labels.ts'
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

test('a product has its title, and none when it is not in the catalogue', () => {
  expect([labels.product('P1'), labels.product('P99')]).toEqual(['Akira Sneakers 1', ''])
})

test("a shop's own name of a field is used, and its columns stay the same objects", async () => {
  const store = createProductStore(openDatabase(':memory:'))
  const catalog = await loadCatalog(store, smallFeed())
  const named = withDisplayNames(catalog, { color: 'Colour', nothing: 'Nothing' })
  expect(createLabels(named).facet('color_uFilter', 'Red')).toBe('Colour: Red')
  expect(createLabels(named).facet('brand_uFilter', 'Akira')).toBe('Brand: Akira')
  expect(named.columns).toContain(named.column('color_uFilter'))
  expect(named.column('color')).toBe(named.column('color_uFilter'))
  expect(catalog.column('color')?.field.displayName).toBe('Color')
})
