import { expect, test } from 'vitest'
import { eventQuery, queryText } from '../../../test/support/fixtures/event-requests.ts'
import { readEvent } from '../../tracker/judge-event.ts'

const read = (query: string) => readEvent(query, 'demo-site')
const reasonsOf = (query: string) => read(query).reasons

test('each parameter is required exactly once and not empty', () => {
  for (const name of ['data', 'SvcKey', 'action', 'uid', 't']) {
    const given = new RegExp(`(^|&)${name}=[^&]*`)
    const query = eventQuery('click')
    for (const written of ['', `$1${name}=`])
      expect(reasonsOf(query.replace(given, written))).toEqual([`${name} is missing.`])
    expect(reasonsOf(`${query}&${name}=x`)).toEqual([`${name} is given more than once.`])
  }
})

test('the key of another site is bad', () => {
  expect(reasonsOf(eventQuery('click', { SvcKey: 'other' }))).toEqual([
    'SvcKey must be the key of this site, demo-site, but is "other".',
  ])
})

test('an unknown action is bad, and the reason names the known ones', () => {
  for (const action of ['Click', 'view', '__proto__', 'constructor']) {
    expect(reasonsOf(eventQuery(action))).toEqual([
      'action must be one of visitor, search, PRODUCT_IMPRESSIONS, click, facets, cart, order, ' +
        `but is "${action}".`,
    ])
  }
})

test('an unknown parameter is named', () => {
  expect(reasonsOf(`${eventQuery('click')}&__=123`)).toEqual([
    '"__" is not a parameter of the tracker.',
  ])
})

test('a cache-buster is ignored, however often it occurs', () => {
  const plain = read(eventQuery('click'))
  for (const query of [`${plain.query}&_=123`, `_=1&${plain.query}&_=2`]) {
    expect(read(query)).toEqual({ ...plain, query })
  }
  expect([plain.reasons, plain.notes]).toEqual([[], []])
})

test('t is a time, or for cart a time spent', () => {
  const spent = 't is a time spent, as the template of cart has it; the moment is the arrival.'
  for (const t of ['0', '5230', '12.75', '179378640000']) {
    expect(read(eventQuery('cart', { t }))).toMatchObject({ t, reasons: [], notes: [spent] })
    expect(reasonsOf(eventQuery('click', { t }))).toHaveLength(1)
  }
  for (const random of ['0', '0.123456789012345', '42', '1.5e-7'])
    expect(reasonsOf(eventQuery('cart', { t: `1793786400000|${random}` })), random).toEqual([])
  expect(reasonsOf(eventQuery('cart', { t: '1|0' }))).toEqual([])
  for (const t of [
    ...['1793786400000', '|0.5', '1793786400000|', '1793786400000|x', '-1|0.5', '1.5|0.5'],
    ...['1|0.5|2', '1 | 0.5', 'time_spent'],
  ])
    expect(reasonsOf(eventQuery('cart', { t }))).toEqual([
      `t must be milliseconds, a bar and a random decimal number, like "1793786400000|0.25", but is "${t}".`,
    ])
})

test('the bar, braces and quotes may be percent-encoded or not, in upper or lower case', () => {
  const encoded = eventQuery('search', { data: { query: 'größe 42' } })
  const variants = [
    encoded,
    encoded.replaceAll('%7C', '|'),
    encoded.replaceAll('%7C', '%7c').replaceAll('%C3%B6', '%c3%b6'),
    encoded.replaceAll('%7B', '{').replaceAll('%7D', '}').replaceAll('%22', '"'),
    encoded.replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/'),
    encoded.replaceAll('%3F', '?').replaceAll('%20', '+'),
    encoded.replaceAll('e', '%65'),
  ]
  const first = read(encoded)
  expect(first.reasons).toEqual([])
  for (const variant of variants) expect(read(variant)).toEqual({ ...first, query: variant })
})

test('JSON may have spaces, line ends and escapes', () => {
  const data = '{ "url": "https:\\/\\/shop.example\\u002f", "referrer": "",\n"query": "\\u00fc" }'
  const query = queryText({ data, SvcKey: 'demo-site', action: 'search', uid: 'u', t: '1|1' })
  for (const variant of [query, query.replaceAll('%20', '+')]) {
    expect(read(variant)).toMatchObject({
      reasons: [],
      data: { url: 'https://shop.example/', query: 'ü' },
    })
  }
})

test('a plus is a plus only if it is encoded', () => {
  const query = eventQuery('search', { data: { query: 'c++ d' } })
  expect(read(query).data).toMatchObject({ query: 'c++ d' })
  expect(read(query.replaceAll('%2B', '+')).data).toMatchObject({ query: 'c   d' })
})

const unreadable = {
  '{': 'data is not JSON: it begins with "{".',
  null: 'data must be an object, but is null.',
  '[]': 'data must be an object, but is a list.',
  '"{}"': 'data must be an object, but is "{}".',
  '7': 'data must be an object, but is the number 7.',
  "{'pid':'P1'}": "data is not JSON: it begins with \"{'pid':'P1'}\".",
  [`{"a":${'['.repeat(30_000)}`]: 'data is nested deeper than 10 levels.',
}

test('data that is not an object is not a payload', () => {
  for (const [data, reason] of Object.entries(unreadable)) {
    const query = queryText({ data, SvcKey: 'demo-site', action: 'click', uid: 'u', t: '1|1' })
    expect(read(query)).toMatchObject({ data: null, reasons: [reason] })
  }
})

test('brackets inside strings do not count as nesting', () => {
  expect(reasonsOf(eventQuery('search', { data: { query: '[{"\\"[[[[[[[[[[[[' } }))).toEqual([])
})

test('broken encoding affects only its own parameter', () => {
  const event = read(eventQuery('click').replace('uid=uid-1', 'uid=%E9'))
  expect(event).toMatchObject({
    action: 'click',
    uid: '',
    data: { pid: 'P1' },
    reasons: ['uid: The value is not percent-encoded UTF-8.', 'uid is missing.'],
  })
})

test('a prototype key in the payload is an ordinary unknown field', () => {
  const data = '{"__proto__":{"pid":"P1"},"constructor":1,"toString":"x"}'
  const query = queryText({ data, SvcKey: 'demo-site', action: 'visitor', uid: 'u', t: '1|1' })
  const { reasons } = read(query)
  expect(reasons).toContain('__proto__ is not a field of this action.')
  expect(reasons).toContain('constructor is not a field of this action.')
  expect(reasons).toContain('visitId is missing.')
  expect(({} as Record<string, unknown>).pid).toBeUndefined()
})
