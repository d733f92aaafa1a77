import { readFileSync } from 'node:fs'
import { XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { categoryTree, leafCategories } from '../../../demo-site/catalog/category-tree'
import { generateCatalog } from '../../../demo-site/catalog/generate'
import { writeCatalog } from '../../../demo-site/catalog/make-feed'
import { picture } from '../../../demo-site/catalog/pictures/picture'
import { outputPath } from '../../support/fixtures/output-path'

const catalog = generateCatalog({ seed: 1, products: 2400 })
const leaves = leafCategories(categoryTree())
const titled = (text: string) => catalog.find(({ title }) => title.includes(text))

test('the same seed gives the same catalogue, another seed another one', () => {
  expect(generateCatalog({ seed: 1, products: 2400 })).toEqual(catalog)
  expect(generateCatalog({ seed: 2, products: 2400 })).not.toEqual(catalog)
})

test('a larger catalogue begins with the smaller one', () => {
  expect(generateCatalog({ seed: 1, products: 300 })).toEqual(catalog.slice(0, 300))
})

test('every product and every variant has an id of its own', () => {
  const ids = catalog.flatMap(({ uniqueId, variants }) => [
    uniqueId,
    ...variants.map((variant) => variant.uniqueId),
  ])
  expect(new Set(ids).size).toBe(ids.length)
})

test('every category sells something, but for the one that sells nothing yet', () => {
  const sold = new Set(catalog.flatMap(({ categoryPath }) => categoryPath))
  const empty = leaves.filter(({ path }) => !sold.has(path)).map(({ path }) => path)
  expect(empty).toEqual(['Outdoor>Water>Kayaks'])
})

test('names and ids of the same place stand in the same order', () => {
  const idPathOf = new Map(leaves.map(({ path, idPath }) => [path, idPath]))
  const ids = catalog.map(({ categoryPath }) => categoryPath.map((path) => idPathOf.get(path)))
  expect(catalog.map(({ categoryPathId }) => categoryPathId)).toEqual(ids)
})

// One expectation over all products: thousands of single ones take seconds.
test('prices are whole cents, at most the list price, and the lowest of the variants', () => {
  const wrong = catalog.filter(({ price, listPrice, variants }) => {
    const lowest = Math.min(...variants.map(({ vPrice }) => vPrice[0]))
    const isLowest = variants.length === 0 || lowest === price
    return !(isLowest && price > 0 && price <= listPrice && price === Number(price.toFixed(2)))
  })
  expect(wrong).toEqual([])
})

test('variants come in exactly the colours and sizes that their product names', () => {
  const withVariants = catalog.filter(({ variants }) => variants.length > 0)
  const offered = withVariants.map(({ variants }) => ({
    color: [...new Set(variants.map(({ vColor }) => vColor))],
    size: [...new Set(variants.map(({ vSize }) => vSize))].filter(Boolean),
  }))
  expect(offered).toEqual(withVariants.map(({ color, size }) => ({ color, size })))
})

test('the oddities of a real feed are there', () => {
  expect(titled('Rock & Roll "Encore" Tee <Tour Edition>')).toBeDefined()
  expect(titled('Платье')?.brand).toBe('Кедр')
  expect(titled('麻のロングシャツ')).toBeDefined()
  expect(titled('🌻')).toBeDefined()
  expect(catalog.some(({ variants }) => variants.length === 0)).toBe(true)
  expect(catalog.some(({ price, listPrice }) => price === listPrice)).toBe(true)
  expect(catalog.some(({ availability }) => !availability)).toBe(true)
  expect(catalog.some(({ categoryPath }) => categoryPath.length > 1)).toBe(true)
  const brands = new Set(catalog.map(({ brand }) => brand))
  for (const name of ['O"Hara', 'Stone & Sons', 'Müller+Söhne', '100% Loop', '白樺 Shirakaba'])
    expect(brands).toContain(name)
})

const nameOf = (url: string) => url.replace(/^\/pictures\/(.*)\.svg$/, '$1')

test('every product and variant has a picture that is well-formed SVG', () => {
  const catalog = generateCatalog({ seed: 1, products: 2400 })
  const urls = catalog.flatMap((product) => [
    product.imageUrl,
    ...product.variants.map(({ vImageUrl }) => vImageUrl),
  ])
  const broken = [...new Set(urls)].filter(
    (url) => XMLValidator.validate(picture(nameOf(url)) ?? '') !== true,
  )
  expect(broken).toEqual([])
})

for (const name of ['', 'sneaker', 'sneaker-navy-9', 'sneaker-ultraviolet-0', 'constructor-navy-0'])
  test(`there is no picture named "${name}"`, () => {
    expect(picture(name)).toBeUndefined()
  })

for (const products of [0, 1, 120])
  test(`a written feed of ${products} reads back the same`, async () => {
    const file = outputPath('catalog.json')
    const catalog = generateCatalog({ seed: 7, products })
    await writeCatalog(file, catalog)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(catalog)
  })
