import { expect, test } from 'vitest'
import { parseLines } from '../../../src/track/orders/order-lines.ts'

test('a line has its product, whole quantity and price, and its variant', () => {
  expect(
    parseLines([
      ['P1', '2', '12.50', 'V1'],
      ['P2', '1', '3'],
    ]),
  ).toEqual([
    { pid: 'P1', qty: '2', price: '12.50', variantId: 'V1' },
    { pid: 'P2', qty: '1', price: '3' },
  ])
})

for (const variant of ['', '0'])
  test(`the variant "${variant}" is none`, () => {
    expect(parseLines([['P1', '1', '3', variant]])).toEqual([{ pid: 'P1', qty: '1', price: '3' }])
  })

for (const [line, problem] of [
  [['', '1', '3'], /data-svc-line is empty/],
  [['P1', '0', '3'], /data-svc-qty/],
  [['P1'], /data-svc-qty/],
  [['P1', '1', 'free'], /data-svc-price/],
  [['P1', '1'], /data-svc-price/],
] as const)
  test(`a line of ${JSON.stringify(line)} is refused with its cause`, () => {
    expect(parseLines([['P0', '1', '3'], line])).toMatch(problem)
  })

test('an order without lines is refused', () => {
  expect(parseLines([])).toMatch(/data-svc-line/)
})
