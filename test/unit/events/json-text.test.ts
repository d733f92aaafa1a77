import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from '../../../src/wire/pixel-url.ts'

test('writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('tabs and line ends stay; other control and half characters are replaced', () => {
  const whole = ' "a" \\ b\t\r\n \u0085 😀'
  expect(JSON.parse(jsonText(whole))).toBe(whole)
  expect(JSON.parse(jsonText('\0a\x1fb\x7fc\ud800d'))).toBe('\ufffda\ufffdb\ufffdc\ufffdd')
})

test('a member without a value is left out', () => {
  expect(jsonText({ pid: 'p', variantId: undefined })).toBe('{"pid":"p"}')
})

test('a page that puts toJSON on a prototype changes nothing', () => {
  const list = Array.prototype as { toJSON?: () => string }
  list.toJSON = () => 'mangled'
  try {
    expect(jsonText({ pids_list: ['a', 'b'] })).toBe('{"pids_list":["a","b"]}')
  } finally {
    delete list.toJSON
  }
})
