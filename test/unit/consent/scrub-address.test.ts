import { expect, test } from 'vitest'
import { scrubAddress } from '../../../src/parts/filters/event-filters.ts'

const SHOP = 'https://shop.example'

const cases: readonly [what: string, url: string, both: string][] = [
  ['an e-mail address in the path', '/account/jo@mail.example/orders', '/account/_/orders'],
  ['an encoded one', '/account/jo%40mail.example', '/account/_'],
  ['a token in the path', '/reset/0123456789abcdef0123456789abcdef', '/reset/_'],
  ['an international number', '/call/+49-170-1234567', '/call/_'],
  ['an encoded one in a parameter', '/?tel=%2B49%20170%201234567&page=2', '/?page=2'],
  ['one that is encoded three times', '/?tel=%25252B49%252520170%2525201234567', '/'],
  ['a national number', '/?tel=0170/1234567', '/'],
  ['a number in the fragment', '/p#0049(170)1234567', '/p'],
]

for (const [what, url, clean] of cases)
  test(`path and phone take out ${what}`, () => {
    expect(scrubAddress(SHOP + url, ['path', 'phone'])).toBe(SHOP + clean)
  })

for (const url of [
  '/c/Women/Shoes?page=2#top',
  '/p/4006381333931',
  '/p/sku-01712345678901234',
  '/?from=1793786400000&price=10.00-20.00',
  '/a//b/?x',
  '',
])
  test(`path and phone leave ${url || 'nothing'} as it is`, () => {
    expect(scrubAddress(SHOP + url, ['path', 'phone'])).toBe(SHOP + url)
  })

test('each kind is taken out only when it is asked for', () => {
  const url = `${SHOP}/jo@mail.example?tel=0170-1234567`
  expect(scrubAddress(url, [])).toBe(url)
  expect(scrubAddress(url, ['path'])).toBe(`${SHOP}/_?tel=0170-1234567`)
  expect(scrubAddress(url, ['phone'])).toBe(`${SHOP}/jo@mail.example`)
})

test('an empty referrer stays empty, and long addresses take no time', () => {
  expect(scrubAddress('', ['path', 'phone'])).toBe('')
  const long = `${SHOP}/${'0 '.repeat(20_000)}/${'+1'.repeat(20_000)}`
  expect(scrubAddress(long, ['path', 'phone']).length).toBeGreaterThan(0)
})
