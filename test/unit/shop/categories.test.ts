import { expect, test } from 'vitest'
import { categoryTree, leafCategories } from '../../../demo-site/catalog/category-tree.ts'
import {
  categoryPage,
  categoryPathOf,
  categoryUrl,
  findCategory,
  pageListOf,
  pageValue,
} from '../../../demo-site/shop/category-address'

test('a category is found again from its address', () => {
  const paths = leafCategories(categoryTree()).map(({ path }) => path)
  expect(paths.map((path) => categoryPathOf(categoryUrl(path)))).toEqual(paths)
  expect(paths.map((path) => findCategory(path)?.path)).toEqual(paths)
})

test('a page value is what Browse is asked for, quotes and backslashes escaped', () => {
  expect(categoryPage('Men>Shoes')).toBe('categoryPath:"Men>Shoes"')
  expect(pageValue('brand', 'O"Hara\\Sons')).toBe('brand:"O\\"Hara\\\\Sons"')
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

test('a mistyped escape in an address is taken as it stands', () => {
  expect(pageListOf('/b/100%').title).toBe('100%')
})

test('there is no category beside the tree', () => {
  expect(findCategory('Men>Shoes>Skates')).toBeUndefined()
  expect(findCategory('')).toBeUndefined()
})
