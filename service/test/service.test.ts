import { expect, test } from 'vitest'
import { catalogOf } from '../../test/support/fixtures/memory-stores.ts'
import { rawRequest } from '../../test/support/fixtures/raw-request.ts'
import { serviceFor } from '../../test/support/fixtures/service-for.ts'
import { createRequestLog } from '../browse/request-log.ts'
import { demoKeys } from '../http/keys.ts'
import { createService } from '../start/service.ts'
import { openDatabase } from '../store/database.ts'

const service = serviceFor('file')

const ADMIN = [
  ['GET', '/admin/events'],
  ['GET', '/admin/counts'],
  ['GET', '/admin/wait'],
  ['POST', '/admin/reset'],
  ['POST', '/admin/faults'],
] as const

test('the admin path is closed by default', async () => {
  const db = openDatabase(':memory:')
  const closed = await createService({ catalog: await catalogOf([]), db, keys: demoKeys })
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
    const reply = await rawRequest(service.url, { path: target })
    reply.resume()
    expect([reply.statusCode, reply.headers.location], target).toEqual([status, undefined])
  }
})

const getPage = (path: string) => fetch(service.url + path)

test('a released version is cached forever, but the other scripts are not', async () => {
  const { folder } = (await (await getPage('/manifest.json')).json()) as { folder: string }
  const released = await getPage(`/${folder}/svc.js`)
  expect(released.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await getPage('/svc.js')).headers.get('cache-control')).toBe('no-cache')
})

test('the log of requests keeps the last 500, and counts all', () => {
  const log = createRequestLog()
  const entry = { kind: 'search', query: '', status: 200, milliseconds: 1 } as const
  for (let at = 0; at < 600; at += 1)
    log.add({ ...entry, at, isUncounted: at % 2 === 0, uid: '', requestId: '' })
  expect([log.list().length, log.list()[0]?.at]).toEqual([500, 599])
  expect(log.totals()).toEqual({ all: 600, uncounted: 300 })
})
