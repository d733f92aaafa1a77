import { expect, test } from 'vitest'
import { parseProduct } from '../../../demo-site/shop/shop-product.ts'

test('half characters in a product become whole ones, so that addresses can be made', () => {
  const half = 'a\ud800b'
  const product = parseProduct({
    uniqueId: half,
    title: half,
    brand: half,
    color: [half, 7, null],
    categoryPath: half,
    variants: [{ uniqueId: half, vColor: half }],
  })
  const texts = [product?.id, product?.brand, product?.categories[0], product?.variants[0]?.colour]
  for (const text of texts) expect(encodeURIComponent(text ?? '')).toBe('a%EF%BF%BDb')
  expect(product?.colours).toHaveLength(1)
})
