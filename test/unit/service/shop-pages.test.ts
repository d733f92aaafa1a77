import { afterEach, beforeEach, expect, test } from 'vitest'
import { startService, type TestService } from '../../support/fixtures/local-service.ts'
import { smallFeed } from '../../support/fixtures/made-feed.ts'

let service: TestService
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const get = (path: string) =>
  fetch(service.url + path, { headers: { accept: 'text/html' }, redirect: 'manual' })

test('pages of the shop run only their own scripts and are asked for anew', async () => {
  for (const path of ['/', '/cart', '/c/Men', '/p/P1', '/no/such/page']) {
    const { headers } = await get(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("default-src 'self'; script-src 'self' 'sha256-")
    expect(policy, path).not.toMatch(/script-src[^;]*(unsafe-inline|unsafe-eval|\*)/)
    expect(headers.get('cache-control'), path).toBe('no-cache')
  }
})

test('a released version is kept for ever, the scripts beside it are not', async () => {
  const { folder } = (await (await get('/manifest.json')).json()) as { folder: string }
  const released = await get(`/${folder}/svc.js`)
  expect(released.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await get('/svc.js')).headers.get('cache-control')).toBe('no-cache')
})

test('addresses of products, brands and categories that are not there answer 404', async () => {
  for (const path of ['/p/P999', '/b/Nobody', '/c/Nowhere', '/c/Shoes', '/no/such/page'])
    expect((await get(path)).status, path).toBe(404)
  for (const path of ['/p/P1', '/b/Akira', '/c/Men/Shoes', '/c/Outdoor/Water/Kayaks', '/new'])
    expect((await get(path)).status, path).toBe(200)
})

test('the icon that browsers ask for is there', async () => {
  expect((await get('/favicon.ico')).headers.get('content-type')).toContain('image/svg+xml')
})

test('half a character in an address is not found, and breaks nothing', async () => {
  await service.close()
  service = await startService({ feed: [...smallFeed(3), { uniqueId: '\ud800', title: 'x' }] })
  expect((await get('/p/%ED%A0%80')).status).toBeGreaterThanOrEqual(400)
  expect((await get('/p/P1')).status).toBe(200)
})
