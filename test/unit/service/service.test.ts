import { type IncomingMessage, request } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadCatalog } from '../../../service/catalog/catalog.ts'
import { demoKeys } from '../../../service/keys.ts'
import { createService } from '../../../service/service.ts'
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

test('a test waits for events, and is told what came instead', async () => {
  const waiting = service.waitFor('click', 2)
  await get(pixel('1'))
  await get(pixel('2'))
  expect(await waiting).toHaveLength(2)
  await expect(service.waitFor('order', 1, 1)).rejects.toThrow('Waited for 1 of order')
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
