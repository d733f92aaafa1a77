import { expect, test } from 'vitest'
import {
  type BrowseDeps,
  type BrowseOptions,
  createBrowse,
} from '../../../src/parts/clients/browse/browse'
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

test('a search is requested at its own path, without a page type', () => {
  const { search, requests } = openBrowse()
  search('red shoes')
  expect(requests[0]?.url.href).toBe(
    'https://search.example/KEY/SITE/search?q=red%20shoes&version=V2&user-type=first-time&uid=uid-1',
  )
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

test('by default, no headers are sent, so that there is no preflight', () => {
  const { search, requests } = openBrowse()
  search('shoes')
  expect(requests[0]?.init.headers).toEqual({})
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
  expect(lists).toEqual([[{ query: 'red shoes', requestId: 'r2' }, ['a'], false]])
})

test('a response without a request id gives a list without one', async () => {
  const { search, requests, lists } = openBrowse()
  const reply = search('shoes')
  requests[0]?.answer(found())
  expect((await reply).requestId).toBeUndefined()
  expect(lists).toEqual([[{ query: 'shoes' }, [], true]])
})

test.each<readonly [method: 'browse' | 'search', query: unknown]>([
  ...[{}, '', { page: { path: [] } }, { pageId: { path: ['', ''] } }, undefined, 7, []].map(
    (query) => ['browse', query] as const,
  ),
  ['browse', { page: 'a', query: 'b' }],
  ...[null, undefined, '  ', { query: 7 }].map((query) => ['search', query] as const),
  ['search', { pageId: 'a:1', query: 'b' }],
  ['search', { query: 'q', rows: 101 }],
  ['search', { query: 'q', row: 1 }],
])('%s of %j is refused by name, without a request', async (method, query) => {
  const client = openBrowse()
  const error = await client[method](query as never).catch((reason: Error) => reason)
  expect(error).toEqual(failure('bad-request'))
  expect(String(error), 'a sentence of ours').not.toMatch(/destructure|is not a function|TypeError/)
  expect([client.requests.length, client.clock.pending()]).toEqual([0, 0])
})

test('the message names the limit', async () => {
  const { browse } = openBrowse()
  await expect(browse({ page: 'a', rows: 101 })).rejects.toThrow(/rows 101: .* to 100/)
})

for (const setting of ['browseUrl', 'apiKey'] as const) {
  test(`without the setting ${setting}, a call is refused with what is missing`, async () => {
    const { search } = openBrowse({ [setting]: undefined })
    await expect(search('shoes')).rejects.toThrow(/bad-request: .*browseUrl or apiKey/)
  })
}

test.each<readonly [answer: string, options: ResponseInit, fault: string]>([
  ['no', { status: 404 }, 'not-found'],
  ['no', { status: 500 }, 'server'],
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

test('simultaneous identical calls share one request and one reply', async () => {
  const { search, requests, lists } = openBrowse()
  const [one, other] = [search('shoes'), search('shoes')]
  const different = search('boots')
  expect(requests).toHaveLength(2)

  requests[0]?.answer(found('a'))
  requests[1]?.answer(found('b'))
  expect(await one).toBe(await other)
  expect((await different).products).toEqual([{ uniqueId: 'b' }])
  expect(lists).toHaveLength(3)
})

test('the same call later, or after a failure, is a new request', async () => {
  for (const options of [{}, { status: 500 }]) {
    const { search, requests } = openBrowse()
    const first = search('shoes')
    requests[0]?.answer(found('a'), options)
    await first.catch(() => {})
    search('shoes')
    expect(requests).toHaveLength(2)
  }
})

function withSignal(search: (query: string, options: BrowseOptions) => Promise<unknown>) {
  const controller = new AbortController()
  return { reply: search('shoes', { signal: controller.signal }), abort: () => controller.abort() }
}

test('a caller that cancels a shared request does not affect the others', async () => {
  const { search, requests, lists } = openBrowse()
  const leaving = withSignal(search)
  const staying = search('shoes')
  leaving.abort()
  await expect(leaving.reply).rejects.toEqual(failure('aborted'))
  expect(requests[0]?.init.signal?.aborted).toBe(false)

  requests[0]?.answer(found('a'))
  expect((await staying).total).toBe(1)
  expect(lists).toHaveLength(1)
})

test('a shared request is aborted when its last caller cancels; a later call makes a new request', async () => {
  const { search, requests } = openBrowse()
  const [one, other] = [withSignal(search), withSignal(search)]
  one.abort()
  other.abort()
  const next = search('shoes')
  expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([true, false])

  await expect(one.reply).rejects.toEqual(failure('aborted'))
  await expect(other.reply).rejects.toEqual(failure('aborted'))
  requests[1]?.answer(found('a'))
  expect((await next).total).toBe(1)
})

test('aborting after the response has no effect', async () => {
  const { search, requests } = openBrowse()
  const { reply, abort } = withSignal(search)
  requests[0]?.answer(found('a'))
  await reply
  abort()
  search('shoes')
  expect(requests).toHaveLength(2)
})

test('only the latest call with a name is answered, in any order of responses', async () => {
  const { search, requests, lists } = openBrowse()
  const latest = 'type-ahead'
  const replies = ['s', 'sh', 'sho'].map((query) => search(query, { latest }))
  const beside = search('beside', { latest: 'other' })
  requests[2]?.answer(found('c'))
  requests[3]?.answer(found('d'))

  await expect(replies[0]).rejects.toEqual(failure('aborted'))
  await expect(replies[1]).rejects.toEqual(failure('aborted'))
  expect((await replies[2])?.products).toEqual([{ uniqueId: 'c' }])
  expect((await beside).total).toBe(1)
  expect(lists).toHaveLength(2)
  expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([true, true, false, false])
})

test('a later call cancels the earlier one even if it is refused, because the shopper has moved on', async () => {
  const { search } = openBrowse()
  const earlier = search('shoes', { latest: 'type-ahead' })
  const emptied = search('', { latest: 'type-ahead' })
  await expect(earlier).rejects.toEqual(failure('aborted'))
  await expect(emptied).rejects.toEqual(failure('bad-request'))
})

test('an identical call with the same name joins the request in flight', async () => {
  const { search, requests } = openBrowse()
  const earlier = search('shoes', { latest: 'type-ahead' })
  const again = search('shoes', { latest: 'type-ahead' })
  requests[0]?.answer(found('a'))
  await expect(earlier).rejects.toEqual(failure('aborted'))
  expect((await again).total).toBe(1)
  expect(requests).toHaveLength(1)
})
