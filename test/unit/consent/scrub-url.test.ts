import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scrubAddress } from '../../../src/parts/filters/scrub-also'
import { scrubText, scrubUrl } from '../../../src/wire/scrub-url'

const shop = 'https://shop.example/c/shoes'

for (const [query, kept] of [
  ['?q=red+shoes&page=2', '?q=red+shoes&page=2'],
  ['?email=jo%40mail.example&page=2', '?page=2'],
  ['?next=/login%3Fuser%3Djo@mail.example', ''],
  ['?Session=1&page=2', '?page=2'],
  ['?page=2&session', '?page=2'],
  ['?card=4111%201111%201111%201111', ''],
  ['?variant=40123456789012', '?variant=40123456789012'],
  ['?reset=4f2a9c81d3e64b7fa0b15c2d98e7f6a3', ''],
  ['?jwt=eyJhbGciOi.eyJzdWIiOi.c2ln', ''],
  ['?jwt=eyJx.a.', ''],
  // Every JWT begins with `{"`, and base64 is case-sensitive.
  ['?jwt=EYJx.a.', '?jwt=EYJx.a.'],
  ['?e=jo%2540mail.example', ''],
  ['?e=jo%252540mail.example', ''],
  ['?jo@mail.example', ''],
  ['?e=jo%40mail.example%zz', ''],
  ['?e=jo%40mail.example%E9', ''],
  ['?key=abcdefghijklmnopqrstUvwxyzabcdef', ''],
  ['?key=aB3%2Babcd/efghijklmnopqrstuvwxyz0', ''],
  ['?key=aB3+abcd/efghijklmnopqrstuvwxyz0', ''],
  ['?card=4111.1111.1111.1111', ''],
  ['?card=4111+1111+1111+1111', ''],
  ['?card=4111%C2%A01111%C2%A01111%C2%A01111', ''],
  ['?card=4111.1111.1111.1112', '?card=4111.1111.1111.1112'],
  [
    '?next=/collections/mens-running-shoes-for-winter',
    '?next=/collections/mens-running-shoes-for-winter',
  ],
  ['?q=donaudampfschifffahrtsgesellschaft', '?q=donaudampfschifffahrtsgesellschaft'],
  ['?by=medium.example/@jo/shoes.html', '?by=medium.example/@jo/shoes.html'],
  ['#/product/blueRunningShoes/details/size', '#/product/blueRunningShoes/details/size'],
  ['?reset=4f2a9c81d3e64b7fa0b15c2d98e7f6a', '?reset=4f2a9c81d3e64b7fa0b15c2d98e7f6a'],
  ['?bad=%E9%&x=1', '?bad=%E9%&x=1'],
  ['?', ''],
  ['#top', '#top'],
  ['#', '#'],
  ['#a?b=1#c', '#a?b=1#c'],
  ['?a=1?b=2&&c=3#d', '?a=1?b=2&c=3#d'],
  ['#access_token=4f2a9c81d3e64b7fa0b15c2d98e7f6a3', ''],
  ['?a=1#jo@mail.example', '?a=1'],
] as const) {
  test(`${query} ${kept === query ? 'stays' : `becomes ${kept || 'nothing'}`}`, () => {
    expect(scrubUrl(shop + query, ['session'])).toBe(shop + kept)
  })
}

test('personal data is removed from a search text, and the rest is kept', () => {
  expect(scrubText('order of jo@mail.example with card 4111 1111 1111 1111')).toBe(
    'order of _ with card _',
  )
})

for (const piece of [
  'eyJa-',
  'eyJa.',
  'a@',
  '@a.',
  'a1-',
  '1.',
  '4 ',
  'aB/',
  'a+',
  '%25',
  '%2540',
  '%e9',
  '&a=',
  '?',
  '#',
])
  test(`endless repetition of ${piece} takes linear time`, () => {
    const url = (characters: number) =>
      `https://shop.example/?e=${piece.repeat(characters / piece.length)}`
    const [short, long] = [url(40_000), url(80_000)]
    // Only the sum is exact. Linux estimates each share in ticks, so one alone may stay 0.
    const costOf = (given: string) => {
      const before = process.cpuUsage()
      for (let run = 0; run < 4; run += 1) scrubUrl(given, ['session'])
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    costOf(long)
    // Twice the length may take twice the time; four times would be quadratic. The machine may be busy for a moment.
    const ratios = Array.from({ length: 9 }, () => costOf(long) / costOf(short))
    expect(Math.min(...ratios)).toBeLessThan(2.9)
  })

test('a URL without anything personal stays byte for byte', () => {
  const value = fc.string({ unit: 'grapheme', maxLength: 12 }).map(encodeURIComponent)
  const pairs = fc.array(
    fc.tuple(value, value).map(([a, b]) => `a${a}=${b}`),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(pairs, (list) => {
      fc.pre(!/%40/.test(list.join()))
      const url = `${shop}?${list.join('&')}`
      expect(scrubUrl(url, [])).toBe(url)
    }),
  )
})

const SHOP = 'https://shop.example'

test.each([
  ['an e-mail address in the path', '/account/jo@mail.example/orders', '/account/_/orders'],
  ['an encoded one', '/account/jo%40mail.example', '/account/_'],
  ['a token in the path', '/reset/0123456789abcdef0123456789abcdef', '/reset/_'],
  ['an international number', '/call/+49-170-1234567', '/call/_'],
  ['an encoded one in a parameter', '/?tel=%2B49%20170%201234567&page=2', '/?page=2'],
  ['one that is encoded three times', '/?tel=%25252B49%252520170%2525201234567', '/'],
  ['a national number', '/?tel=0170/1234567', '/'],
  ['a number in the fragment', '/p#0049(170)1234567', '/p'],
  ...[
    '/c/Women/Shoes?page=2#top',
    '/p/4006381333931',
    '/p/sku-01712345678901234',
    '/?from=1793786400000&price=10.00-20.00',
    '/a//b/?x',
    '',
  ].map((url) => [`nothing from “${url}”`, url, url]),
])('path and phone remove %s', (_, url, clean) => {
  expect(scrubAddress(`${SHOP}${url}`, ['path', 'phone'])).toBe(SHOP + clean)
})

test('each kind is removed only if the setting includes it', () => {
  const url = `${SHOP}/jo@mail.example?tel=0170-1234567`
  expect(scrubAddress(url, [])).toBe(url)
  expect(scrubAddress(url, ['path'])).toBe(`${SHOP}/_?tel=0170-1234567`)
  expect(scrubAddress(url, ['phone'])).toBe(`${SHOP}/jo@mail.example`)
})

test('an empty referrer stays empty, and long URLs are fast', () => {
  expect(scrubAddress('', ['path', 'phone'])).toBe('')
  const long = `${SHOP}/${'0 '.repeat(20_000)}/${'+1'.repeat(20_000)}`
  expect(scrubAddress(long, ['path', 'phone']).length).toBeGreaterThan(0)
})
