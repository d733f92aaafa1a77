import { expect, test } from 'vitest'
import { createRequestLog } from '../../../service/browse/request-log.ts'
import { demoKeys } from '../../../service/http/keys.ts'
import { createService } from '../../../service/start/service.ts'
import { openDatabase } from '../../../service/store/database.ts'
import { startService } from '../../support/fixtures/local-service.ts'
import { smallFeed } from '../../support/fixtures/made-feed.ts'
import { catalogOf } from '../../support/fixtures/memory-stores.ts'
import { rawRequest } from '../../support/fixtures/raw-request.ts'
import { serviceFor } from '../../support/fixtures/service-for.ts'

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

const getPage = (path: string, url = service.url) =>
  fetch(url + path, { headers: { accept: 'text/html' }, redirect: 'manual' })

test('pages of the shop run only their own scripts and are revalidated', async () => {
  for (const path of ['/', '/cart', '/c/Men', '/p/P1', '/no/such/page']) {
    const { headers } = await getPage(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("default-src 'self'; script-src 'self' 'sha256-")
    expect(policy, path).not.toMatch(/script-src[^;]*(unsafe-inline|unsafe-eval|\*)/)
    expect(headers.get('cache-control'), path).toBe('no-cache')
  }
})

test('a released version is cached forever, but the other scripts are not', async () => {
  const { folder } = (await (await getPage('/manifest.json')).json()) as { folder: string }
  const released = await getPage(`/${folder}/svc.js`)
  expect(released.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await getPage('/svc.js')).headers.get('cache-control')).toBe('no-cache')
})

test('URLs of missing products, brands and categories are a 404', async () => {
  for (const path of ['/p/P999', '/b/Nobody', '/c/Nowhere', '/c/Shoes', '/no/such/page'])
    expect((await getPage(path)).status, path).toBe(404)
  for (const path of ['/p/P1', '/b/Akira', '/c/Men/Shoes', '/c/Outdoor/Water/Kayaks', '/new'])
    expect((await getPage(path)).status, path).toBe(200)
})

test('a URL with a lone surrogate is a 404, and breaks nothing', async () => {
  const odd = await startService({ feed: [...smallFeed(3), { uniqueId: '\ud800', title: 'x' }] })
  expect((await getPage('/p/%ED%A0%80', odd.url)).status).toBeGreaterThanOrEqual(400)
  expect((await getPage('/p/P1', odd.url)).status).toBe(200)
  await odd.close()
})

test('the log of requests keeps the last 500, and counts all', () => {
  const log = createRequestLog()
  const entry = { kind: 'search', query: '', status: 200, milliseconds: 1 } as const
  for (let at = 0; at < 600; at += 1)
    log.add({ ...entry, at, isUncounted: at % 2 === 0, uid: '', requestId: '' })
  expect([log.list().length, log.list()[0]?.at]).toEqual([500, 599])
  expect(log.totals()).toEqual({ all: 600, uncounted: 300 })
})
