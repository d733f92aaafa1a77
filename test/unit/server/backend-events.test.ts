import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type * as Server from '../../../src/server.ts'
import { orderRef } from '../../../src/wire/order-ref'
import { importBackend, startWorker } from '../../support/fixtures/backend.ts'
import { startService, type TestService } from '../../support/fixtures/local-service.ts'
import { outputPath } from '../../support/fixtures/output-path.ts'

type ServerModule = typeof Server

let service: TestService
let loaded: ServerModule | undefined

beforeAll(async () => {
  service = await startService()
})
beforeEach(() => service.reset())
afterAll(() => service.close())

async function server(): Promise<ServerModule> {
  loaded ??= await importBackend<ServerModule>(
    "export * from 'svc-tag/server'",
    outputPath('server.mjs'),
  )
  return loaded
}

const visitor = { uid: 'uid-1', visitId: 'visitId-1', visit_type: 'repeat' } as const
const origin = { ...visitor, url: 'https://shop.example/thanks', consent: 'granted' } as const
const line = { pid: 'P1', qty: 2, price: '19.90' }
const products = Array.from({ length: 40 }, (_, index) => ({ ...line, pid: `product-${index}` }))

async function tracker(options: Partial<Server.TrackerOptions> = {}) {
  const { createTracker } = await server()
  return createTracker({ siteKey: service.keys.siteKey, trackerUrl: service.url, ...options })
}

test('every action arrives as a good event, with the same data as from the tag', async () => {
  const { track, close } = await tracker()
  const page = 'categoryPath:"Men>Shoes"'
  const from = {
    ...origin,
    url: `${origin.url}?mail=ann@shop.example&x=1`,
    referrer: 'https://a.example/',
  }
  await track('visitor', undefined, from)
  await track('search', { query: ' red shoes ' }, from)
  await track('PRODUCT_IMPRESSIONS', { page, pids_list: ['P1', 'P2'] }, from)
  await track('click', { pid: 'P1', variantId: '0' }, from)
  await track(
    'facets',
    { query: 'shoes', facets: { color: { prank: 1, selected: [{ prank: 2, val: 'Red' }] } } },
    from,
  )
  await track('cart', { pid: 'P1' }, from)
  await track('order', { ...line, orderId: 'A-1' }, from)
  const t = await track('order', { products: [line, { ...line, pid: 'P2' }] }, from)
  expect(await close()).toBe(0)

  const events = await service.received()
  expect(events.map(({ action, grade, uid }) => `${action} ${grade} ${uid}`)).toEqual(
    expect.arrayContaining(
      ['visitor', 'search', 'PRODUCT_IMPRESSIONS', 'click', 'facets', 'cart', 'order'].map(
        (action) => `${action} good uid-1`,
      ),
    ),
  )
  expect(events).toHaveLength(8)
  const dataOf = (wanted: string) => events.find(({ action }) => action === wanted)?.data
  const everywhere = {
    url: 'https://shop.example/thanks?x=1',
    referrer: 'https://a.example/',
    visit_type: 'repeat',
    visitId: 'visitId-1',
    ver: 'svc-tag/test',
  }
  expect(dataOf('visitor')).toEqual(everywhere)
  expect(dataOf('search')).toEqual({ query: 'red shoes', ...everywhere })
  expect(dataOf('click')).toEqual({ pid: 'P1', ...everywhere })
  expect(dataOf('cart')).toEqual({ pid: 'P1', qty: '1', ...everywhere })
  const ref = orderRef(service.keys.siteKey, 'A-1')
  expect(dataOf('order')).toEqual({ ...line, qty: '2', ref, ...everywhere })
  expect(dataOf('PRODUCT_IMPRESSIONS')).toMatchObject({ page, page_type: 'BOOLEAN' })
  expect(events.find((event) => event.t === t)?.data).toMatchObject({
    products: [{ qty: '2' }, { pid: 'P2' }],
  })
})

test('invalid events are refused with a named fault, and nothing of them is stored', async () => {
  const { track, close } = await tracker({ maxUrlBytes: 500 })
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    ...line,
    variantId: 'v'.repeat(300) + index,
  }))
  const wrong: readonly (readonly [string, unknown, from: object, fault: string, RegExp])[] = [
    ['buy', {}, {}, 'data', /no action "buy"; the actions are visitor,search/],
    ['cart', { qty: 1 }, {}, 'data', /cart: pid is missing/],
    ['cart', { pid: '{{ id }}' }, {}, 'data', /unrendered template/],
    ['order', { products: [] }, {}, 'data', /at least one line/],
    ['order', { ...line, price: '1,234' }, {}, 'data', /price needs a number with a dot/],
    ['facets', { facets: { unxFacetsReset: true } }, {}, 'data', /query or page is missing/],
    ['order', { products: many }, {}, 'data', /order is longer than 500 characters/],
    ['cart', line, { consent: undefined }, 'origin', /consent needs 'granted' or 'denied'/],
    ['cart', line, { consent: 'hold' }, 'origin', /consent needs/],
    ['cart', line, { uid: '' }, 'origin', /uid needs a text/],
    ['cart', line, { uid: 'undefined' }, 'origin', /names nobody/],
    ['cart', line, { visitId: undefined }, 'origin', /visitId needs a text/],
    ['cart', line, { visit_type: 'new' }, 'origin', /visit_type needs/],
    ['cart', line, { url: '/thanks' }, 'origin', /whole address/],
    ['cart', line, { referrer: null }, 'origin', /referrer needs a text/],
    ['cart', line, { actor: 'human' }, 'origin', /actor needs 'agent'/],
    ['cart', line, { t: 'A-1001' }, 'origin', /newEventId\(\)/],
  ]
  for (const [action, data, from, fault, message] of wrong) {
    const error = await track(action as 'cart', data as typeof line, { ...origin, ...from }).catch(
      (found) => found,
    )
    expect(error, String(message)).toMatchObject({ name: 'TrackError', fault })
    expect(error.message).toMatch(message)
  }
  expect(await track('cart', line, { ...origin, consent: 'denied' })).toBeUndefined()
  expect(await close()).toBe(0)
  await expect(track('cart', line, origin)).rejects.toMatchObject({ fault: 'closed' })
  expect(await service.received()).toEqual([])
  const { createTracker } = await server()
  for (const given of [{ siteKey: '' }, { trackerUrl: 'tracker.example' }])
    expect(() => createTracker({ siteKey: 'S', trackerUrl: service.url, ...given })).toThrow(
      expect.objectContaining({ name: 'TrackError', fault: 'settings' }),
    )
})

test('requests to a failing tracker are retried, and a rejection is final', async () => {
  const dropped: unknown[] = []
  const { track, flush, close } = await tracker({
    maxWaiting: 3,
    onDrop: ({ action, reason }) => dropped.push([action, reason]),
  })
  await service.faults({ status: 503, times: 2 })
  const times = [await track('cart', line, origin), await track('click', line, origin)]
  expect(await flush()).toBe(0)
  expect((await service.received()).map(({ t }) => t).sort()).toEqual([...times].sort())

  await service.faults({ status: 400, times: 1 })
  await track('cart', line, origin)
  expect(await flush()).toBe(0)
  expect(dropped).toEqual([['cart', 'the tracker answered 400']])

  await service.faults({ status: 429, retryAfter: 60 })
  for (let count = 0; count < 3; count += 1) await track('cart', line, origin)
  await expect(track('cart', line, origin)).rejects.toMatchObject({ fault: 'full' })
  const before = await service.received()
  await service.faults({})
  expect(await flush(1_500)).toBe(3)
  expect(await close(0)).toBe(3)
  // The tracker asked for a pause of a minute.
  expect(await service.received()).toHaveLength(before.length)
})

test('if the store fails, the event is refused; stored records that are not events are dropped', async () => {
  const cause = new Error('disk full')
  const failing = { put: () => Promise.reject(cause), remove: async () => {}, list: async () => [] }
  const refusing = await tracker({ store: failing })
  await expect(refusing.track('cart', line, origin)).rejects.toMatchObject({
    fault: 'store',
    cause,
  })
  await refusing.close()

  const removed: string[] = []
  const dropped: string[] = []
  const old = `${Date.now() - 8 * 86_400_000}|0.5`
  const event = { action: 'cart', uid: 'uid-1', data: { ...line, ...visitor } }
  const { close } = await tracker({
    store: {
      put: async () => {},
      remove: async (key) => removed.push(key),
      list: async () => [
        { key: `cart ${old}`, kind: 'event', v: 2, event: { ...event, t: old } },
        { key: `cart ${Date.now()}|0.5`, kind: 'event', v: 2 },
        { key: `batch ${Date.now()}|0.5`, kind: 'batch', v: 9 },
      ],
    },
    onDrop: ({ reason }) => dropped.push(reason),
  })
  expect(await close()).toBe(0)
  expect(dropped).toEqual(['older than 7 days', 'not a record of the tag'])
  expect(removed).toHaveLength(2)
})

test('a long order arrives in parts, which have the same ids when it is sent again', async () => {
  const t = (await server()).newEventId()
  for (let time = 0; time < 2; time += 1) {
    const { track, close } = await tracker({ maxUrlBytes: 2_000 })
    await track('order', { orderId: 'A-1', products }, { ...origin, t })
    await close()
  }
  const events = await service.received('order')
  expect(events.length).toBeGreaterThan(2)
  expect(events.every(({ repeats, isGood }) => repeats === 1 && isGood)).toBe(true)
  const lines = events.flatMap(({ data }) => (data as { products: { pid: string }[] }).products)
  expect(new Set(lines.map(({ pid }) => pid)).size).toBe(40)
  expect(lines).toHaveLength(40)
})

test('a long order that was stored only in part is removed, but earlier events stay', async () => {
  const stored = new Set<string>()
  let left = 1
  const store: Server.EventStore = {
    async put({ key }) {
      stored.add(key)
      left -= 1
      if (left < 0) throw new Error('disk full')
    },
    remove: async (key) => stored.delete(key),
    list: async () => [],
  }
  await service.faults({ status: 429, retryAfter: 60 })
  const { track, close } = await tracker({ maxUrlBytes: 2_000, store })
  const t = (await server()).newEventId()
  const trackOrder = () => track('order', { products }, { ...origin, t })
  await expect(trackOrder()).rejects.toMatchObject({ fault: 'store' })
  expect([...stored]).toEqual([])

  left = 99
  await trackOrder()
  const parts = [...stored]
  expect(parts.length).toBeGreaterThan(2)
  left = 1
  await expect(trackOrder()).rejects.toMatchObject({ fault: 'store' })
  expect([...stored]).toEqual(parts)
  await close(0)
})

test("the tag's visitor is read from the cookies", async () => {
  const { visitorFromCookies, newVisitor } = await server()
  const record = 'svc.visitRecord=first_time|1793786400000|visitId-1'
  const found = { uid: 'uid-1', visitId: 'visitId-1', visit_type: 'first_time' }
  for (const cookies of [
    `a=b; svc.userId=uid-1; ${record}`,
    `svc.userId=uid-1;svc.userId=other;${encodeURI(record)}`,
    'svc.userId=uid-1; svc.visitId=visitId-1; svc.visit=first_time',
  ])
    expect(visitorFromCookies(cookies)).toEqual(found)
  expect(visitorFromCookies('svc.userId=%E0%A4%A; svc.visitRecord=new|1|x')).toMatchObject({
    uid: '%E0%A4%A',
    visitId: expect.stringMatching(/^visitId-\d{13}-[\w-]{8}$/),
    visit_type: 'repeat',
  })
  for (const none of [undefined, null, '', 'svc.userId=', 'xsvc.userId=uid-1', ';=;'])
    expect(visitorFromCookies(none)).toBeUndefined()
  expect(newVisitor().uid).not.toBe(newVisitor().uid)
})

test('no resolved event is lost if the process is killed at any moment', async () => {
  const { newEventId } = await server()
  const worker = await startWorker(outputPath(), {
    siteKey: service.keys.siteKey,
    trackerUrl: service.url,
  })
  await service.faults({ reset: true, every: 7 })
  const orders = Array.from({ length: 300 }, (_, index) => ({
    data: { ...line, pid: `order-${index}` },
    origin: { ...origin, t: newEventId() },
  }))
  try {
    for (const [round, count] of [3, 50, 1, 20, 35, 10].entries()) {
      const wanted = worker.resolved.size + count
      for (const order of orders.slice(round * 50, round * 50 + 50)) worker.send(order)
      await expect.poll(() => worker.resolved.size).toBeGreaterThanOrEqual(wanted)
      await worker.crash()
    }
    const resolved = new Set(worker.resolved)
    expect(resolved.size).toBeGreaterThanOrEqual(119)
    await service.faults({})
    expect(await worker.close()).toBe(0)
    const stored = await service.received('order')
    const times = stored.map(({ t }) => t)
    const pids = new Set(stored.map(({ data }) => Object(data).pid))
    expect([...resolved].filter((data) => !pids.has(JSON.parse(data).pid))).toEqual([])
    expect(new Set(times).size).toBe(times.length)
    expect(worker.dropped).toEqual([])
  } finally {
    worker.end()
  }
})
