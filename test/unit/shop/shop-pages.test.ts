import fc from 'fast-check'
import { expect, test } from 'vitest'
import { categoryTree, leafCategories } from '../../../demo-site/catalog/category-tree'
import { isBuyable } from '../../../demo-site/shop/buying/choice'
import {
  categoryPathOf,
  categoryUrl,
  findCategory,
  pageListOf,
} from '../../../demo-site/shop/category-address'
import {
  bySize,
  type ListState,
  listStateQuery,
  readListState,
  sorts,
  untouched,
  withToggled,
} from '../../../demo-site/shop/listing/list-state'
import { type Product, parseProduct } from '../../../demo-site/shop/shop-product'

test('a category is found again from its address', () => {
  const paths = leafCategories(categoryTree()).map(({ path }) => path)
  expect(paths.map((path) => categoryPathOf(categoryUrl(path)))).toEqual(paths)
  expect(paths.map((path) => findCategory(path)?.path)).toEqual(paths)
})

test('an address names its list: a category, a brand, what is new', () => {
  expect(pageListOf('/c/Men/Hats%20%26%20Caps')).toEqual({
    title: 'Hats & Caps',
    page: 'categoryPath:"Men>Hats & Caps"',
    path: 'Men>Hats & Caps',
  })
  expect(pageListOf('/b/100%25%20Loop').page).toBe('brand:"100% Loop"')
  expect(pageListOf('/new').page).toBe('newIn:"true"')
})

test('half characters in a product become whole ones, so that addresses can be made', () => {
  const half = 'a\ud800b'
  const product = parseProduct({
    uniqueId: half,
    title: half,
    brand: half,
    categoryPath: half,
    variants: [{ uniqueId: half, vColor: half }],
  })
  const texts = [product?.id, product?.brand, product?.categories[0], product?.variants[0]?.colour]
  for (const text of texts) expect(encodeURIComponent(text ?? '')).toBe('a%EF%BF%BDb')
})

const variant = (id: string, vColor: string, vSize: string, vAvailability = true) => ({
  uniqueId: id,
  vColor,
  vSize,
  vPrice: [20],
  vImageUrl: `/pictures/${vColor}.svg`,
  vAvailability,
})

const parsed = (raw: unknown) => parseProduct(raw) as Product
const shirt = parsed({
  uniqueId: 'P1',
  imageUrl: '/pictures/own.svg',
  variants: [
    variant('P1_V1', 'Red', 'S', false),
    variant('P1_V2', 'Blue', 'S'),
    variant('P1_V3', 'Blue', 'M', false),
  ],
})

test('a product without an id is no product', () => {
  for (const raw of [null, undefined, 7, 'P1', [], {}, { uniqueId: 7 }])
    expect(parseProduct(raw)).toBeUndefined()
})

test('a product with nothing but an id can be shown', () => {
  expect(parseProduct({ uniqueId: 'a/b?', price: '7' })).toMatchObject({
    title: 'a/b?',
    url: '/p/a%2Fb%3F',
    price: 0,
    isAvailable: true,
    variants: [],
  })
})

test('a size that is sold out cannot be bought, an open size can when one is left', () => {
  expect(isBuyable(shirt, { colour: 'Blue', size: undefined, qty: 1 })).toBe(true)
  expect(isBuyable(shirt, { colour: 'Blue', size: 'S', qty: 1 })).toBe(true)
  expect(isBuyable(shirt, { colour: 'Blue', size: 'M', qty: 1 })).toBe(false)
  expect(isBuyable(shirt, { colour: 'Red', size: undefined, qty: 1 })).toBe(false)
})

const value = fc.string({ minLength: 1, unit: 'binary' })
const listState: fc.Arbitrary<ListState> = fc.record({
  filters: fc.dictionary(
    fc.constantFrom('color_uFilter', 'brand_uFilter', 'size_uFilter'),
    fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
  ),
  price: fc.option(
    fc.tuple(fc.nat(999), fc.nat(999)).map(([from, more]) => ({ from, to: from + more })),
    { nil: undefined },
  ),
  sort: fc.constantFrom(...(Object.keys(sorts) as ListState['sort'][])),
  page: fc.integer({ min: 1, max: 500 }),
})

test('an address gives back exactly the choice that it was made from', () => {
  fc.assert(
    fc.property(listState, (state) => {
      expect({ ...readListState(listStateQuery(state)) }).toEqual({ ...state })
    }),
    { numRuns: 200 },
  )
})

test('an untouched list has a bare address, a search keeps its words', () => {
  expect(listStateQuery(untouched)).toBe('')
  expect(listStateQuery(untouched, 'rock & roll + "more"')).toBe('?q=rock+%26+roll+%2B+%22more%22')
})

test('choosing a value twice takes it back, and every choice begins at the first page', () => {
  const third = { ...untouched, page: 3 }
  const red = withToggled(third, 'color_uFilter', 'Red')
  expect(red).toEqual({ ...untouched, filters: { color_uFilter: ['Red'] } })
  const both = withToggled(red, 'color_uFilter', 'Blue')
  expect(both.filters).toEqual({ color_uFilter: ['Red', 'Blue'] })
  expect(withToggled(both, 'color_uFilter', 'Red').filters).toEqual({ color_uFilter: ['Blue'] })
  expect(withToggled(red, 'color_uFilter', 'Red')).toEqual(untouched)
})

for (const sizes of [
  ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
  ['EU 9', 'EU 36', 'EU 42 ⅔', 'EU 100'],
  ['28/32', '30/32', '36/34'],
  ['S', 'XL', '92', '104', 'EU 36'],
])
  test(`sizes line up as ${sizes.join(', ')}`, () => {
    expect(sizes.toReversed().toSorted(bySize)).toEqual(sizes)
  })

test('what makes no sense in an address is left out', () => {
  expect(readListState('?page=-3&sort=fastest&price=cheap&color=Red')).toEqual(untouched)
  expect(readListState('?page=abc&sort=constructor&utm_source=mail&gclid=x')).toEqual(untouched)
})
