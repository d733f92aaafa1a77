import { expect, test } from 'vitest'
import {
  type BrowseDeps,
  type BrowseOptions,
  createBrowse,
} from '../../../src/parts/clients/browse/browse'
import type { BrowseQuery } from '../../../src/parts/clients/browse/query-types'
import { createHttp } from '../../../src/parts/clients/http'
import type { UserId } from '../../../src/wire/tracker-event'
import { fakeFetch, settle } from '../../support/fakes/fake-fetch'
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

test('a page is asked for by GET under the keys, with the visitor', async () => {
  const { browse, requests } = openBrowse()
  const reply = browse('categoryPath:"Men>Shoes"')
  requests[0]?.answer(found('a', 'b'))

  expect(requests[0]?.url.href).toBe(
    'https://search.example/KEY/SITE/category?p=categoryPath%3A%22Men%3EShoes%22' +
      '&version=V2&pagetype=boolean&user-type=first-time&uid=uid-1',
  )
  expect(await reply).toMatchObject({ products: [{ uniqueId: 'a' }, { uniqueId: 'b' }], total: 2 })
})

test('a search is asked for at its own path, and has no page type', () => {
  const { search, requests } = openBrowse()
  search('red shoes')
  expect(requests[0]?.url.href).toBe(
    'https://search.example/KEY/SITE/search?q=red%20shoes&version=V2&user-type=first-time&uid=uid-1',
  )
})

test('of a visitor who is not known nothing is sent, and the version may be another', () => {
  const { search, requests } = openBrowse({ user: () => undefined })
  search('shoes')
  search({ query: 'shoes', version: 'V1' })
  expect(requests.map(({ url }) => url.search)).toEqual([
    '?q=shoes&version=V2',
    '?q=shoes&version=V1',
  ])
})

test('no header is sent unless it is switched on, so that there is no preflight', () => {
  const { search, requests } = openBrowse()
  search('shoes')
  expect(requests[0]?.init.headers).toEqual({})
})

test('headers that are switched on say who and on which device, in printable ASCII', () => {
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

const contexts: [query: BrowseQuery, page: string][] = [
  [{ page: 'Men>Shoes' }, 'Men>Shoes'],
  [{ page: { path: ['Men', 'Shoes'] } }, 'categoryPath:"Men>Shoes"'],
  [{ page: 'ignored', pageId: { path: ['10', '11'] } }, 'categoryPathId:"10>11"'],
]
for (const [query, page] of contexts) {
  test(`the list of ${JSON.stringify(query)} is its page`, async () => {
    const { browse, requests, lists } = openBrowse()
    const reply = browse(query)
    requests[0]?.answer(found('a'), { headers: { 'x-request-id': 'r2', 'svc-request-id': 'r1' } })

    expect((await reply).requestId).toBe('r1')
    expect(lists).toEqual([[{ page, requestId: 'r1' }, ['a'], true]])
  })
}

test('the context of a search is its query; beside the list it is none', async () => {
  const { search, requests, lists } = openBrowse()
  const reply = search({ query: ' red shoes ' }, { context: false })
  requests[0]?.answer(found('a'), { headers: { 'x-request-id': 'r2' } })
  await reply
  expect(lists).toEqual([[{ query: 'red shoes', requestId: 'r2' }, ['a'], false]])
})

test('an answer without a request id is a list without one', async () => {
  const { search, requests, lists } = openBrowse()
  const reply = search('shoes')
  requests[0]?.answer(found())
  expect((await reply).requestId).toBeUndefined()
  expect(lists).toEqual([[{ query: 'shoes' }, [], true]])
})

const impossible: [
  why: string,
  call: (client: ReturnType<typeof openBrowse>) => Promise<unknown>,
][] = [
  ['a page that is not named', ({ browse }) => browse({})],
  ['an empty page', ({ browse }) => browse('')],
  ['a page without levels', ({ browse }) => browse({ page: { path: [] } })],
  ['a page whose levels are empty', ({ browse }) => browse({ pageId: { path: ['', ''] } })],
  ['nothing', ({ browse }) => browse(undefined as never)],
  ['null', ({ search }) => search(null as never)],
  ['a number', ({ browse }) => browse(7 as never)],
  ['a list', ({ browse }) => browse([] as never)],
  ['a page with a query', ({ browse }) => browse({ page: 'a', query: 'b' } as never)],
  ['a search with a page', ({ search }) => search({ pageId: 'a:1', query: 'b' } as never)],
  ['a blank query', ({ search }) => search('  ')],
  ['no query', ({ search }) => search(undefined as never)],
  ['a query that is none', ({ search }) => search({ query: 7 } as never)],
  ['more rows than there can be', ({ search }) => search({ query: 'q', rows: 101 })],
  ['a parameter that does not exist', ({ search }) => search({ query: 'q', row: 1 } as never)],
]
for (const [why, call] of impossible) {
  test(`${why} is refused by name, without a request`, async () => {
    const client = openBrowse()
    const error = (await call(client).catch((reason: unknown) => reason)) as Error
    expect(error).toEqual(failure('bad-request'))
    expect(error.message, 'a sentence of ours').not.toMatch(
      /destructure|is not a function|TypeError/,
    )
    expect(client.requests).toHaveLength(0)
    expect(client.clock.pending()).toBe(0)
  })
}

test('a limit is in the message', async () => {
  const { browse } = openBrowse()
  await expect(browse({ page: 'a', rows: 101 })).rejects.toThrow(/rows 101: .* to 100/)
})

for (const setting of ['browseUrl', 'apiKey'] as const) {
  test(`without the setting ${setting} a call is refused, and says what is missing`, async () => {
    const { search } = openBrowse({ [setting]: undefined })
    await expect(search('shoes')).rejects.toThrow(/bad-request: .*browseUrl or apiKey/)
  })
}

const answers: [what: string, answer: string, options: ResponseInit, fault: string][] = [
  ['an unknown path', 'no', { status: 404 }, 'not-found'],
  ['a failure of the service', 'no', { status: 500 }, 'server'],
  ['a failure that the answer tells', '{"searchMetaData":{"status":500}}', {}, 'server'],
  ['a web page', '{html}', {}, 'malformed-reply'],
  ['half an answer', '{"response":{"produ', {}, 'malformed-reply'],
  ['an answer without products', '{"response":{}}', {}, 'malformed-reply'],
  ['an empty answer', '', {}, 'malformed-reply'],
]
for (const [what, answer, options, fault] of answers) {
  test(`${what} is the fault ${fault}, and no list`, async () => {
    const { search, requests, lists } = openBrowse()
    const reply = search('shoes')
    requests[0]?.answer(answer, options)
    await expect(reply).rejects.toEqual(failure(fault))
    expect(lists).toEqual([])
  })
}

test('identical calls at the same time are one request with one reply', async () => {
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

test('the same call later is a new request', async () => {
  const { search, requests } = openBrowse()
  const first = search('shoes')
  requests[0]?.answer(found('a'))
  await first
  search('shoes')
  expect(requests).toHaveLength(2)
})

test('after a failure the same call is a new request', async () => {
  const { search, requests } = openBrowse()
  const first = search('shoes')
  requests[0]?.answer('', { status: 500 })
  await first.catch(() => {})
  search('shoes')
  expect(requests).toHaveLength(2)
})

function withSignal(search: (query: string, options: BrowseOptions) => Promise<unknown>) {
  const controller = new AbortController()
  return { reply: search('shoes', { signal: controller.signal }), abort: () => controller.abort() }
}

test('who calls off a shared request leaves the others their answer', async () => {
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

test('the last one who calls off takes the request along; a call right after asks anew', async () => {
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

test('a signal that fires after the answer changes nothing', async () => {
  const { search, requests } = openBrowse()
  const { reply, abort } = withSignal(search)
  requests[0]?.answer(found('a'))
  await reply
  abort()
  search('shoes')
  expect(requests).toHaveLength(2)
})

test('of calls of one name only the latest is answered, in any order of responses', async () => {
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

test('a later call that is refused calls off the earlier: the shopper has moved on', async () => {
  const { search } = openBrowse()
  const earlier = search('shoes', { latest: 'type-ahead' })
  const emptied = search('', { latest: 'type-ahead' })
  await expect(earlier).rejects.toEqual(failure('aborted'))
  await expect(emptied).rejects.toEqual(failure('bad-request'))
})

test('the same call again under the same name goes on with the request under way', async () => {
  const { search, requests } = openBrowse()
  const earlier = search('shoes', { latest: 'type-ahead' })
  const again = search('shoes', { latest: 'type-ahead' })
  requests[0]?.answer(found('a'))
  await expect(earlier).rejects.toEqual(failure('aborted'))
  expect((await again).total).toBe(1)
  expect(requests).toHaveLength(1)
})

test('offline is the fault network, after the second try', async () => {
  const { search, requests, clock } = openBrowse()
  const reply = search('shoes')
  requests[0]?.fail()
  await settle()
  clock.advance(300)
  await settle()
  requests[1]?.fail()
  await expect(reply).rejects.toEqual(failure('network'))
})

test('no answer is the fault timeout', async () => {
  const { search, clock } = openBrowse()
  const reply = search('shoes')
  clock.advance(30_000)
  await expect(reply).rejects.toEqual(failure('timeout'))
})
