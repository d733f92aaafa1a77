import { expect, test } from 'vitest'
import { createHttp, type HttpRequest } from '../../../src/parts/clients/http'
import { ServiceError } from '../../../src/parts/clients/service-error'
import { fakeFetch, settle } from '../../support/fakes/fake-fetch'
import { fakeClock } from '../../support/fixtures/builders'
import { titleText } from '../../support/runner/title-text'

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

test('a good answer is parsed, and nothing is left running', async () => {
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

const statuses: [status: number, fault: string][] = [
  [400, 'bad-request'],
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'not-found'],
  [409, 'bad-request'],
  [429, 'server'],
  [500, 'server'],
  [503, 'server'],
]
for (const [status, fault] of statuses) {
  test(`the status ${status} is the fault ${fault}, and is not tried again`, async () => {
    const { reply, requests, clock } = ask()
    requests[0]?.answer('sorry', { status })
    await expect(reply).rejects.toEqual(failure(fault, `${fault}: status ${status}`))
    clock.advance(60_000)
    expect(requests).toHaveLength(1)
  })
}

const said: [body: string, code: string | undefined, message: string][] = [
  [
    '{"error":{"name":"unknown-field","message":"No field nix."}}',
    'unknown-field',
    'No field nix.',
  ],
  ['{"code":"E7","message":"No field nix."}', 'E7', 'No field nix.'],
  [
    '{"statusCode":400,"error":"Bad Request","message":"No field nix."}',
    undefined,
    'No field nix.',
  ],
  ['{"error":"Bad Request"}', undefined, 'Bad Request'],
  ['{"error":{"name":"unknown-field"}}', 'unknown-field', 'bad-request: status 400'],
  ['{"error":{"name":7,"message":{"a":1}}}', undefined, 'bad-request: status 400'],
  ['{"message":" "}', undefined, 'bad-request: status 400'],
  ...['', 'null', '5', '"sorry"', '<h1>400</h1>', '{'].map((body): [string, undefined, string] => [
    body,
    undefined,
    'bad-request: status 400',
  ]),
]
for (const [body, code, message] of said) {
  test(`the refusal ${titleText(body, 36) || 'without a body'} says ${message}`, async () => {
    const { reply, requests } = ask()
    requests[0]?.answer(body, { status: 400 })
    const error = await reply.catch((fault) => fault)
    expect(error).toMatchObject({ name: 'TestError', fault: 'bad-request', status: 400, message })
    expect(error.code).toBe(code)
  })
}

test('a message has at most 500 characters; a failure without response has no status', async () => {
  const long = ask()
  long.requests[0]?.answer(JSON.stringify({ message: 'x'.repeat(9_000) }), { status: 500 })
  expect((await long.reply.catch((fault) => fault)).message).toBe('x'.repeat(500))
  const lost = ask({ json: '{}' })
  lost.requests[0]?.fail()
  const error = await lost.reply.catch((fault) => fault)
  expect([error.fault, error.status, error.code]).toEqual(['network', undefined, undefined])
})

test('a GET that the network fails is tried a second time', async () => {
  const { reply, requests, clock } = ask()
  requests[0]?.fail()
  await settle()
  clock.advance(300)
  await settle()
  requests[1]?.answer('at last')
  expect(await reply).toBe('at last')
})

test('a GET that the network fails twice is given up', async () => {
  const { reply, requests, clock } = ask()
  requests[0]?.fail()
  await settle()
  clock.advance(300)
  await settle()
  requests[1]?.fail()
  await expect(reply).rejects.toEqual(failure('network', 'network: TypeError: Failed to fetch'))
  expect(clock.pending()).toBe(0)
})

test('a POST that the network fails is not sent again: it may have been done', async () => {
  const { reply, requests, clock } = ask({ json: '{}' })
  requests[0]?.fail()
  await expect(reply).rejects.toEqual(failure('network'))
  clock.advance(60_000)
  expect(requests).toHaveLength(1)
})

test('a response that breaks off is a network failure, and retried once', async () => {
  const { reply, requests, clock } = ask()
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) })
  requests[0]?.answer(broken)
  await settle()
  clock.advance(300)
  await settle()
  requests[1]?.answer('whole')
  expect(await reply).toBe('whole')
})

test('what does not answer within 30 seconds is given up, and the request with it', async () => {
  const { reply, requests, clock } = ask()
  clock.advance(29_999)
  expect(requests[0]?.init.signal?.aborted).toBe(false)
  clock.advance(1)
  await expect(reply).rejects.toEqual(failure('timeout'))
  expect(requests[0]?.init.signal?.aborted).toBe(true)
})

test('the time limit counts over both tries', async () => {
  const { reply, requests, clock } = ask()
  clock.advance(20_000)
  requests[0]?.fail()
  await settle()
  clock.advance(10_000)
  await expect(reply).rejects.toEqual(failure('timeout'))
})

test('a signal calls the request off', async () => {
  const controller = new AbortController()
  const { reply, requests, clock } = ask({ signal: controller.signal })
  controller.abort()
  await expect(reply).rejects.toEqual(failure('aborted', 'aborted'))
  expect(requests[0]?.init.signal?.aborted).toBe(true)
  expect(clock.pending()).toBe(0)
})

test('a signal that has fired before makes no request', async () => {
  const { reply, requests } = ask({ signal: AbortSignal.abort() })
  await expect(reply).rejects.toEqual(failure('aborted'))
  expect(requests).toHaveLength(0)
})

test('a signal that fires between two tries stops the second', async () => {
  const controller = new AbortController()
  const { reply, requests, clock } = ask({ signal: controller.signal })
  requests[0]?.fail()
  await settle()
  controller.abort()
  await expect(reply).rejects.toEqual(failure('aborted'))
  clock.advance(300)
  await settle()
  expect(requests).toHaveLength(1)
})

test('a fetch that never settles and hears no signal is given up all the same', async () => {
  const clock = fakeClock()
  const http = createHttp({ fetch: () => new Promise(() => {}), schedule: clock.schedule })
  const reply = http({ url: '/', Failure: TestError, parse: String })
  clock.advance(30_000)
  await expect(reply).rejects.toEqual(failure('timeout'))
})

test('a fetch that throws or gives nonsense is a network failure', async () => {
  const clock = fakeClock()
  for (const fetch of [
    () => {
      throw new Error('patched')
    },
    () => undefined as never,
  ]) {
    const http = createHttp({ fetch, schedule: clock.schedule })
    const reply = http({ url: '/', Failure: TestError, parse: String })
    reply.catch(() => {})
    await settle()
    clock.advance(300)
    await expect(reply).rejects.toEqual(failure('network'))
  }
})

test('an answer that cannot be parsed is malformed, and says why', async () => {
  const thrown = ask({ parse: (text) => JSON.parse(text) })
  thrown.requests[0]?.answer('<html>')
  await expect(thrown.reply).rejects.toEqual(
    failure('malformed-reply', expect.stringContaining('SyntaxError')),
  )
  const refused = ask({ parse: () => undefined })
  refused.requests[0]?.answer('{}')
  await expect(refused.reply).rejects.toEqual(failure('malformed-reply'))
})

test('what the parser finds wrong by name keeps its name', async () => {
  const { reply, requests } = ask({
    parse() {
      throw new TestError('not-found')
    },
  })
  requests[0]?.answer('{}')
  await expect(reply).rejects.toEqual(failure('not-found'))
})
