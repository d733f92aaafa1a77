import { expect, test } from 'vitest'
import { eventPath } from '../../../test/support/fixtures/event-requests.ts'
import { startService } from '../../../test/support/fixtures/local-service.ts'
import { serviceFor } from '../../../test/support/fixtures/service-for.ts'
import { openSqliteLog } from '../../log/drain-spool.ts'
import { openSpool } from '../../log/spool.ts'

// Responses of the tracker; log-model.test.ts tests that events are stored once.

const service = serviceFor('each test')

const send = (form: string, changes?: Parameters<typeof eventPath>[1], init?: RequestInit) =>
  fetch(service.url + eventPath(form, changes), init)

test('the response to an event is an image that is never cached and readable by all pages', async () => {
  const reply = await send('click', {}, { headers: { origin: 'https://shop.example' } })
  expect(reply.status).toBe(200)
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/gif',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'access-control-expose-headers':
      'x-request-id, svc-ignored, svc-verdict, svc-reasons, svc-drops-repeats',
    'svc-drops-repeats': '1',
    'svc-verdict': 'good',
    'cross-origin-resource-policy': 'cross-origin',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test('a cart event with a time spent has its time of arrival', async () => {
  const before = Date.now()
  await send('cart', { t: '5230' })
  const [event] = await service.received()
  expect(event).toMatchObject({ t: '5230', isGood: true })
  expect(event?.at).toBeGreaterThanOrEqual(before)
})

test('a HEAD is not an event, has no verdict, and shows whether a site key is correct', async () => {
  const keys = [service.keys.siteKey, 'other-site'].map((key) => `/v2/1p.jpg?SvcKey=${key}`)
  const paths = ['/v2/1p.jpg', eventPath('click'), ...keys]
  const replies = await Promise.all(
    paths.map((path) => fetch(service.url + path, { method: 'HEAD' })),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 403])
  for (const name of ['svc-verdict', 'svc-drops-repeats'])
    expect(replies.map(({ headers }) => headers.get(name))).toEqual([null, null, null, null])
  expect(await service.received()).toEqual([])
})

test('events without a time or a user are never repeats, and the response does not say that repeats are dropped', async () => {
  for (const query of ['uid=u1', 'uid=u1', 't=1%7C1', 't=1%7C1']) {
    const reply = await fetch(`${service.url}/v2/1p.jpg?${query}`)
    expect(reply.headers.get('svc-drops-repeats')).toBeNull()
  }
  expect(await service.received()).toHaveLength(4)
})

test('an event of 64 kB is read, and a longer one is refused with a named fault and not stored', async () => {
  const short = eventPath('search', { data: { query: '' } })
  const query = 'x'.repeat(64 * 1024 - short.length + '/v2/1p.jpg?'.length)
  expect((await send('search', { data: { query } })).status).toBe(200)
  for (const [more, status] of [
    [1, 414],
    [100_000, 431],
  ] as const) {
    const reply = await send('search', { data: { query: query.padEnd(query.length + more, 'x') } })
    expect([reply.status, (await reply.json()).error.name]).toEqual([status, 'url-too-long'])
  }
  expect(await service.received()).toHaveLength(1)
})

test('names that differ after a NUL stay distinct', async () => {
  for (const uid of ['u\0a', 'u\0b']) await send('click', { uid })
  expect((await service.received()).map(({ uid }) => uid)).toEqual(['u\ufffda', 'u\ufffdb'])
})

test('a client that sends too many events gets a Retry-After', async () => {
  const slow = await startService({ rates: { tracker: 2 } })
  const sendTo = (t: string) => fetch(slow.url + eventPath('click', { t }))
  expect([(await sendTo('1|1')).status, (await sendTo('2|2')).status]).toEqual([200, 200])
  const refused = await sendTo('3|3')
  expect([refused.status, (await refused.json()).error.name]).toEqual([429, 'too-many-requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await slow.received()).toHaveLength(2)
  await slow.close()
})

test('a filling spool refuses impressions first and orders last', async () => {
  const spool = openSpool({ file: ':memory:', limitBytes: 10_000 })
  const append = (action: string) =>
    spool.append({ site: 's', action, query: 'x'.repeat(150), browser: '', receivedAt: 1 }).then(
      () => 1,
      (error) => {
        expect(error).toMatchObject({ statusCode: 503, reason: 'busy' })
        return 0
      },
    )
  const accepted: number[] = []
  for (const action of ['PRODUCT_IMPRESSIONS', 'click', 'cart', 'order']) {
    let count = 0
    for (let sent = 0; sent < 20; sent += 1) count += await append(action)
    accepted.push(count)
    if (accepted.length === 1) for (let sent = 0; sent < 12; sent += 1) await append('order')
  }
  // 8,000, 9,000, 9,500 and 10,000 of 10,000 bytes, 250 each.
  expect(accepted).toEqual([20, 4, 2, 2])
  spool.close()
})

test('a full spool is a 503 with a Retry-After that pages may read', async () => {
  const full = await startService({ log: openSqliteLog({ file: ':memory:', limitBytes: 0 }) })
  const refused = await fetch(full.url + eventPath('order of one product'))
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5)
  expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after')
  expect((await refused.json()).error.name).toBe('busy')
  expect((await fetch(`${full.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${full.url}/healthz`)).status).toBe(200)
  const metrics = await (await fetch(`${full.url}/metrics`)).text()
  expect(metrics).toContain('svc_events_refused_total{action="order"} 1')
  await full.close()
})

test('metrics count good, bad and stored events', async () => {
  for (const changes of [{ t: '1|1' }, { t: '1|1' }, { t: '2|1', data: { pid: 7 } }])
    await send('click', changes)
  await service.received()
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  for (const line of [
    'svc_events_received_total{action="click",state="good"} 2',
    'svc_events_received_total{action="click",state="bad"} 1',
    'svc_events_stored{action="click",state="repeated"} 1',
    'svc_spool_entries 0',
    'svc_engine_up 1',
  ])
    expect(metrics.split('\n')).toContain(line)
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
})
