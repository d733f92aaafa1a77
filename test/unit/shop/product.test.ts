import { expect, test } from 'vitest'
import { firstChoice, isBuyable, pictureOf, variantOf } from '../../../demo-site/shop/buying/choice'
import { type Product, parseProduct } from '../../../demo-site/shop/shop-product'

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
  expect(parseProduct({ uniqueId: 'a/b?', color: 'Red', price: '7' })).toMatchObject({
    title: 'a/b?',
    url: '/p/a%2Fb%3F',
    colours: ['Red'],
    price: 0,
    isAvailable: true,
    isNew: false,
    variants: [],
  })
})

test('the first colour that can be bought is chosen, the size is left open', () => {
  expect(firstChoice(shirt)).toEqual({ colour: 'Blue', size: undefined, qty: 1 })
})

test('the colour a list was narrowed to is chosen, if the product comes in it', () => {
  expect(firstChoice(shirt, 'Red').colour).toBe('Red')
  expect(firstChoice(shirt, 'Teal').colour).toBe('Blue')
})

test('the only size is chosen by itself', () => {
  const mug = parsed({ uniqueId: 'P2', variants: [variant('P2_V1', 'Red', '')] })
  expect(variantOf(mug, firstChoice(mug))?.id).toBe('P2_V1')
})

test('a size that is sold out cannot be bought, an open size can when one is left', () => {
  expect(isBuyable(shirt, { colour: 'Blue', size: undefined, qty: 1 })).toBe(true)
  expect(isBuyable(shirt, { colour: 'Blue', size: 'S', qty: 1 })).toBe(true)
  expect(isBuyable(shirt, { colour: 'Blue', size: 'M', qty: 1 })).toBe(false)
  expect(isBuyable(shirt, { colour: 'Red', size: undefined, qty: 1 })).toBe(false)
})

test('a product without variants is bought as it is', () => {
  const bare = parsed({ uniqueId: 'P3', imageUrl: '/own.svg' })
  expect(variantOf(bare, firstChoice(bare))).toBeUndefined()
  expect(isBuyable(bare, firstChoice(bare))).toBe(true)
  expect(pictureOf(bare, firstChoice(bare))).toBe('/own.svg')
})

test('the picture follows the colour', () => {
  expect(pictureOf(shirt, { colour: 'Red', size: undefined, qty: 1 })).toBe('/pictures/Red.svg')
})
