import { expect, test } from '@playwright/test'
import { createConversation } from '../../../src/parts/calls/conversation'
import { type AgentDeps, createAgent } from '../../../src/parts/clients/agent/agent'
import { createHttp } from '../../../src/parts/clients/http'
import type { UserId, VisitId } from '../../../src/wire/brand'
import { fakeClock, memoryStorage } from '../../support/builders'
import { type FakeRequest, fakeFetch, settle } from '../../support/fake-fetch'

/** One tab; give it the storage of another to be in the same browser. */
function openTab(storage = memoryStorage(), others: Partial<AgentDeps> = {}) {
  const clock = fakeClock()
  const { fetch, requests } = fakeFetch()
  const changes: unknown[] = []
  const conversation = createConversation({
    storage,
    siteKey: 'SITE',
    uid: () => 'uid-1',
    visitId: () => 'v1' as VisitId,
  })
  const client = createAgent({
    agentUrl: 'https://agent.example',
    siteKey: 'SITE',
    http: createHttp({ fetch, schedule: clock.schedule }),
    user: () => ({ uid: 'uid-1' as UserId }),
    conversation,
    seen: () => ({}),
    onBegin: (...change) => changes.push(change),
    ...others,
  })

  /** Answers a request once it is there. */
  async function answer(index: number, body: object, options?: ResponseInit) {
    await settle()
    requests[index]?.answer(JSON.stringify(body), options)
  }

  return { ...client, conversation, clock, requests, changes, answer }
}

const begun = (id: string) => ({ conversation_id: id })
const said = (message: string) => ({ message, products: [] })
const failure = (fault: string) => expect.objectContaining({ name: 'AgentError', fault })
const bodyOf = (request: FakeRequest | undefined) => JSON.parse(String(request?.init.body))
const paths = (requests: readonly FakeRequest[]) =>
  requests.map(({ url }) => url.pathname.replace('/v1/sites/SITE/conversation', ''))

test('the first message begins a conversation', async () => {
  const { ask, requests, changes, conversation, answer } = openTab()
  const reply = ask('a raincoat')
  await answer(0, begun('c/1'))
  await answer(1, said('Here.'))

  expect(await reply).toMatchObject({ message: 'Here.', conversationId: 'c/1' })
  expect(requests.map(({ url }) => url.href)).toEqual([
    'https://agent.example/v1/sites/SITE/conversation?uid=uid-1',
    'https://agent.example/v1/sites/SITE/conversation/c%2F1/chat?uid=uid-1',
  ])
  expect(bodyOf(requests[1])).toEqual({ message: 'a raincoat' })
  expect(changes).toEqual([['started', 'c/1']])
  expect(conversation.id()).toBe('c/1')
})

test('the next message goes on with it, with the filters chosen', async () => {
  const { ask, requests, answer } = openTab()
  const first = ask('a raincoat')
  await answer(0, begun('c1'))
  await answer(1, said('Which colour?'))
  await first
  const second = ask('this one', { filters: [{ field: 'color', options: ['Red', 7] }] })
  await answer(2, said('Fine.'))
  await second

  expect(paths(requests)).toEqual(['', '/c1/chat', '/c1/chat'])
  expect(bodyOf(requests[2])).toEqual({
    message: 'this one',
    filters: [{ field: 'color', options: ['Red', 7] }],
  })
})

const metadata: [what: string, given: object, sent: unknown][] = [
  [
    'what this visit saw',
    {},
    [
      { name: 'views', value: ['a', 'b'] },
      { name: 'carts', value: ['b'] },
    ],
  ],
  [
    'what the page gives instead',
    { metadata: { wishes: ['c'] } },
    [{ name: 'wishes', value: ['c'] }],
  ],
  ['nothing when the page says so', { metadata: {} }, undefined],
]
for (const [what, given, sent] of metadata) {
  test(`the metadata is ${what}`, async () => {
    const seen = () => ({ views: ['a', 'b'], clicks: [], carts: ['b'] })
    const { ask, requests, answer } = openTab(memoryStorage(), { seen })
    const reply = ask('hello', given)
    await answer(0, begun('c1'))
    await answer(1, said('Hi.'))
    await reply
    expect(bodyOf(requests[1]).metadata).toEqual(sent)
  })
}

test('messages go one at a time, in order, also after one that failed', async () => {
  const { ask, requests, answer } = openTab()
  const replies = [ask('one'), ask('two'), ask('three')]
  replies[1]?.catch(() => {})
  await answer(0, begun('c1'))
  await settle()
  expect(requests).toHaveLength(2)
  await answer(1, said('1'))
  await answer(2, {}, { status: 500 })
  await answer(3, said('3'))

  expect((await replies[0])?.message).toBe('1')
  await expect(replies[1]).rejects.toEqual(failure('server'))
  expect((await replies[2])?.message).toBe('3')
  expect(requests.slice(1).map((request) => bodyOf(request).message)).toEqual([
    'one',
    'two',
    'three',
  ])
})

test('a conversation can be begun ahead, once, and its id asked for', async () => {
  const { start, requests, answer } = openTab()
  const ids = [start(), start()]
  await answer(0, begun('c1'))
  expect(await Promise.all(ids)).toEqual(['c1', 'c1'])
  expect(requests).toHaveLength(1)
})

test('another page and another tab of the visit go on with the same conversation', async () => {
  const storage = memoryStorage()
  const first = openTab(storage)
  const started = first.start()
  await first.answer(0, begun('c1'))
  await started

  const second = openTab(storage)
  const reply = second.ask('hello')
  await second.answer(0, said('Hi.'))
  expect((await reply).conversationId).toBe('c1')
  expect(paths(second.requests)).toEqual(['/c1/chat'])
  expect(second.changes).toEqual([])
})

test('of two tabs that begin at the same time the slower takes the conversation of the faster', async () => {
  const storage = memoryStorage()
  const [fast, slow] = [openTab(storage), openTab(storage)]
  const ids = [fast.start(), slow.start()]
  await fast.answer(0, begun('c1'))
  await settle()
  await slow.answer(0, begun('c2'))
  expect(await Promise.all(ids)).toEqual(['c1', 'c1'])
  expect(slow.changes).toEqual([])
})

test('a conversation that the service has forgotten is renewed once, and the message sent again', async () => {
  const { ask, start, requests, changes, answer } = openTab()
  const started = start()
  await answer(0, begun('c1'))
  await started
  const reply = ask('hello')
  await answer(1, {}, { status: 404 })
  await answer(2, begun('c2'))
  await answer(3, said('Hi.'))

  expect((await reply).conversationId).toBe('c2')
  expect(paths(requests)).toEqual(['', '/c1/chat', '', '/c2/chat'])
  expect(bodyOf(requests[3])).toEqual({ message: 'hello' })
  expect(changes).toEqual([
    ['started', 'c1'],
    ['renewed', 'c2'],
  ])
})

test('a conversation that is forgotten again at once is the fault not-found', async () => {
  const { ask, requests, answer } = openTab()
  const reply = ask('hello')
  await answer(0, begun('c1'))
  await answer(1, {}, { status: 404 })
  await answer(2, begun('c2'))
  await answer(3, {}, { status: 404 })
  await expect(reply).rejects.toEqual(failure('not-found'))
  expect(requests).toHaveLength(4)
})

test('what another tab has renewed already is gone on with', async () => {
  const storage = memoryStorage()
  const [one, other] = [openTab(storage), openTab(storage)]
  const started = one.start()
  await one.answer(0, begun('c1'))
  await started
  const reply = other.ask('hello')
  await settle()
  one.conversation.end()
  one.conversation.begin()('c2' as never)
  await other.answer(0, {}, { status: 404 })
  await other.answer(1, said('Hi.'))
  expect((await reply).conversationId).toBe('c2')
  expect(other.changes).toEqual([])
})

const refusals: [status: number, fault: string][] = [
  [400, 'bad-request'],
  [401, 'unauthorized'],
  [500, 'server'],
]
for (const [status, fault] of refusals) {
  test(`the status ${status} is the fault ${fault}, at the beginning and in the middle`, async () => {
    const { ask, conversation, answer } = openTab()
    const first = ask('one')
    await answer(0, {}, { status })
    await expect(first).rejects.toEqual(failure(fault))
    expect(conversation.id()).toBeUndefined()

    const second = ask('two')
    await answer(1, begun('c1'))
    await answer(2, {}, { status })
    await expect(second).rejects.toEqual(failure(fault))
    expect(conversation.id()).toBe('c1')
  })
}

test('an unknown site is the fault not-found', async () => {
  const { start, answer } = openTab()
  const started = start()
  await answer(0, {}, { status: 404 })
  await expect(started).rejects.toEqual(failure('not-found'))
})

for (const answered of [{}, { conversation_id: 7 }, { conversation_id: '' }, [], null]) {
  test(`${JSON.stringify(answered)} begins no conversation`, async () => {
    const { start, answer } = openTab()
    const started = start()
    await answer(0, answered as object)
    await expect(started).rejects.toEqual(failure('malformed-reply'))
  })
}

for (const answered of [{}, { message: 'no products' }, { message: 7, products: [] }, null]) {
  test(`${JSON.stringify(answered)} is no reply`, async () => {
    const { ask, answer } = openTab()
    const reply = ask('hello')
    await answer(0, begun('c1'))
    await answer(1, answered as object)
    await expect(reply).rejects.toEqual(failure('malformed-reply'))
  })
}

test('a message that the network lost is not sent again by itself', async () => {
  const { ask, requests, answer, clock } = openTab()
  const reply = ask('hello')
  await answer(0, begun('c1'))
  await settle()
  requests[1]?.fail()
  await expect(reply).rejects.toEqual(failure('network'))
  clock.advance(60_000)
  expect(requests).toHaveLength(2)
})

test('an agent that does not answer is given up, and the next message gets its turn', async () => {
  const { ask, answer, clock } = openTab()
  const first = ask('one')
  await answer(0, begun('c1'))
  await settle()
  const second = ask('two')
  clock.advance(30_000)
  await expect(first).rejects.toEqual(failure('timeout'))
  await answer(2, said('2'))
  expect((await second).message).toBe('2')
})

test('a message that is called off while it waits for its turn is never sent', async () => {
  const { ask, requests, answer } = openTab()
  const controller = new AbortController()
  const first = ask('one')
  const second = ask('two', { signal: controller.signal })
  await answer(0, begun('c1'))
  controller.abort()
  await expect(second).rejects.toEqual(failure('aborted'))
  await answer(1, said('1'))
  await first
  await settle()
  expect(requests).toHaveLength(2)
})

test('a message that is called off while it is answered takes its request along', async () => {
  const { ask, requests, answer } = openTab()
  const controller = new AbortController()
  const reply = ask('one', { signal: controller.signal })
  await answer(0, begun('c1'))
  await settle()
  controller.abort()
  await expect(reply).rejects.toEqual(failure('aborted'))
  expect(requests[1]?.init.signal?.aborted).toBe(true)
})

test('after an end the next message begins another conversation', async () => {
  const { ask, conversation, requests, answer } = openTab()
  const first = ask('one')
  await answer(0, begun('c1'))
  await settle()
  conversation.end()
  await answer(1, said('1'))
  expect((await first).conversationId).toBe('c1')

  const second = ask('two')
  await answer(2, begun('c2'))
  await answer(3, said('2'))
  await second
  expect(paths(requests)).toEqual(['', '/c1/chat', '', '/c2/chat'])
})

const impossible: [why: string, message: unknown, others: Partial<AgentDeps>, problem: RegExp][] = [
  ['an empty message', ' ', {}, /message is empty/],
  ['no message', undefined, {}, /message is empty/],
  ['no user id', 'hello', { user: () => undefined }, /no user id/],
  ['no address', 'hello', { agentUrl: undefined }, /agentUrl is missing/],
]
for (const [why, message, others, problem] of impossible) {
  test(`${why} is refused by name, without a request`, async () => {
    const { ask, requests } = openTab(memoryStorage(), others)
    const reply = ask(message as string)
    await expect(reply).rejects.toThrow(problem)
    await expect(reply).rejects.toEqual(failure('bad-request'))
    expect(requests).toHaveLength(0)
  })
}
