import { expect, test } from 'vitest'
import { seenIn } from '../../../src/parts/clients/agent/read-stream'

test('what a visit saw is told by kind, the latest first, each product once', () => {
  expect(
    seenIn([
      ['carts r1', 'b'],
      ['clicks r1', 'b'],
      ['views ', 'c', 'a'],
      ['shown r2', 'd'],
      ['views r1', 'a', 'b'],
    ]),
  ).toEqual({ views: ['c', 'a', 'b'], clicks: ['b'], carts: ['b'] })
})

test('at most 20 of each kind are reported', () => {
  const ids = (from: number) => Array.from({ length: 15 }, (_, index) => `p${from + index}`)
  const { clicks } = seenIn([
    ['clicks r2', ...ids(0)],
    ['clicks r1', ...ids(15)],
  ])
  expect(clicks).toEqual([...ids(0), ...ids(15)].slice(0, 20))
})

test('a visit that met nothing tells nothing', () => {
  expect(seenIn([])).toEqual({})
  expect(seenIn([['shown ', 'a']])).toEqual({})
})
