import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { serviceFor } from '../../test/support/fixtures/service-for.ts'
import type { Faults } from '../tracker/simulated-faults.ts'

const service = serviceFor('each test')

let count = 0
const pixel = () => {
  count += 1
  return fetch(`${service.url}/v2/1p.jpg?action=click&uid=u1&t=${count}%7C0.1`, {
    redirect: 'manual',
    headers: { origin: 'https://shop.example' },
  })
}
const statuses = async (times: number) => {
  const seen: (number | string)[] = []
  for (let turn = 0; turn < times; turn++) {
    seen.push(
      await pixel().then(
        ({ status }) => status,
        () => 'no answer',
      ),
    )
  }
  return seen
}
const kept = async () => (await service.received()).length

const answers: readonly (readonly [faults: Faults, status: number, kept: number])[] = [
  ...[400, 404, 429, 500, 503].map((status) => [{ status }, status, 0] as const),
  [{ status: 503, keep: true }, 503, 1],
  [{ status: 204 }, 204, 1],
  [{ html: true, keep: false }, 200, 0],
  [{ html: true, status: 502 }, 502, 1],
  [{ redirect: '/elsewhere' }, 302, 1],
]

test('a fault responds as configured, that many times, and stores the event or not', async () => {
  for (const [faults, status, isKept] of answers) {
    await service.reset()
    await service.faults({ ...faults, times: 1 })
    expect(await statuses(1), JSON.stringify(faults)).toEqual([status])
    expect(await kept(), JSON.stringify(faults)).toBe(isKept)
    expect(await statuses(1)).toEqual([200])
  }
})

test('a 429 has a Retry-After in seconds or as a date, which the page may read', async () => {
  const date = 'Wed, 04 Nov 2026 10:00:00 GMT'
  for (const retryAfter of [2, date]) {
    await service.faults({ status: 429, retryAfter })
    const { headers } = await pixel()
    expect(headers.get('retry-after')).toBe(String(retryAfter))
    expect(headers.get('access-control-expose-headers')).toBe(
      'x-request-id, svc-ignored, svc-verdict, svc-reasons, svc-drops-repeats, retry-after',
    )
  }
})

test('a redirect has its target, and a captive portal responds late with a page', async () => {
  await service.faults({ redirect: '/elsewhere' })
  expect((await pixel()).headers.get('location')).toBe('/elsewhere')
  await service.faults({ html: true, delayMs: 50 })
  const start = performance.now()
  const reply = await pixel()
  expect(performance.now() - start).toBeGreaterThanOrEqual(49)
  expect(reply.headers.get('content-type')).toContain('text/html')
  expect(await reply.text()).toContain('accept our terms')
})

test('the response can be hidden from other origins in both ways', async () => {
  await service.faults({ cors: false, corp: 'same-origin' })
  const { headers } = await pixel()
  expect(headers.has('access-control-allow-origin')).toBe(false)
  expect(headers.has('access-control-expose-headers')).toBe(false)
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
})

const silences: Faults[] = [{ reset: true }, { refuse: true }]
for (const silence of silences) {
  test(`every second connection ends without a response: ${Object.keys(silence)}`, async () => {
    await service.faults({ ...silence, every: 2 })
    expect(await statuses(4)).toEqual([200, 'no answer', 200, 'no answer'])
    expect(await kept()).toBe(2)
  })
}

test('during an outage the port is closed, and open connections are cut', async () => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const cut = once(socket, 'close')
  await service.faults({ outageMs: 300 })
  expect(await statuses(1)).toEqual(['no answer'])
  await cut
  await expect.poll(() => statuses(1)).toEqual([200])
})

test('an unknown fault is refused, and the previous one stays', async () => {
  await service.faults({ status: 503 })
  for (const wrong of [
    ...[{ status: 'x' }, { status: 99 }, { status: 600 }, { status: 200.5 }, { delayMs: 'a' }],
    ...[{ delayMs: -1 }, { delayMs: 1e12 }, { retryAfter: {} }, { retryAfter: 'a\r\nb: c' }],
    ...[{ redirect: 5 }, { redirect: 'a\nb' }, { corp: 'none' }, { every: 0 }, { times: -1 }],
    ...[{ hang: 'yes' }, { outageMs: -1 }, { cors: 0 }, { slow: true }, []],
  ])
    await expect(service.faults(wrong as Faults), JSON.stringify(wrong)).rejects.toThrow('400')
  await expect(service.faults({ slow: true } as Faults)).rejects.toThrow('slow')
  expect((await pixel()).status).toBe(503)
})

const browse = () => service.ask('search', { q: 'boots' })
const converse = () => fetch(`${service.url}/v1/sites/demo-site/conversation?uid=u1`)

for (const [of, ask, other] of [
  ['browse', browse, converse],
  ['agent', converse, browse],
] as const) {
  test(`${of}: responds with the configured status, that many times`, async () => {
    for (const status of [404, 500]) {
      await service.answerFaults(of, { status, times: 1 })
      expect([(await other()).status, (await ask()).status]).toEqual([200, status])
      expect((await ask()).status).toBe(200)
    }
  })

  test(`${of}: responds late, or with half of the response`, async () => {
    await service.answerFaults(of, { delayMs: 300 })
    const begun = Date.now()
    expect((await ask()).status).toBe(200)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(290)
    await service.answerFaults(of, { half: true })
    const reply = await ask()
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    await expect(reply.text()).rejects.toThrow()
    await service.answerFaults(of, {})
    expect((await ask()).status).toBe(200)
  })
}
