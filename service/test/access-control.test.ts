import { get } from 'node:https'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startService } from '../../test/support/fixtures/local-service.ts'
import { catalogOf } from '../../test/support/fixtures/memory-stores.ts'
import { rawRequest } from '../../test/support/fixtures/raw-request.ts'
import { serviceFor } from '../../test/support/fixtures/service-for.ts'
import { isLoopback } from '../http/access-control.ts'
import { createApp } from '../http/app.ts'
import { demoKeys } from '../http/keys.ts'
import { selfMadeCertificate } from '../start/prepare-start.ts'
import { createService } from '../start/service.ts'
import { openDatabase } from '../store/database.ts'
import { createRefusedRequests } from '../tracker/refused-requests.ts'

const open = serviceFor('file')
const guarded = serviceFor('file', { token: 'open sesame' })

const PATHS = [
  'GET /events',
  'GET /events/list',
  'GET /events/stream',
  'GET /analytics',
  'GET /events/export?format=ndjson',
  'GET /analytics/data',
  'GET /analytics/attribution',
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

/** The status of a request that is sent as it is. */
async function rawStatus(url: string, request: string): Promise<number> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname, () => socket.write(request))
  socket.setTimeout(5_000, () => socket.destroy())
  for await (const chunk of socket) {
    socket.destroy()
    return Number(/^HTTP\/1\.\d (\d+)/.exec(String(chunk))?.[1])
  }
  return 0
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

const proxied: readonly Record<string, string>[] = [
  { forwarded: 'for=203.0.113.5' },
  { 'x-forwarded-for': '203.0.113.5' },
  { 'x-forwarded-host': 'shop.example' },
  { 'x-forwarded-proto': 'https' },
  { 'x-real-ip': '203.0.113.5' },
  { via: '1.1 proxy.example' },
]
test('without a token, a request that a proxy passed on is refused', async () => {
  for (const path of [...PATHS, 'GET /metrics']) {
    for (const headers of proxied)
      expect((await ask(open.url, path, headers)).status, JSON.stringify([path, headers])).toBe(403)
    // nginx without any setting: HTTP/1.0 and the service's own host name.
    const { host } = new URL(open.url)
    expect(await rawStatus(open.url, `${path} HTTP/1.0\r\nHost: ${host}\r\n\r\n`)).toBe(403)
  }
  for (const headers of proxied) {
    expect((await ask(open.url, 'GET /v2/1p.jpg', headers)).status).toBe(200)
    const authorization = 'Bearer open sesame'
    const withToken = await ask(guarded.url, 'GET /events', { ...headers, authorization })
    expect(withToken.status).toBe(200)
  }
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

test('wrong tokens are limited across all private paths, and never lock out the right one', async () => {
  const { url, close } = await startService({ token: 'open sesame' })
  const guess = (path: string, token: string) =>
    ask(url, path, { authorization: `Bearer ${token}` })
  for (let n = 0; n < 20; n += 1) {
    const path = n % 2 === 0 ? 'GET /events' : 'GET /admin/counts'
    expect((await guess(path, `guess ${n}`)).status).toBe(401)
  }
  const refused = await guess('GET /events', 'guess 21')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  for (let n = 0; n < 30; n += 1)
    expect((await guess('GET /events', 'open sesame')).status).toBe(200)
  expect((await ask(url, 'GET /events?token=open%20sesame')).status).toBe(302)
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
  const login = (path: string, headers = {}) => ask(url, `GET ${path}`, headers)
  const reply = await login('/events?token=open%20sesame')
  expect([reply.status, reply.headers.location]).toEqual([302, '/events'])
  const [cookie = ''] = reply.headers['set-cookie'] as string[]
  expect(cookie).toMatch(/^svc_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  const behindTls = await login('/events?token=open%20sesame', { 'x-forwarded-proto': 'https' })
  expect(String(behindTls.headers['set-cookie'])).toContain('; Secure')
  for (const [given, kept] of [
    ['token=open%20sesame&visit=x', '?visit=x'],
    ['visit=x&token=open+sesame&text=a%26b', '?visit=x&text=a%26b'],
    ['from=2026-11-01&token=open%20sesame', '?from=2026-11-01'],
  ])
    expect((await login(`/events?${given}`)).headers.location).toBe(`/events${kept}`)
  const [pair = ''] = cookie.split(';')
  expect((await ask(url, 'GET /events', { cookie: pair })).status).toBe(200)
  expect((await ask(url, 'GET /events?token=wrong')).status).toBe(401)
  expect((await ask(url, 'GET /events', { cookie: 'svc_console=wrong' })).status).toBe(401)
})

test('each login gets another session, and over HTTPS its cookie is secure', async () => {
  const db = openDatabase(':memory:')
  const app = await createService({
    catalog: await catalogOf([]),
    ...{ db, keys: demoKeys, token: 'open sesame' },
    certificate: await selfMadeCertificate('127.0.0.1'),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const login = () =>
    new Promise<string>((settle, fail) => {
      get(`${url}/events?token=open+sesame`, { rejectUnauthorized: false }, (reply) =>
        settle(String(reply.resume().headers['set-cookie'])),
      ).on('error', fail)
    })
  const cookies = [await login(), await login()]
  expect(new Set(cookies).size).toBe(2)
  for (const cookie of cookies) expect(cookie).toContain('; Secure')
  await app.close()
})

test('a request that arrives a byte at a time is cut off', async () => {
  const app = await createApp({ refused: createRefusedRequests(), requestTimeoutMs: 500 })
  app.post('/take', async () => 'taken')
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const head = 'POST /take HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n'
  for (const start of [`${head}Content-Length: 1000\r\n\r\n`, head, 'POST /ta']) {
    const socket = connect(Number(url.port), url.hostname, () => socket.write(start))
    const dripping = setInterval(() => socket.write('x'), 100)
    const answer = await text(socket)
    clearInterval(dripping)
    expect(answer, start).toMatch(/^HTTP\/1.1 408 .*too-slow/s)
  }
  expect((await fetch(`${url}take`, { method: 'POST', body: 'x' })).status).toBe(200)
  await app.close()
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
