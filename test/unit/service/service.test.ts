import { type IncomingMessage, request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadCatalog } from '../../../service/catalog/catalog.ts'
import { demoKeys } from '../../../service/http/keys.ts'
import { createService } from '../../../service/start/service.ts'
import { openDatabase } from '../../../service/store/database.ts'
import { createProductStore } from '../../../service/store/stored-products.ts'
import { eventPath } from '../../support/fixtures/event-requests.ts'
import { startService, type TestService } from '../../support/fixtures/local-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const ADMIN = [
  ['GET', '/admin/events'],
  ['GET', '/admin/counts'],
  ['GET', '/admin/wait'],
  ['POST', '/admin/reset'],
  ['POST', '/admin/faults'],
] as const

const get = (path: string, init?: RequestInit) => fetch(service.url + path, init)
const pixel = (t: string) => eventPath('click', { t: `${t}|0.1` })

test('an event is answered with an image that is never cached and open to all', async () => {
  const reply = await get(pixel('1'))
  expect(reply.status).toBe(200)
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/gif',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'x-request-id, svc-ignored, svc-verdict, svc-reasons, svc-drops-repeats',
    'svc-drops-repeats': '1',
    'cross-origin-resource-policy': 'cross-origin',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test('an event sent twice is kept once, and the repeat is counted', async () => {
  await get(pixel('1'))
  await get(pixel('1'))
  expect(await service.received()).toMatchObject([{ action: 'click', isGood: true, repeats: 1 }])
})

test('a bad event is kept with its reasons', async () => {
  await get('/v2/1p.jpg?data=%7B&action=click&uid=u1')
  const reasons = ['SvcKey is missing.', 't is missing.', 'data is not JSON: it begins with "{".']
  expect(await service.received('click')).toMatchObject([{ isGood: false, reasons }])
})

test('broken percent-encoding is kept as a bad event that names the parameter', async () => {
  await get('/v2/1p.jpg?action=click&uid=%E9')
  const [event] = await service.received()
  expect(event?.reasons[0]).toBe('uid: The value is not percent-encoded UTF-8.')
})

test('a fault lasts as often as it was asked for, and its events are not kept', async () => {
  await service.faults({ status: 503, retryAfter: 2, times: 2 })
  const replies = [await get(pixel('1')), await get(pixel('1')), await get(pixel('1'))]
  expect(replies.map(({ status }) => status)).toEqual([503, 503, 200])
  expect(replies[0]?.headers.get('retry-after')).toBe('2')
  expect(await service.received()).toMatchObject([{ repeats: 0 }])
})

test('a reset connection gives no answer', async () => {
  await service.faults({ reset: true })
  await expect(get(pixel('1'))).rejects.toThrow()
  expect(await service.received()).toEqual([])
})

test('a test waits for events, and is told what came instead', async () => {
  const waiting = service.waitFor('click', 2)
  await get(pixel('1'))
  await get(pixel('2'))
  expect(await waiting).toHaveLength(2)
  await expect(service.waitFor('order', 1, 1)).rejects.toThrow('Waited for 1 of order')
})

test('an unknown path, unknown keys and a path out of the folders are not found', async () => {
  for (const path of ['/nothing', '/no/keys/category', '/%2e%2e/package.json']) {
    const reply = await get(path)
    expect(reply.status, path).toBe(404)
    expect((await reply.json()).error.name, path).toBe('not-found')
  }
  expect((await get('/..%2fpackage.json')).status).toBe(403)
})

test('a URL that Node cannot hold is refused by name', async () => {
  const reply = await get(`/v2/1p.jpg?data=${'x'.repeat(200_000)}`)
  expect(reply.status).toBe(431)
  expect((await reply.json()).error.name).toBe('url-too-long')
})

test('a page of the catalogue is found by its path', async () => {
  const { apiKey, siteKey } = service.keys
  const reply = await get(`/${apiKey}/${siteKey}/category?p=Men%3EShoes&rows=2&pagetype=boolean`)
  const { response } = await reply.json()
  expect(response).toMatchObject({ numberOfProducts: 40, start: 0 })
  expect(response.products).toHaveLength(2)
})

test('the admin path is closed unless asked for', async () => {
  const db = openDatabase(':memory:')
  const catalog = await loadCatalog(createProductStore(db), [])
  const closed = await createService({ catalog, db, keys: demoKeys })
  for (const [method, path] of ADMIN) {
    expect((await closed.inject({ method, url: path })).statusCode, path).toBe(404)
  }
  await closed.close()
})

test('an absolute URL in the request line is refused, not followed', async () => {
  for (const [target, status] of [
    ['http://evil.example/events?token=x', 400],
    ['//evil.example/docs', 404],
    ['//', 404],
  ] as const) {
    const reply = await new Promise<IncomingMessage>((settle, fail) => {
      request(service.url, { path: target }, settle).on('error', fail).end()
    })
    reply.resume()
    expect([reply.statusCode, reply.headers.location], target).toEqual([status, undefined])
  }
})
