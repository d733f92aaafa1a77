import { expect, test } from 'vitest'
import { deviceOf } from '../../../src/parts/clients/browse/list-request'
import { createHttp, type HttpRequest, safeUrl } from '../../../src/parts/clients/http'
import { ServiceError } from '../../../src/parts/clients/service-error'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { fakeFetch, settle } from '../../support/fakes/fake-fetch'
import { fakeClock } from '../../support/fixtures/builders'

class TestError extends ServiceError {
  override readonly name = 'TestError'
}

function ask(request: Partial<HttpRequest<string>> = {}) {
  const clock = fakeClock()
  const { fetch, requests } = fakeFetch()
  const http = createHttp({ fetch, schedule: clock.schedule })
  const reply = http({
    url: 'https://service.example/',
    Failure: TestError,
    parse: (text) => text,
    ...request,
  })
  // Not every test waits for it.
  reply.catch(() => {})
  return { reply, requests, clock }
}

const failure = (fault: string, message: unknown = expect.any(String)) =>
  expect.objectContaining({ name: 'TestError', fault, message })

test('a successful response is parsed, and nothing is left running', async () => {
  const { reply, requests, clock } = ask({ headers: { 'svc-user-id': 'u' } })
  requests[0]?.answer('hello')
  expect(await reply).toBe('hello')
  expect(requests[0]?.init).toMatchObject({ headers: { 'svc-user-id': 'u' } })
  expect(clock.pending()).toBe(0)
})

test('JSON is posted as JSON', async () => {
  const { reply, requests } = ask({ json: '{"a":1}' })
  requests[0]?.answer('ok')
  await reply
  expect(requests[0]?.init).toMatchObject({
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  })
})

test.each([
  [400, 'bad-request'],
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'not-found'],
  [409, 'bad-request'],
  [429, 'server'],
  [500, 'server'],
  [503, 'server'],
])('the status %i is the fault %s, and is not tried again', async (status, fault) => {
  const { reply, requests, clock } = ask()
  requests[0]?.answer('sorry', { status })
  await expect(reply).rejects.toEqual(failure(fault, `${fault}: status ${status}`))
  clock.advance(60_000)
  expect(requests).toHaveLength(1)
})

test.each([
  ['{"error":{"name":"unknown-field","message":"No field nix."}}', 'unknown-field'],
  ['{"code":"E7","message":"No field nix."}', 'E7'],
  ['{"statusCode":400,"error":"Bad Request","message":"No field nix."}', undefined],
  ...['{"error":{"name":7,"message":{"a":1}}}', '{"message":" "}', '', 'null', '<h1>400</h1>'].map(
    (body) => [body, undefined],
  ),
])('the error response %s gives the code %s, and its message', async (body = '', code) => {
  const { reply, requests } = ask()
  requests[0]?.answer(body, { status: 400 })
  const error = await reply.catch((fault) => fault)
  const message = body.includes('nix') ? 'No field nix.' : 'bad-request: status 400'
  expect(error).toMatchObject({ name: 'TestError', fault: 'bad-request', status: 400, message })
  expect(error.code).toBe(code)
})

test('a message has at most 500 characters; a failure without response has no status', async () => {
  const long = ask()
  long.requests[0]?.answer(JSON.stringify({ message: 'x'.repeat(9_000) }), { status: 500 })
  expect((await long.reply.catch((fault) => fault)).message).toBe('x'.repeat(500))
  const lost = ask({ json: '{}' })
  lost.requests[0]?.fail()
  const error = await lost.reply.catch((fault) => fault)
  expect([error.fault, error.status, error.code]).toEqual(['network', undefined, undefined])
})

/** The request fails, and is retried. */
async function retried() {
  const asked = ask()
  asked.requests[0]?.fail()
  await settle()
  asked.clock.advance(300)
  await settle()
  return asked
}

test('a GET that fails on the network is retried once', async () => {
  const good = await retried()
  good.requests[1]?.answer('at last')
  expect(await good.reply).toBe('at last')
  const bad = await retried()
  bad.requests[1]?.fail()
  await expect(bad.reply).rejects.toEqual(failure('network', 'network: TypeError: Failed to fetch'))
  expect(bad.clock.pending()).toBe(0)
})

test('a POST that fails on the network is not retried, because it may have been processed', async () => {
  const { reply, requests, clock } = ask({ json: '{}' })
  requests[0]?.fail()
  await expect(reply).rejects.toEqual(failure('network'))
  clock.advance(60_000)
  expect(requests).toHaveLength(1)
})

test('an interrupted response is a network failure, and is retried once', async () => {
  const { reply, requests, clock } = ask()
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) })
  requests[0]?.answer(broken)
  await settle()
  clock.advance(300)
  await settle()
  requests[1]?.answer('whole')
  expect(await reply).toBe('whole')
})

test('a request without a response within 30 seconds is aborted', async () => {
  const { reply, requests, clock } = ask()
  clock.advance(29_999)
  expect(requests[0]?.init.signal?.aborted).toBe(false)
  clock.advance(1)
  await expect(reply).rejects.toEqual(failure('timeout'))
  expect(requests[0]?.init.signal?.aborted).toBe(true)
})

test('the time limit covers both tries', async () => {
  const { reply, requests, clock } = ask()
  clock.advance(20_000)
  requests[0]?.fail()
  await settle()
  clock.advance(10_000)
  await expect(reply).rejects.toEqual(failure('timeout'))
})

test.each([
  ['during', 0],
  // The pause before the second try ends by itself.
  ['after', 1],
])('a signal that is aborted %s the first try ends all', async (when, timers) => {
  const controller = new AbortController()
  const { reply, requests, clock } = ask({ signal: controller.signal })
  if (when === 'after') requests[0]?.fail()
  await settle()
  controller.abort()
  await expect(reply).rejects.toEqual(failure('aborted', 'aborted'))
  expect(requests[0]?.init.signal?.aborted).toBe(true)
  expect(clock.pending()).toBe(timers)
  clock.advance(300)
  await settle()
  expect(requests).toHaveLength(1)
})

test('a fetch that ignores its signal, throws or returns nonsense still fails in time', async () => {
  const throwing = () => {
    throw new Error('patched')
  }
  for (const [fetch, ms, fault] of [
    [() => new Promise<Response>(() => {}), 30_000, 'timeout'],
    [() => Promise.reject(new Error('patched')), 300, 'network'],
    [throwing, 300, 'network'],
    [() => undefined as never, 300, 'network'],
  ] as const) {
    const clock = fakeClock()
    const http = createHttp({ fetch, schedule: clock.schedule })
    const reply = http({ url: '/', Failure: TestError, parse: String })
    reply.catch(() => {})
    await settle()
    clock.advance(ms)
    await expect(reply).rejects.toEqual(failure(fault))
  }
})

test('a response that cannot be parsed is malformed, with the reason', async () => {
  const thrown = ask({ parse: (text) => JSON.parse(text) })
  thrown.requests[0]?.answer('<html>')
  await expect(thrown.reply).rejects.toEqual(
    failure('malformed-reply', expect.stringContaining('SyntaxError')),
  )
  const refused = ask({ parse: () => undefined })
  refused.requests[0]?.answer('{}')
  await expect(refused.reply).rejects.toEqual(failure('malformed-reply'))
})

const mac = 'Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15'

test.each([
  ['desktop windows', 0, 'Windows NT 10.0; Win64; x64) Chrome/156.0 Safari/537.36'],
  ['desktop ', 0, 'X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'],
  ['desktop ', 0, mac],
  // An iPad calls itself a Mac.
  ['tablet ios', 5, mac],
  ['tablet ios', 5, 'iPad; CPU OS 12_5 like Mac OS X) Version/12.1 Mobile/15E148 Safari/604.1'],
  ['mobile ios', 5, 'iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari/604.1'],
  ['mobile android', 5, 'Linux; Android 10; K) Chrome/156.0 Mobile Safari/537.36'],
  ['tablet android', 5, 'Linux; Android 10; K) Chrome/156.0 Safari/537.36'],
  ['tablet android', 5, 'Android 14; Tablet; rv:153.0) Gecko/153.0 Firefox/153.0'],
])('a device is a %s: %i points of touch, %s', (expected, touchPoints, userAgent) => {
  const { type, os = '', source } = deviceOf(`Mozilla/5.0 (${userAgent}`, touchPoints)
  expect([`${type} ${os}`, source]).toEqual([expected, 'browser'])
})

test('a URL can be linked to unless it would run as a script', () => {
  const good =
    'https://shop.example/p?a=b:c#d HTTP://shop.example //cdn.example/a.png /p.html?id=1:2 ?id=a:b #a:b p.html обувь/1'
  for (const url of good.split(' ')) expect(safeUrl(url)).toBe(url)
  const scripts = ['javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:alert(1)']
  const hidden = ['java\nscript:alert(1)', '\u0001javascript:alert(1)', 'data:text/html,x']
  const none = ['vbscript:x', 'blob:https://shop.example/1', '', null, undefined, 7, {}]
  for (const url of [...scripts, ...hidden, ...none]) expect(safeUrl(url)).toBeUndefined()
})

const PAUSE_MS = 400

/** A page that listens for scrolling, and how often it was called back. */
function scene(onEvent = () => {}) {
  const browser = createBrowser()
  const { tag, run, fire, warnings, window } = openPage(browser)
  let calls = 0
  run(() =>
    tag.listenThrottled.listenThrottled(window, 'scroll resize', PAUSE_MS, () => {
      calls += 1
      onEvent()
    }),
  )
  return {
    clock: browser.timeline,
    scroll: () => fire(window, 'scroll'),
    warnings,
    calls: () => calls,
  }
}

test('a throttled listener is called for the first event, and once after a pause', () => {
  const { clock, scroll, calls } = scene()
  for (let frame = 0; frame < 20; frame += 1) scroll()
  expect(calls()).toBe(1)
  clock.advance(PAUSE_MS - 1)
  expect(calls()).toBe(1)
  clock.advance(1)
  expect(calls()).toBe(2)
  clock.advance(10 * PAUSE_MS)
  expect(calls()).toBe(2)
  scroll()
  expect(calls()).toBe(3)
})

test('an error in a throttled listener is one warning, and the listener stays active', () => {
  const { clock, scroll, warnings, calls } = scene(() => {
    throw new Error('a fault')
  })
  scroll()
  clock.advance(PAUSE_MS)
  scroll()
  expect(calls()).toBe(3)
  expect(warnings).toEqual(['svc-tag: an internal error; please report it'])
  expect(clock.mishaps).toEqual([])
})
