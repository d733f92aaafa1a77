import { expect, test } from 'vitest'
import { priceText, quantityText } from '../../../src/wire/fields.ts'

for (const [price, written] of [
  ['$1234.50', '1234.50'],
  ['19.90 €', '19.90'],
  ['EUR 19', '19'],
  [3 * 19.99, '59.97'],
  [10 / 3, '3.3333'],
  ['59.970000000000006', '59.97'],
  [19.99 * 1.19, '23.7881'],
  [-1, undefined],
  // Petrol, screws by the piece, and currencies of three decimals.
  [0.125, '0.125'],
  ['1.2345', '1.2345'],
  [0, '0'],
  ['1,234', undefined],
  ['1.299,00 €', undefined],
  ['1 234.50', undefined],
  ['-5', undefined],
  ['', undefined],
  ['free', undefined],
  [999_999_999_999, '999999999999'],
  [1e12, undefined],
  ['1000000000000', undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
] as const) {
  test(`the price ${typeof price} ${price} is ${written ?? 'refused'}`, () => {
    expect(priceText(price)).toBe(written)
  })
}

for (const [quantity, written] of [
  [2, '2'],
  [' 03 ', '3'],
  ['120', '120'],
  ['1.0', '1'],
  ['2,00', '2'],
  [3.0, '3'],
  ['1.000', undefined],
  ['0,0', undefined],
  ['1234567890', undefined],
  ['0', undefined],
  ['1.5', undefined],
  [-1, undefined],
  ['two', undefined],
  ['', undefined],
] as const) {
  test(`the quantity ${typeof quantity} "${quantity}" is ${written ?? 'refused'}`, () => {
    expect(quantityText(quantity)).toBe(written)
  })
}
