import { expect, test } from 'vitest'
import { safeUrl } from '../../../src/parts/clients/http'

for (const url of [
  'https://shop.example/p?a=b:c#d',
  'HTTP://shop.example',
  '//cdn.example/a.png',
  '/product.html?id=1:2',
  '?id=a:b',
  '#a:b',
  'product.html',
  'обувь/1',
]) {
  test(`${url} can be linked to`, () => {
    expect(safeUrl(url)).toBe(url)
  })
}

for (const url of [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://shop.example/1',
  '',
  null,
  undefined,
  7,
  {},
]) {
  test(`${JSON.stringify(url)} cannot`, () => {
    expect(safeUrl(url)).toBeUndefined()
  })
}
