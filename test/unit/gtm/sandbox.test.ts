import { expect, test } from '@playwright/test'
import type { Api } from '../../gtm/apis/api.ts'
import { assertThat, isEqual } from '../../gtm/assert-that.ts'
import { fakePage } from '../../gtm/fake-page.ts'
import type { GtmPage } from '../../gtm/page.ts'
import { createApis } from '../../gtm/sandbox.ts'
import { parseTemplate } from '../../gtm/template-file.ts'
import { matchesPattern } from '../../gtm/url-pattern.ts'

/** Calls an API by name; a member of an object is `JSON.parse`. */
function sandboxOf(parts: Partial<GtmPage> = {}) {
  const apis = createApis(fakePage(parts))
  return (name: string, ...args: unknown[]) => {
    const [api = '', member] = name.split('.')
    const found = apis[api] as Api & Record<string, Api>
    return (member ? (found[member] as Api) : found)(...args)
  }
}

test('what goes into the page is a copy, and so is what comes out', () => {
  const window: Record<string, unknown> = {}
  const call = sandboxOf({ window })
  const mine = { list: [1] }
  expect(call('setInWindow', 'thing', mine, false)).toBe(true)
  mine.list.push(2)
  expect(window.thing).toEqual({ list: [1] })
  const copy = call('copyFromWindow', 'thing') as typeof mine
  copy.list.push(3)
  expect(window.thing).toEqual({ list: [1] })
})

test('what the sandbox has no type for does not come out', () => {
  const call = sandboxOf({ window: { when: new Date(), later: Promise.resolve(), how: () => 1 } })
  expect(call('copyFromWindow', 'when')).toBeUndefined()
  expect(call('copyFromWindow', 'later')).toBeUndefined()
  expect((call('copyFromWindow', 'how') as Api)()).toBe(1)
})

test('a value that is there stays unless it may be replaced', () => {
  const window: Record<string, unknown> = { name: 'old' }
  const call = sandboxOf({ window })
  expect(call('setInWindow', 'name', 'new', false)).toBe(false)
  expect(window.name).toBe('old')
  expect(call('setInWindow', 'name', 'new', true)).toBe(true)
  expect(window.name).toBe('new')
})

test('a queue inside something that is missing is an error', () => {
  expect(() => sandboxOf()('createQueue', 'svc.q')).toThrow('nothing to hold it')
})

test('a function is called with its object', () => {
  const window = { shop: { name: 'x', hello: (..._: unknown[]) => '' } }
  window.shop.hello = function (this: { name: string }, word: unknown) {
    return `${word} ${this.name}`
  }
  expect(sandboxOf({ window })('callInWindow', 'shop.hello', 'good')).toBe('good x')
  expect(sandboxOf({ window })('callInWindow', 'shop.missing')).toBeUndefined()
})

test('the list of an arguments queue may be a member of its function', () => {
  const window: Record<string, unknown> = {}
  const push = sandboxOf({ window })('createArgumentsQueue', 'ask', 'ask.q') as Api
  push('a', 1)
  const { q } = window.ask as { q: ArrayLike<unknown>[] }
  expect(q.map((entry) => Array.from(entry))).toEqual([['a', 1]])
})

test('a script that shares a token is loaded once, and both hear of it', () => {
  const loads: Api[] = []
  const call = sandboxOf({
    load: (_kind, _url, onLoad) => void loads.push(onLoad),
    later: (task) => task(),
  })
  const messages: string[] = []
  for (const name of ['one', 'two'])
    call('injectScript', 'https://x.example/a.js', () => messages.push(name), undefined, 'token')
  expect(loads).toHaveLength(1)
  loads[0]?.()
  call('injectScript', 'https://x.example/a.js', () => messages.push('three'), undefined, 'token')
  expect(messages).toEqual(['one', 'two', 'three'])
})

test('consent that was never set counts as granted, and only changes are heard', () => {
  const call = sandboxOf()
  const messages: unknown[] = []
  call('addConsentListener', 'ad_storage', (...change: unknown[]) => messages.push(change))
  expect(call('isConsentGranted', 'ad_storage')).toBe(true)
  call('updateConsentState', { ad_storage: 'granted' })
  call('setDefaultConsentState', { ad_storage: 'denied', wait_for_update: 500 })
  expect(call('isConsentGranted', 'ad_storage')).toBe(false)
  call('updateConsentState', { ad_storage: 'granted', analytics_storage: 'denied' })
  expect(messages).toEqual([
    ['ad_storage', false],
    ['ad_storage', true],
  ])
})

test('addresses and cookies are read in parts', () => {
  const call = sandboxOf({
    href: () => 'https://shop.example:8443/shoes/red.html?q=a&q=b#top',
    referrer: () => 'https://search.example/?q=red',
    cookies: () => 'a=1; b=x%20y; a=2',
  })
  expect(call('getUrl', 'host')).toBe('shop.example')
  expect(call('getUrl', 'extension')).toBe('html')
  expect(call('getUrl', 'fragment')).toBe('top')
  expect(call('getQueryParameters', 'q')).toBe('a')
  expect(call('getQueryParameters', 'q', true)).toEqual(['a', 'b'])
  expect(call('getReferrerQueryParameters', 'q')).toBe('red')
  expect(call('getReferrerUrl', 'host')).toBe('search.example')
  expect(call('getCookieValues', 'a')).toEqual(['1', '2'])
  expect(call('getCookieValues', 'b')).toEqual(['x y'])
  expect(call('parseUrl', 'nonsense')).toBeUndefined()
  expect(call('parseUrl', 'https://a.example/x?y=1')).toMatchObject({
    hostname: 'a.example',
    searchParams: { y: '1' },
  })
})

test('the later entry of the dataLayer wins', () => {
  const dataLayer = [{ ecommerce: { value: 1 } }, { event: 'x' }, { ecommerce: { value: 2 } }]
  const call = sandboxOf({ window: { dataLayer } })
  expect(call('copyFromDataLayer', 'ecommerce.value')).toBe(2)
  expect(call('copyFromDataLayer', 'missing')).toBeUndefined()
})

test('bad input of a parser is undefined, not an exception', () => {
  const call = sandboxOf()
  expect(call('JSON.parse', '{')).toBeUndefined()
  expect(call('decodeUriComponent', '%E9')).toBeUndefined()
  expect(call('fromBase64', '%')).toBeUndefined()
})

test('values are made and named as the sandbox does', async () => {
  const call = sandboxOf()
  expect([[], null, {}, undefined].map((value) => call('getType', value))).toEqual(
    'array null object undefined'.split(' '),
  )
  expect(call('makeInteger', '12.9')).toBe(12)
  expect(call('makeNumber', '12.5')).toBe(12.5)
  const rows = [{ name: 'a', value: '1' }]
  expect(call('makeTableMap', rows, 'name', 'value')).toEqual({ a: '1' })
  expect(call('makeTableMap', [], 'name', 'value')).toBeNull()
  const digest = await new Promise((resolve) => call('sha256', 'abc', resolve))
  expect(digest).toBe('ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=')
})

const urls: readonly (readonly [pattern: string, url: string, isMatch: boolean])[] = [
  ['https://a.example/x.js', 'https://a.example/x.js', true],
  ['https://a.example/x.js', 'http://a.example/x.js', false],
  ['https://a.example/x.js', 'https://a.example/x.jsp', false],
  ['https://a.example/x.js', 'https://aXexample/x.js', false],
  ['https://*.a.example/', 'https://a.example/any/thing', true],
  ['https://*.a.example/', 'https://b.a.example/', true],
  ['https://*.a.example/', 'https://evil-a.example/', false],
  ['https://a.example/*/x.js', 'https://a.example/1.2/x.js', true],
  ['https://a.example', 'https://a.example/', false],
  ['http://a.example/', 'http://a.example/', false],
]
for (const [pattern, url, isMatch] of urls) {
  test(`${pattern} ${isMatch ? 'stands for' : 'does not stand for'} ${url}`, () => {
    expect(matchesPattern(pattern, url)).toBe(isMatch)
  })
}

test('an absent member is as good as an undefined one', () => {
  expect(isEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  expect(isEqual([1, 2], [1])).toBe(false)
  expect(isEqual({ a: [{ b: 1 }] }, { a: [{ b: 2 }] })).toBe(false)
  expect(isEqual([], {})).toBe(false)
})

test('each assertion holds of one value and fails of another', () => {
  const cases: readonly (readonly [
    name: string,
    good: unknown,
    bad: unknown,
    ...rest: unknown[],
  ])[] = [
    ['isUndefined', undefined, null],
    ['isDefined', null, undefined],
    ['isNull', null, undefined],
    ['isTrue', true, 1],
    ['isFalse', false, 0],
    ['isTruthy', 1, 0],
    ['isFalsy', '', 'a'],
    ['isNaN', Number.NaN, 1],
    ['isInfinity', Number.NEGATIVE_INFINITY, 1],
    ['isEqualTo', { a: 1 }, { a: 2 }, { a: 1 }],
    ['isNotEqualTo', { a: 2 }, { a: 1 }, { a: 1 }],
    ['isStrictlyEqualTo', 1, '1', 1],
    ['isAnyOf', 2, 3, 1, 2],
    ['isNoneOf', 3, 2, 1, 2],
    ['isGreaterThan', 2, 1, 1],
    ['isLessThanOrEqualTo', 1, 2, 1],
    ['isLessThan', 0, 1, 1],
    ['isGreaterThanOrEqualTo', 1, 0, 1],
    ['contains', [1, { a: 1 }], [1], { a: 1 }],
    ['contains', 'shoes', 'hats', 'oe'],
    ['doesNotContain', [1], [2], 2],
    ['containsExactly', [2, 1], [1, 2, 3], 1, 2],
    ['hasLength', 'ab', 'a', 2],
    ['isEmpty', [], [1]],
    ['isNotEmpty', 'a', ''],
    ['isArray', [], {}],
    ['isObject', {}, []],
    ['isString', '', 1],
    ['isNumber', 1, ''],
    ['isBoolean', false, 0],
    ['isFunction', () => 1, {}],
  ]
  for (const [name, good, bad, ...rest] of cases) {
    expect(() => assertThat(good)[name]?.(...rest), name).not.toThrow()
    expect(() => assertThat(bad)[name]?.(...rest), name).toThrow(name)
  }
})

test('a file without a section, or with one twice, is refused by name', () => {
  const section = (name: string, body = '{}') => `___${name}___\n\n${body}\n\n`
  const whole = ['INFO', 'TEMPLATE_PARAMETERS', 'SANDBOXED_JS_FOR_WEB_TEMPLATE', 'WEB_PERMISSIONS']
  const text = whole.map((name) => section(name)).join('')
  expect(parseTemplate(text).tests.scenarios).toEqual([])
  expect(() => parseTemplate(section('INFO'))).toThrow('no section ___TEMPLATE_PARAMETERS___')
  expect(() => parseTemplate(text + section('INFO'))).toThrow('___INFO___ twice')
  expect(() => parseTemplate(text.replace('{}', '{'))).toThrow('___INFO___ is not JSON')
  expect(() => parseTemplate(`hello ${text}`)).toThrow('outside of any section')
})
