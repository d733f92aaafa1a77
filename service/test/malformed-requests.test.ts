import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { boutique } from '../../test/support/fixtures/boutique.ts'
import { eventPath } from '../../test/support/fixtures/event-requests.ts'
import { serviceFor } from '../../test/support/fixtures/service-for.ts'
import { createDraw } from '../catalog/random.ts'

// Requests with known mistakes: each is refused with a named fault, on every route. A tracker query
// that breaks the contract is not such a request, because it is stored; see tracker-malformed.

const MANY = 1_000_000

const ANSWER_WITHIN_MS = 20_000

const rates = { tracker: MANY, agent: MANY, console: MANY }
const service = serviceFor('file', { feed: boutique(), rates })

interface Malformed {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const BROWSE = '/demo-api-key/demo-site/category?p=Men&pagetype=boolean'
const SEARCH = '/demo-api-key/demo-site/search?q=red'
const CONVERSATION = '/v1/sites/demo-site/conversation'
const CHAT = `${CONVERSATION}/none/chat`

type Route = readonly [method: string, path: string]

const routes: readonly Route[] = [
  ['GET', eventPath('click')],
  ['GET', BROWSE],
  ['GET', SEARCH],
  ['GET', `${CONVERSATION}?uid=u1`],
  ['POST', `${CHAT}?uid=u1`],
  ...[
    ...['/events', '/events/list', '/events/stream', '/events/export?format=csv'],
    ...['/analytics', '/analytics/data', '/analytics/item?kind=list&name=a'],
    ...['/analytics/table?table=products', '/analytics/attribution', '/attribution/data'],
    ...['/attribution/table?table=lists', '/requests', '/requests/list', '/console/console.css'],
    ...['/admin/events', '/admin/counts', '/admin/wait?timeout=1'],
    ...['/metrics', '/healthz', '/readyz'],
  ].map((path) => ['GET', path] as const),
  ['POST', '/console/sample'],
  ['POST', '/admin/reset'],
  ['POST', '/admin/faults'],
  ['POST', '/admin/faults/browse'],
  ['POST', '/admin/faults/agent'],
]

const pathOf = (path: string) => path.replace(/\?.*/, '')

/** Query values that are refused, by route and name. */
const values: readonly (readonly [path: string, name: string, values: readonly string[]])[] = [
  [CONVERSATION, 'uid', ['', '%20', 'a&uid=b', 'a%00b', '%E9', '%', 'x'.repeat(301)]],
  ...['/events/list', '/events/stream', '/events/export?format=csv'].flatMap((path) => [
    [path, 'state', ['maybe', 'good&state=bad', 'GOOD']] as const,
    [path, 'event', ['-1', 'x', '1.5', '1&event=2', '1'.repeat(16)]] as const,
    [path, 'action', ['a&action=b', 'x'.repeat(501)]] as const,
    [path, 'text', ['x'.repeat(501), 'a&text=b']] as const,
  ]),
  ['/events/list', 'before', ['-1', 'now', '1&before=2']],
  ['/events/export', 'format', ['', 'xml', 'csv&format=csv']],
  ...['/analytics/data', '/attribution/data', '/analytics/item?kind=list&name=a'].flatMap(
    (path) => [
      [path, 'from', ['x', '-1', '1e3', '1&from=2']] as const,
      [path, 'to', ['x', '1.5', '1&to=2']] as const,
    ],
  ),
  ['/analytics/item?name=a', 'kind', ['', 'all', 'list&kind=list']],
  ['/analytics/item?kind=list', 'name', ['', 'a&name=b', 'x'.repeat(501)]],
  ['/analytics/table', 'table', ['', 'nothing', '__proto__', 'constructor', 'a&table=b']],
  ['/attribution/table', 'table', ['', 'nothing', 'toString']],
  ['/admin/events', 'action', ['a&action=b']],
  ['/admin/wait', 'action', ['a&action=b']],
  ['/admin/wait', 'count', ['x', '-1', '1.5', '1&count=2']],
  ['/admin/wait', 'timeout', ['x', '-1', '1e9', '1&timeout=2', '600001']],
]

const deep = (levels: number) => '['.repeat(levels)

/** Bodies that are refused; `{}` is valid for faults and invalid for a message. */
const bodies: readonly string[] = [
  ...['{', '[', '"', 'x', '{"a":}', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}'],
  ...['[]', '5', 'true', '"text"', deep(50_000), `{"a":${deep(2_000)}`, '\u0000', '{"a":1}{'],
  ...['{"nofault":1,"message":5}', '{"status":"x"}', '{"delayMs":-1}', '{"times":1.5}'],
  'x'.repeat(2 * 1024 * 1024),
]

const WITH_BODY = ['/admin/faults', '/admin/faults/browse', '/admin/faults/agent', `${CHAT}?uid=u1`]

const joined = (path: string, parameter: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${parameter}`

const METHODS = ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'POST']

const withOtherMethods = ([method, path]: Route): Malformed[] =>
  METHODS.filter((other) => other !== method)
    // The vendor's assistant starts a conversation by POST.
    .filter((other) => other !== 'POST' || !path.startsWith(`${CONVERSATION}?`))
    .filter((other) => path !== '/console/sample' || other !== 'DELETE')
    .map((other) => ({ method: other, path }))

const withOtherPaths = ([method, path]: Route): Malformed[] => [
  ...['/x', '%00', '%', '/%2e%2e/x', '//', '/%E9', '%20', ';x', '/..%5cx'].map((more) => ({
    method,
    path: pathOf(path) + more,
  })),
  { method, path: `/${path}` },
]

const withWrongValues = values.flatMap(([path, name, wrong]) =>
  wrong.map((value) => {
    const encoded = /[%&]/.test(value) ? value : encodeURIComponent(value)
    return { method: 'GET', path: joined(path, `${name}=${encoded}`) }
  }),
)

const TYPES = ['application/json', 'text/plain', 'application/json; charset=utf-7']

const withWrongBodies = WITH_BODY.flatMap((path) =>
  bodies.flatMap((body) =>
    TYPES.map((type) => ({ method: 'POST', path, body, headers: { 'content-type': type } })),
  ),
)

const listed: readonly Malformed[] = [
  ...routes.flatMap(withOtherMethods),
  ...routes.flatMap(withOtherPaths),
  ...withWrongValues,
  ...withWrongBodies,
]

function* random(count: number, seed: number): Generator<Malformed> {
  const { oneOf, between } = createDraw(seed, 0)
  const parts = [
    ...['x', 'admin', 'events', 'v2', 'v1', 'sites', '..', '.', '%2e%2e', '%00', '%ff', '%', "'"],
    ...['"', '{}', '[a]', '$', ':id', '*', '~', '日本', '\u{1f45f}', 'con', '__proto__'],
    'a'.repeat(300),
  ]
  for (let made = 0; made < count; made += 1) {
    const length = between(1, 5)
    const path = Array.from({ length }, () => oneOf(parts)).join(
      oneOf(['/', '/', '%2f', '%5c', ';']),
    )
    const query = oneOf(['', '?', '?a=b&a=c', '?%', '?__proto__=1', `?${'a=1&'.repeat(200)}`])
    yield {
      method: oneOf(['GET', 'POST', 'PUT']),
      path: encodeURI(`/zz/zz/zz/zz/zz/${path}`).replace(/%25/g, '%') + query,
    }
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

const answerTo = ({ method, path, headers, body }: Malformed) =>
  new Promise<{ status: number; text: string }>((settle, fail) => {
    const sent = request(service.url, { method, path, headers, agent }, (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      reply.on('end', () => settle({ status: reply.statusCode ?? 0, text }))
    })
    // A refused upload may be cut off; its sender sees the status or the closed connection.
    sent.on('error', (error) =>
      body && body.length > 1_000_000 ? settle({ status: 413, text: '' }) : fail(error),
    )
    sent.setTimeout(ANSWER_WITHIN_MS, () => sent.destroy(new Error(`No answer: ${path}`)))
    sent.end(body)
  })

async function refuseAll(requests: readonly Malformed[]) {
  const wrong: string[] = []
  for (let start = 0; start < requests.length; start += 8) {
    await Promise.all(
      requests.slice(start, start + 8).map(async (malformed) => {
        const { status, text } = await answerTo(malformed)
        if (status >= 400 && status < 500 && (text === '' || /^(\{|<)/.test(text))) return
        const { method, path, headers, body = '' } = malformed
        const name = `${method} ${path.slice(0, 90)} ${JSON.stringify(headers ?? {})} ${body.slice(0, 30)}`
        wrong.push(`${status} ${name} ${text.slice(0, 90)}`)
      }),
    )
  }
  expect(wrong).toEqual([])
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

test('2,000 malformed requests to every route get a 4xx, and memory is released', async () => {
  const requests = [...listed, ...random(1_400, 7)]
  expect(requests.length).toBeGreaterThanOrEqual(2_000)
  await refuseAll(requests.slice(0, 200))
  const before = usedBytes()
  await refuseAll(requests)
  expect(usedBytes()).toBeLessThan(before * 1.2)
  // Nothing has changed, and the service is up.
  expect(await service.received()).toEqual([])
  expect((await fetch(service.url + eventPath('click'))).status).toBe(200)
  expect(await service.received()).toHaveLength(1)
})

/** Bytes that are not a request. */
const lines: readonly ((path: string) => string)[] = [
  (path) => `GET ${path} HTTP/9.9\r\nhost: x\r\n\r\n`,
  (path) => `get ${path} HTTP/1.1\r\nhost: x\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\n\r\n`,
  (path) => `GET ${path}\u0000 HTTP/1.1\r\nhost: x\r\n\r\n`,
  (path) => `GET ${path} x HTTP/1.1\r\nhost: x\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\nhost: x\r\na b: c\r\n\r\n`,
  (path) => `GET ${path} HTTP/1.1\r\nhost: x\r\na: b\u0000c\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab`,
  (path) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  (path) => `POST ${path} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
  (path) => `GET http://attacker.example${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
]

const statusLine = (bytes: string) =>
  new Promise<string>((settle, fail) => {
    let answer = ''
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => {
      socket.write(bytes)
    })
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk
      if (answer.includes('\r\n')) socket.destroy()
    })
    socket.on('close', () => settle(answer.split('\r\n')[0] ?? ''))
    socket.on('error', fail)
  })

test('bytes that are not a request get a 4xx on every route', async () => {
  for (const [, path] of routes) {
    for (const [index, line] of lines.entries()) {
      expect(await statusLine(line(path)), `${index} ${path}`).toMatch(/^HTTP\/1\.1 4\d\d /)
    }
  }
})
