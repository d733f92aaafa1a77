import { expect, test } from 'vitest'
import { openSqliteLog } from '../../../../service/log/drain-spool.ts'
import type { LogEntry } from '../../../../service/log/log-consumer.ts'
import { openSpool } from '../../../../service/log/spool.ts'
import { eventPath } from '../../../support/fixtures/event-requests.ts'
import { startService } from '../../../support/fixtures/local-service.ts'
import { outputPath } from '../../../support/fixtures/output-path.ts'

const entry = (action = 'click', bytes = 900) => ({
  site: 'demo-site',
  action,
  query: 'x'.repeat(bytes),
  browser: 'Chrome',
  receivedAt: 1,
})

const spoolFile = () => outputPath('test.spool.db')

test('entries of a closed spool are handed over by the next process', async () => {
  const first = openSpool({ file: spoolFile() })
  await Promise.all([first.append(entry()), first.append(entry('cart'))])
  const given = first.read(0, 10)
  first.close()
  const second = openSpool({ file: spoolFile() })
  expect(given).toMatchObject([{ action: 'click' }, { action: 'cart' }])
  expect(second.read(second.acknowledged(), 10)).toEqual(given)
  expect(second.usage()).toMatchObject({ entries: 2, bytes: 2_000 })
  second.close()
})

test('what was acknowledged does not come again after a restart', async () => {
  const first = openSpool({ file: spoolFile(), keepMs: 60_000 })
  await Promise.all([first.append(entry()), first.append(entry('cart'))])
  first.acknowledge(first.read(0, 1))
  first.close()
  const second = openSpool({ file: spoolFile(), keepMs: 60_000 })
  expect(second.read(second.acknowledged(), 10)).toMatchObject([{ action: 'cart' }])
  second.rewind()
  expect(second.read(second.acknowledged(), 10)).toHaveLength(2)
  expect(second.usage()).toMatchObject({ entries: 2, bytes: 2_000 })
  second.close()
})

test('a filling spool refuses impressions first and orders last', async () => {
  const spool = openSpool({ file: ':memory:', limitBytes: 10_000 })
  const accepted = new Map<string, number>()
  for (const action of ['PRODUCT_IMPRESSIONS', 'click', 'cart', 'order']) {
    for (let count = 0; count < 20; count += 1) {
      const isKept = await spool.append(entry(action, 150)).then(
        () => 1,
        (error) => {
          expect(error).toMatchObject({ statusCode: 503, reason: 'busy' })
          expect(error.retryAfterSeconds).toBeGreaterThanOrEqual(5)
          return 0
        },
      )
      accepted.set(action, (accepted.get(action) ?? 0) + isKept)
    }
    for (let count = 0; action === 'PRODUCT_IMPRESSIONS' && count < 12; count += 1)
      await spool.append(entry('order', 150))
  }
  // 8,000, 9,000, 9,500 and 10,000 of 10,000 bytes, 250 each.
  expect([...accepted.values()]).toEqual([20, 4, 2, 2])
  spool.close()
})

test('an entry that could not be written takes no room', async () => {
  const spool = openSpool({ file: spoolFile() })
  await spool.append(entry())
  spool.close()
  await expect(spool.append(entry())).rejects.toMatchObject({ statusCode: 503 })
  expect(spool.usage()).toMatchObject({ entries: 1, bytes: 1_000 })
})

test('a batch that fails comes again, in order, until it goes through', async () => {
  const log = openSqliteLog({ file: ':memory:' })
  const handed: (readonly LogEntry[])[] = []
  const consumer = log.consume('store', async (entries) => {
    handed.push(entries)
    if (handed.length < 3) throw new Error('The store is gone.')
  })
  await Promise.all([log.append(entry()), log.append(entry('cart'))])
  await log.settled(5_000)
  expect(handed.map((entries) => entries.map(({ action }) => action))).toEqual([
    ['click', 'cart'],
    ['click', 'cart'],
    ['click', 'cart'],
  ])
  expect(consumer.failure()).toBeUndefined()
  expect(await log.status()).toMatchObject({ spooled: 0, spooledBytes: 0, lag: { store: 0 } })
  await log.close()
})

test('a full spool answers 503 with a time to come back, which pages may read', async () => {
  const log = openSqliteLog({ file: ':memory:', limitBytes: 1 })
  const service = await startService({ log })
  await fetch(service.url + eventPath('click', { t: '1|1' }))
  const reply = await fetch(service.url + eventPath('click', { t: '2|1' }))
  const held = openSqliteLog({ file: ':memory:', limitBytes: 0 })
  const full = await startService({ log: held })
  const refused = await fetch(full.url + eventPath('order of one product'))
  expect(reply.status).toBe(200)
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5)
  expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after')
  expect((await refused.json()).error.name).toBe('busy')
  expect((await fetch(`${full.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${full.url}/healthz`)).status).toBe(200)
  const metrics = await (await fetch(`${full.url}/metrics`)).text()
  expect(metrics).toContain('svc_events_refused_total{action="order"} 1')
  await Promise.all([service.close(), full.close()])
})

test('metrics count good, bad and stored events', async () => {
  const service = await startService()
  await fetch(service.url + eventPath('click', { t: '1|1' }))
  await fetch(service.url + eventPath('click', { t: '1|1' }))
  await fetch(service.url + eventPath('click', { t: '2|1', data: { pid: 7 } }))
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
  await service.close()
})
