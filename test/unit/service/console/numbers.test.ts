import { expect, test } from 'vitest'
import { change, duration, money, share, short } from '../../../../service/console/pages/format'

test('a long name loses its middle, and keeps its end', () => {
  expect(short('Women › Shoes › Sneakers', 14)).toBe('Women…neakers')
  expect(short('Women › Shoes', 14)).toBe('Women › Shoes')
  const names = ['categoryPath:"Women>Shoes"', 'categoryPath:"Women>Bags"']
  expect(new Set(names.map((name) => short(name, 15))).size).toBe(2)
})

test('a change has a sign, and is empty when there was nothing before', () => {
  expect([change(15, 10), change(5, 10), change(10, 10)]).toEqual(['+50%', '-50%', '0%'])
  expect([change(5, 0), change(Number.NaN, 1)]).toEqual(['', ''])
})

test('a share of nothing is a dash, and money names its currency', () => {
  expect([share(undefined), share(0.125)]).toEqual(['–', '12.5%'])
  expect([money(1234.5, 'EUR'), money(5, 'JPY')]).toEqual(['€1,234.50', '¥5'])
})

test('a duration is written in its largest unit', () => {
  expect([0, 999, 1_000, 90_000, 7_200_000, 172_800_000].map(duration)).toEqual([
    '0 ms',
    '999 ms',
    '1 s',
    '2 min',
    '2 h',
    '2 d',
  ])
})
