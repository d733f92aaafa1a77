import { expect, test } from 'vitest'
import { isLoopback } from '../../../service/http/access-control.ts'
import { startService } from '../../support/fixtures/local-service.ts'
import { rawRequest } from '../../support/fixtures/raw-request.ts'
import { serviceFor } from '../../support/fixtures/service-for.ts'

const open = serviceFor('file')
const guarded = serviceFor('file', { token: 'open sesame' })

const PATHS = [
  'GET /events',
  'GET /events/list',
  'GET /events/stream',
  'GET /analytics',
  'GET /events/export?format=ndjson',
  'GET /analytics/data',
  'GET /attribution',
  'GET /attribution/data',
  'GET /requests',
  'GET /requests/list',
  'GET /console/console.css',
  'GET /admin/events',
  'GET /admin/counts',
  'POST /admin/reset',
  'POST /admin/faults',
] as const

async function ask(url: string, path: string, headers: Record<string, string> = {}) {
  const [method, where] = path.split(' ')
  const reply = await rawRequest(`${url}${where}`, { method, headers })
  reply.destroy()
  return { status: reply.statusCode ?? 0, headers: reply.headers }
}

test('without a token, this machine has full access', async () => {
  const { url } = open
  for (const path of PATHS) expect((await ask(url, path)).status, path).toBeLessThan(300)
})

const foreign: readonly Record<string, string>[] = [
  { host: 'attacker.example' },
  { host: '127.0.0.1.attacker.example' },
  { host: 'localhost.attacker.example:8080' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  { origin: 'https://attacker.example' },
  { host: 'a b' },
  { host: '[::1' },
  { origin: 'null' },
  { origin: 'file://' },
  { origin: 'http://127.0.0.1:1' },
  { origin: 'https://attacker.example', 'sec-fetch-site': 'none' },
]
test('a request of another site or for another host name is refused', async () => {
  const { url } = open
  for (const headers of foreign)
    for (const path of PATHS)
      expect((await ask(url, path, headers)).status, JSON.stringify([path, headers])).toBe(403)
})

test('a link from another site may be followed, a form may not be sent', async () => {
  const { url } = open
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  expect((await ask(url, 'GET /events', headers)).status).toBe(200)
  expect((await ask(url, 'POST /admin/reset', headers)).status).toBe(403)
})

test('a page of the service itself may change data', async () => {
  const { url } = open
  for (const headers of [{ origin: url }, { origin: url, 'sec-fetch-site': 'same-origin' }]) {
    expect((await ask(url, 'POST /admin/reset', headers)).status).toBe(204)
  }
})

test('wrong tokens are limited across all private paths', async () => {
  const { url, close } = await startService({ token: 'open sesame' })
  const guess = (path: string, token: string) =>
    ask(url, path, { authorization: `Bearer ${token}` })
  for (let n = 0; n < 20; n += 1) {
    const path = n % 2 === 0 ? 'GET /events' : 'GET /admin/counts'
    expect((await guess(path, `guess ${n}`)).status).toBe(401)
  }
  const refused = await guess('GET /events', 'open sesame')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(url, 'GET /events')).status).toBe(401)
  await close()
})

test('simultaneous guesses are limited too', async () => {
  const { url, close } = await startService({ token: 'open sesame' })
  const statuses = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      ask(url, 'GET /events', { authorization: `Bearer ${n}` }).then(({ status }) => status),
    ),
  )
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20)
  await close()
})

test('if there is a token, every request needs it', async () => {
  const { url } = guarded
  for (const path of PATHS) {
    expect((await ask(url, path)).status, path).toBe(401)
    for (const authorization of ['Basic open sesame', 'Bearer']) {
      expect((await ask(url, path, { authorization })).status, path).toBe(401)
    }
    const allowed = await ask(url, path, {
      authorization: 'Bearer open sesame',
      host: 'shop.example',
    })
    expect(allowed.status, path).toBeLessThan(300)
  }
})

test('a token in the URL is remembered and removed from it', async () => {
  const { url } = guarded
  const reply = await ask(url, 'GET /events?token=open%20sesame')
  expect([reply.status, reply.headers.location]).toEqual([302, '/events'])
  const [cookie = ''] = reply.headers['set-cookie'] as string[]
  expect(cookie).toContain('HttpOnly; SameSite=Strict')
  const [pair = ''] = cookie.split(';')
  expect((await ask(url, 'GET /events', { cookie: pair })).status).toBe(200)
  expect((await ask(url, 'GET /events?token=wrong')).status).toBe(401)
  expect((await ask(url, 'GET /events', { cookie: 'svc_console=wrong' })).status).toBe(401)
})

test('the tracker needs no token', async () => {
  const { url } = guarded
  expect((await ask(url, 'GET /v2/1p.jpg', { host: 'any.example' })).status).toBe(200)
})

test('private responses, including errors, are never cached and never shown as a page', async () => {
  const { url } = guarded
  for (const authorization of ['Bearer open sesame', '']) {
    for (const path of [...PATHS, 'GET /metrics']) {
      const { headers } = await ask(url, path, { authorization })
      expect(headers, path).toMatchObject({
        ...{ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
        'content-security-policy': expect.stringMatching(/^(?!.*unsafe).*default-src 'none'/),
      })
      expect(headers['access-control-allow-origin'], path).toBeUndefined()
    }
  }
})

test('only this machine can reach a loopback host', () => {
  for (const host of ['127.0.0.1', 'localhost', '::1', '127.1.2.3']) {
    expect(isLoopback(host), host).toBe(true)
  }
  for (const host of ['0.0.0.0', '::', '192.168.1.2', 'shop.example', '127.0.0.1.example', '']) {
    expect(isLoopback(host), host).toBe(false)
  }
})
