import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Understanding, understand } from '../../../../service/agent/understand.ts'
import { createVocabulary, type Vocabulary } from '../../../../service/agent/vocabulary.ts'
import { loadCatalog } from '../../../../service/catalog/catalog.ts'
import { openDatabase } from '../../../../service/store/database.ts'
import { createProductStore } from '../../../../service/store/products.ts'
import { boutique } from '../../../support/fixtures/boutique.ts'

let vocabulary: Vocabulary
beforeAll(async () => {
  const store = createProductStore(openDatabase(':memory:'))
  vocabulary = createVocabulary(await loadCatalog(store, boutique()))
})

const SNEAKERS = ['Men>Shoes>Sneakers', 'Women>Shoes>Sneakers']

const meanings: readonly (readonly [message: string, meaning: Partial<Understanding>])[] = [
  ['Sneakers', { categories: [SNEAKERS] }],
  ['a sneaker, please', { categories: [SNEAKERS], words: [] }],
  ['trainers', { categories: [SNEAKERS] }],
  ["men's sneakers", { categories: [['Men'], SNEAKERS] }],
  ['ladies', { categories: [['Women']] }],
  ['coats', { categories: [['Women>Clothing>Jackets & Coats']] }],
  ['jackets and coats', { categories: [['Women>Clothing>Jackets & Coats']] }],
  ['in RED', { values: { color: ['Red'] } }],
  ['red or blue', { values: { color: ['Red', 'Blue'] } }],
  ['something green', { values: { color: ['Forest'] } }],
  ['stone and sons', { values: { brand: ['Stone & Sons'] } }],
  ['by Stone', { values: { brand: ['Stone & Sons'] } }],
  ['cotton', { values: { material: ['Organic cotton'] } }],
  ['size m', { values: { size: ['M'] } }],
  ['in M', { values: { size: ['M'] } }],
  ['medium size', { values: { size: ['M'] } }],
  ['a small one', { values: { size: ['S'] } }],
  ["what's this", { values: {} }],
  ['size medium', { values: { size: ['M'] } }],
  ['size 42', { values: { size: ['EU 42 ⅔'] } }],
  ['sneakers 41', { values: { size: ['EU 41'] } }],
  ["I'm looking for a mug", { values: {}, words: [], categories: [['Home>Kitchen>Mugs']] }],
  ['2 mugs', { words: [], values: {} }],
  ['not red', { excluded: { color: ['Red'] }, values: {} }],
  ['no red or blue', { excluded: { color: ['Red', 'Blue'] } }],
  ['blue but not by Akira', { values: { color: ['Blue'] }, excluded: { brand: ['Akira'] } }],
  ['without zip', { excludedWords: ['zip'], words: [] }],
  ['any colour', { cleared: ['color'] }],
  ['whatever the brand', { cleared: ['brand'] }],
  ["size doesn't matter", { cleared: ['size'] }],
  ['waterproof parka', { words: ['waterproof', 'parka'] }],
  ['cheaper', { priceStep: 'cheaper' }],
  ['that is too expensive', { priceStep: 'cheaper' }],
  ['something more expensive', { priceStep: 'dearer', order: undefined }],
  ['the most expensive', { order: 'dearest', priceStep: undefined }],
  ['the cheapest mugs', { order: 'cheapest', priceStep: undefined }],
  ['best rated', { order: 'best' }],
  ['on sale', { isOnSale: true }],
  ['new arrivals', { isNew: true }],
  ['I need a new mug', { isNew: false }],
  ['any price', { isAnyPrice: true }],
  ['also in blue', { isAddition: true, values: { color: ['Blue'] } }],
  ['start over', { talk: 'restart' }],
  ['show me more', { talk: 'more' }],
  ['show me more in blue', { talk: undefined, values: { color: ['Blue'] } }],
  ['hello', { talk: 'greeting' }],
  ['thank you', { talk: 'thanks' }],
]
for (const [message, meaning] of meanings) {
  test(`"${message}" is understood`, () => {
    expect(understand(message, vocabulary)).toMatchObject(meaning)
  })
}

test('whatever is said, only values and paths of the catalogue are understood', () => {
  const word = fc.constantFrom(
    'not',
    'red',
    'any',
    'size',
    '42',
    'brand',
    'or',
    'under',
    '€',
    'Ünï',
    '__proto__',
  )
  const message = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(word).map((words) => words.join(' ')),
  )
  const products = boutique()
  const paths = products.flatMap(({ categoryPath }) => categoryPath)
  const own = (field: string) => products.flatMap((product) => product[field] ?? [])
  let named = 0
  fc.assert(
    fc.property(message, (text) => {
      const { categories, values, excluded } = understand(text, vocabulary)
      for (const path of categories.flat())
        expect(
          paths.filter((one) => String(one).startsWith(path)),
          path,
        ).not.toEqual([])
      for (const [field, options = []] of [...Object.entries(values), ...Object.entries(excluded)])
        for (const option of options) {
          named += 1
          expect(own(field), field).toContain(option)
        }
    }),
  )
  expect(named).toBeGreaterThan(0)
})
