import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backendBlock, importBackend } from '../../support/fixtures/backend.ts'
import { startService, type TestService } from '../../support/fixtures/local-service.ts'
import { outputPath } from '../../support/fixtures/output-path.ts'
import { which } from '../../support/runner/engines.ts'

// The code of docs/backend-events.md, run against the local service.

const run = promisify(execFile)

let service: TestService

beforeAll(async () => {
  service = await startService()
})
beforeEach(() => service.reset())
afterAll(() => service.close())

/** The documentation uses the reader's URLs and keys; these are the test's. */
const withOwnKeys = (code: string) =>
  code
    .replaceAll("'SITE'", `'${service.keys.siteKey}'`)
    .replaceAll('https://tracker.example', service.url)
    .replaceAll('http://127.0.0.1:8080', service.url)

const trackerFile = () => ({ code: withOwnKeys(backendBlock('// tracker.ts')) })

const cookie = 'svc.userId=uid-1; svc.visitRecord=repeat|1793786400000|visitId-1'
const t = '1793786400000|0.2718281828'
const order = {
  lines: [{ pid: 'sku-7', qty: 2, price: '19.90' }],
  visitor: { uid: 'uid-1', visitId: 'visitId-1', visit_type: 'repeat' },
  url: 'https://shop.example/checkout',
  consent: 'granted',
  t,
}

/** A table of orders, and what uses it, by the names that the code imports. */
const orders = `const saved = new Map()
export const orders = {
  async save(order) { saved.set(String(order.id), order) },
  async find(id) { return saved.get(String(id)) ?? ${JSON.stringify(order)} },
}`

/** The part of Express that its handlers use. */
const express = `const routes = {}
export default function express() { return { post: (path, _json, handler) => { routes[path] = handler } } }
express.json = () => {}
globalThis.expressRoutes = routes`

type Handler = (request: object, response: object) => Promise<void>

test('in Express, an order of a checkout is reported once, when it is paid', async () => {
  const code = withOwnKeys(backendBlock('// In Express'))
  await importBackend(`${code}; globalThis.expressTracker = tracker`, outputPath('express.mjs'), {
    express: { code: express },
    './orders.js': { code: orders },
    './tracker.js': trackerFile(),
  })
  const { expressRoutes: routes, expressTracker: tracker } = globalThis as unknown as {
    expressRoutes: Record<string, Handler>
    expressTracker: { flush(): Promise<number> }
  }
  const statuses: number[] = []
  const response = { json() {}, sendStatus: (status: number) => statuses.push(status) }
  const { lines, consent } = order
  const checkout = { headers: { cookie }, body: { id: 7, lines, consent } }
  await routes['/checkout']?.(checkout, response)
  for (let call = 0; call < 2; call += 1) await routes['/paid']?.({ body: { order: 7 } }, response)
  const wrong = { id: 8, lines: [{ pid: 'sku-7' }], consent }
  await routes['/checkout']?.({ headers: { cookie }, body: wrong }, response)
  await routes['/paid']?.({ body: { order: 8 } }, response)
  await tracker.flush()
  expect(statuses).toEqual([200, 200, 200])
  expect(await service.received()).toMatchObject([
    { action: 'order', uid: 'uid-1', grade: 'good', repeats: 1, data: { pid: 'sku-7', qty: '2' } },
  ])
})

test('an order of an agent is reported once, with the agent and the search it came from', async () => {
  const code = withOwnKeys(backendBlock('// ACP:'))
  await importBackend(`${code}; globalThis.agentTracker = tracker`, outputPath('agent.mjs'), {
    express: { code: express },
    './orders.js': { code: orders },
    './tracker.js': trackerFile(),
  })
  const { expressRoutes: routes, agentTracker } = globalThis as unknown as {
    expressRoutes: Record<string, Handler>
    agentTracker: { flush(): Promise<number> }
  }
  const bodies: unknown[] = []
  const response = { json: (body: unknown) => bodies.push(body), sendStatus() {} }
  const body = {
    ...{ id: 's-1', search_id: 'r-17', consent: 'granted' },
    items: [{ id: 'sku-7', quantity: 2, price: 19.9 }],
  }
  await routes['/checkout_sessions']?.({ body }, response)
  const complete = routes['/checkout_sessions/:id/complete']
  for (let call = 0; call < 2; call += 1) await complete?.({ params: { id: 's-1' } }, response)
  await agentTracker.flush()
  expect(bodies.at(-1)).toEqual({ id: 's-1', status: 'completed' })
  expect(await service.received()).toMatchObject([
    {
      ...{ action: 'order', grade: 'note', repeats: 1 },
      data: { pid: 'sku-7', qty: '2', price: '19.9', requestId: 'r-17', actor: 'agent' },
    },
  ])
})

test('in Next.js, the route reports an order before it responds', async () => {
  const { POST } = await importBackend<{ POST(request: Request): Promise<Response> }>(
    backendBlock('// app/api/paid/route.js'),
    outputPath('route.mjs'),
    { './orders.js': { code: orders }, './tracker.js': trackerFile() },
  )
  const body = JSON.stringify({ order: '7' })
  const answer = await POST(new Request('https://shop.example/', { method: 'POST', body }))
  expect(answer.status).toBe(204)
  expect(await service.received()).toMatchObject([{ action: 'order', t, grade: 'good' }])
})

test('a queue worker that runs a job twice reports one order', async () => {
  const jobs = `export async function* list() {
    for (let job = 0; job < 2; job += 1) yield { order: 7, done: async () => {} }
  }
  export const jobs = list()`
  await importBackend(backendBlock('for await (const job'), outputPath('worker.mjs'), {
    './orders.js': { code: orders },
    './jobs.js': { code: jobs },
    './tracker.js': trackerFile(),
  })
  expect(await service.received()).toMatchObject([{ action: 'order', t, repeats: 1 }])
})

test('the curl request is a good event', async () => {
  await run('sh', ['-ec', withOwnKeys(backendBlock('curl --fail'))])
  expect(await service.received()).toMatchObject([{ action: 'order', t, grade: 'good' }])
})

test('the functions in PHP report an order, and say when it has to be sent again', async ({
  skip,
}) => {
  if (!which('php')) skip('NOT RUN: php is not installed')
  const file = outputPath('order.php')
  const call = `
$_COOKIE = ['svc_userId' => 'uid-1', 'svc_visitId' => 'visitId-1', 'svc_visit' => 'first_time'];
$line = ['pid' => 'Größe "42"', 'qty' => '2', 'price' => '19.90'];
echo json_encode(svc_track('order', $line, svc_visitor(), 'https://shop.example/a?b=c&d', svc_event_id()));
$_COOKIE = [];
echo json_encode(svc_visitor());`
  writeFileSync(file, withOwnKeys(backendBlock('function svc_track')) + call)
  const php = async () => (await run('php', [file])).stdout
  expect(await php()).toBe('truenull')
  for (const status of [503, 429]) {
    await service.faults({ status, times: 1 })
    expect(await php()).toBe('falsenull')
  }
  await service.faults({ status: 400, times: 1 })
  expect(await php()).toBe('truenull')
  const [stored] = await service.received()
  expect(stored).toMatchObject({
    ...{ action: 'order', uid: 'uid-1', visitId: 'visitId-1', grade: 'good' },
    data: { pid: 'Größe "42"', visit_type: 'first_time', url: 'https://shop.example/a?b=c&d' },
  })
  expect(stored?.t).toMatch(/^\d{13}\|0\.\d{9}$/)
})
