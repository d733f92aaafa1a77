import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { jsonText } from '../../../src/events'

test('writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
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
