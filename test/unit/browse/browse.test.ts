import { expect, test } from 'vitest'
import { type BrowseDeps, createBrowse } from '../../../src/parts/clients/browse/browse'
import type { BrowseQuery } from '../../../src/parts/clients/browse/query-types'
import { createHttp } from '../../../src/parts/clients/http'
import type { UserId } from '../../../src/wire/tracker-event'
import { fakeFetch } from '../../support/fakes/fake-fetch'
import { fakeClock } from '../../support/fixtures/builders'

const found = (...pids: string[]) =>
  JSON.stringify({
    response: {
      numberOfProducts: pids.length,
      start: 0,
      products: pids.map((uniqueId) => ({ uniqueId })),
    },
  })

function openBrowse(others: Partial<BrowseDeps> = {}) {
  const clock = fakeClock()
  const { fetch, requests } = fakeFetch()
  const lists: unknown[] = []
  const client = createBrowse({
    browseUrl: 'https://search.example',
    apiKey: 'KEY',
    siteKey: 'SITE',
    http: createHttp({ fetch, schedule: clock.schedule }),
    user: () => ({ uid: 'uid-1' as UserId, visit_type: 'first_time' }),
    requestIdHeaders: ['svc-request-id', 'x-request-id'],
    browseHeaders: false,
    device: () => ({ type: 'mobile', os: 'ios', source: 'browser' }),
    onList: (...list) => lists.push(list),
    ...others,
  })
  return { ...client, clock, requests, lists }
}

const failure = (fault: string) => expect.objectContaining({ name: 'BrowseError', fault })

test('a page is requested by GET, with the keys in the path and the visitor', async () => {
  const { browse, requests } = openBrowse()
  const reply = browse('categoryPath:"Men>Shoes"')
  requests[0]?.answer(found('a', 'b'))

  expect(requests[0]?.url.href).toBe(
    'https://search.example/KEY/SITE/category?p=categoryPath%3A%22Men%3EShoes%22' +
      '&version=V2&pagetype=boolean&user-type=first-time&uid=uid-1',
  )
  expect(await reply).toMatchObject({ products: [{ uniqueId: 'a' }, { uniqueId: 'b' }], total: 2 })
})

test('a search is requested at its own path, without a page type, headers or a preflight', () => {
  const { search, requests } = openBrowse()
  search('red shoes')
  expect(requests[0]?.url.href).toBe(
    'https://search.example/KEY/SITE/search?q=red%20shoes&version=V2&user-type=first-time&uid=uid-1',
  )
  expect(requests[0]?.init.headers).toEqual({})
})

test('nothing is sent about an unknown visitor, and another version can be requested', () => {
  const { search, requests } = openBrowse({ user: () => undefined })
  search('shoes')
  search({ query: 'shoes', version: 'V1' })
  expect(requests.map(({ url }) => url.search)).toEqual([
    '?q=shoes&version=V2',
    '?q=shoes&version=V1',
  ])
})

test('optional headers contain the user id and the device type in printable ASCII', () => {
  const { search, requests } = openBrowse({
    browseHeaders: true,
    user: () => ({ uid: 'a b~Ж\n\ud800' as UserId, visit_type: 'repeat' }),
  })
  search('shoes')
  expect(requests[0]?.init.headers).toEqual({
    'svc-user-id': 'a b~%D0%96%0A%EF%BF%BD',
    'svc-device-type': '{"type":"mobile","os":"ios","source":"browser"}',
  })
})

test.each<readonly [query: BrowseQuery, page: string]>([
  [{ page: 'Men>Shoes' }, 'Men>Shoes'],
  [{ page: { path: ['Men', 'Shoes'] } }, 'categoryPath:"Men>Shoes"'],
  [{ page: 'ignored', pageId: { path: ['10', '11'] } }, 'categoryPathId:"10>11"'],
])('the list of %j is its page %s', async (query, page) => {
  const { browse, requests, lists } = openBrowse()
  const reply = browse(query)
  requests[0]?.answer(found('a'), { headers: { 'x-request-id': 'r2', 'svc-request-id': 'r1' } })
  expect((await reply).requestId).toBe('r1')
  expect(lists).toEqual([[{ page, requestId: 'r1' }, ['a'], true]])
})

test("the context of a search is its query; a list beside the page's list sets none", async () => {
  const { search, requests, lists } = openBrowse()
  const reply = search({ query: ' red shoes ' }, { context: false })
  requests[0]?.answer(found('a'), { headers: { 'x-request-id': 'r2' } })
  await reply
  const next = search('shoes')
  requests[1]?.answer(found())
  expect((await next).requestId).toBeUndefined()
  expect(lists).toEqual([
    [{ query: 'red shoes', requestId: 'r2' }, ['a'], false],
    [{ query: 'shoes' }, [], true],
  ])
})

test.each<readonly [method: 'browse' | 'search', query: unknown]>([
  ...[{}, '', { page: { path: [] } }, { pageId: { path: ['', ''] } }, undefined, 7, []].map(
    (query) => ['browse', query] as const,
  ),
  ['browse', { page: 'a', query: 'b' }],
  ...[null, undefined, '  ', { query: 7 }].map((query) => ['search', query] as const),
  ['search', { pageId: 'a:1', query: 'b' }],
  ['search', { query: 'q', rows: 101 }],
])('%s of %j is refused by name, without a request', async (method, query) => {
  const client = openBrowse()
  const error = await client[method](query as never).catch((reason: Error) => reason)
  expect(error).toEqual(failure('bad-request'))
  expect(String(error), 'a sentence of ours').not.toMatch(/destructure|is not a function|TypeError/)
  expect([client.requests.length, client.clock.pending()]).toEqual([0, 0])
})

test.each(['browseUrl', 'apiKey'])('without the setting %s, a call is refused', async (setting) => {
  const { search } = openBrowse({ [setting]: undefined })
  await expect(search('shoes')).rejects.toThrow(/bad-request: .*browseUrl or apiKey/)
})

test.each<readonly [answer: string, options: ResponseInit, fault: string]>([
  ['no', { status: 404 }, 'not-found'],
  ['{"searchMetaData":{"status":500}}', {}, 'server'],
  ...['{html}', '{"response":{"produ', '{"response":{}}', ''].map(
    (answer) => [answer, {}, 'malformed-reply'] as const,
  ),
])('the answer %s, %j is the fault %s, and no list', async (answer, options, fault) => {
  const { search, requests, lists } = openBrowse()
  const reply = search('shoes')
  requests[0]?.answer(answer, options)
  await expect(reply).rejects.toEqual(failure(fault))
  expect(lists).toEqual([])
})

test('a later call that is refused cancels the earlier one: the shopper has moved on', async () => {
  const { search } = openBrowse()
  const earlier = search('shoes', { latest: 'type-ahead' })
  const emptied = search('', { latest: 'type-ahead' })
  await expect(earlier).rejects.toEqual(failure('aborted'))
  await expect(emptied).rejects.toEqual(failure('bad-request'))
})
