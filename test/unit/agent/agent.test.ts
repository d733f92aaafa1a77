import { expect, test } from 'vitest'
import { type AgentDeps, createAgent } from '../../../src/parts/clients/agent/agent'
import { createHttp } from '../../../src/parts/clients/http'
import type { ConversationId, UserId } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'
import { type FakeRequest, fakeFetch, settle } from '../../support/fakes/fake-fetch'
import { fakeClock } from '../../support/fixtures/builders'

/** One tab of a shopper who has consented. */
function openTab({
  browser = createBrowser(),
  ...others
}: Partial<AgentDeps> & { browser?: ReturnType<typeof createBrowser> } = {}) {
  const page = openPage(browser)
  const { consent, visitor, conversation: calls } = page.tag
  page.run(() => {
    consent.startConsent(() => {})
    visitor.identify('uid-1' as UserId)
    visitor.beginVisit(true, () => {})
  })
  const conversation = {
    id: calls.conversationId,
    begin: calls.beginConversation,
    end: calls.endConversation,
  }
  const clock = fakeClock()
  const { fetch, requests } = fakeFetch()
  const changes: unknown[] = []
  const client = createAgent({
    agentUrl: 'https://agent.example',
    siteKey: 'SITE',
    http: createHttp({ fetch, schedule: clock.schedule }),
    user: visitor.currentVisitor,
    conversation,
    seen: () => ({}),
    onBegin: (...change) => changes.push(change),
    ...others,
  })

  /** Responds to a request once it has been made. */
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

/** A tab whose conversation `c1` has begun. */
async function begunTab(others: Parameters<typeof openTab>[0] = {}) {
  const tab = openTab(others)
  const started = tab.start()
  await tab.answer(0, begun('c1'))
  await started
  return tab
}

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

test('the next message continues the conversation with the chosen filters', async () => {
  const { ask, requests, answer } = await begunTab()
  const filters = [{ field: 'color', options: ['Red', 7] }]
  const reply = ask('this one', { filters })
  await answer(1, said('Fine.'))
  await reply
  expect(paths(requests)).toEqual(['', '/c1/chat'])
  expect(bodyOf(requests[1])).toEqual({ message: 'this one', filters })
})

test.each<readonly [given: object, sent: unknown]>([
  [
    {},
    [
      { name: 'views', value: ['a', 'b'] },
      { name: 'carts', value: ['b'] },
    ],
  ],
  [{ metadata: { wishes: ['c'] } }, [{ name: 'wishes', value: ['c'] }]],
  [{ metadata: {} }, undefined],
])(
  'a message with %j has what this visit saw, or what the page gives instead',
  async (given, sent) => {
    const seen = () => ({ views: ['a', 'b'], clicks: [], carts: ['b'] })
    const { ask, requests, answer } = await begunTab({ seen })
    const reply = ask('hello', given)
    await answer(1, said('Hi.'))
    await reply
    expect(bodyOf(requests[1]).metadata).toEqual(sent)
  },
)

test('metadata other than lists of product ids is refused before any request', async () => {
  for (const wrong of [['P22'], [{ name: 'views' }], [{ value: ['P22'] }], { views: 'P22' }]) {
    const { ask, requests } = openTab()
    const reply = ask('hello', { metadata: wrong as never })
    await expect(reply).rejects.toThrow(/metadata .*: not a list of product ids/)
    await expect(reply).rejects.toEqual(failure('bad-request'))
    expect(requests).toHaveLength(0)
  }
})

test('messages are sent one at a time, in order, even after a failure', async () => {
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

test('a conversation can begin before its first message, and only once', async () => {
  const { start, requests, answer } = openTab()
  const ids = [start(), start()]
  await answer(0, begun('c1'))
  expect(await Promise.all(ids)).toEqual(['c1', 'c1'])
  expect(requests).toHaveLength(1)
})

test('if two tabs begin together, the slower one joins the conversation of the faster', async () => {
  const browser = createBrowser()
  const [fast, slow] = [openTab({ browser }), openTab({ browser })]
  const ids = [fast.start(), slow.start()]
  await fast.answer(0, begun('c1'))
  await settle()
  await slow.answer(0, begun('c2'))
  expect(await Promise.all(ids)).toEqual(['c1', 'c1'])
  expect(slow.changes).toEqual([])
})

test('a conversation that the service has forgotten is renewed, and the message is sent again', async () => {
  const { ask, requests, changes, answer } = await begunTab()
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
  const { ask, requests, answer } = await begunTab()
  const reply = ask('hello')
  await answer(1, {}, { status: 404 })
  await answer(2, begun('c2'))
  await answer(3, {}, { status: 404 })
  await expect(reply).rejects.toEqual(failure('not-found'))
  expect(requests).toHaveLength(4)
})

test('a conversation that another tab has renewed is used', async () => {
  const browser = createBrowser()
  const [one, other] = [await begunTab({ browser }), openTab({ browser })]
  const reply = other.ask('hello')
  await settle()
  one.conversation.end()
  one.conversation.begin()('c2' as ConversationId)
  await other.answer(0, {}, { status: 404 })
  await other.answer(1, said('Hi.'))
  expect((await reply).conversationId).toBe('c2')
  expect(other.changes).toEqual([])
})

test('a refusal is its fault, at the first message and later', async () => {
  const { ask, conversation, answer } = openTab()
  const first = ask('one')
  await answer(0, {}, { status: 401 })
  await expect(first).rejects.toEqual(failure('unauthorized'))
  expect(conversation.id()).toBeUndefined()

  const second = ask('two')
  await answer(1, begun('c1'))
  await answer(2, {}, { status: 500 })
  await expect(second).rejects.toEqual(failure('server'))
  expect(conversation.id()).toBe('c1')
})

test('a response that violates the contract is the fault malformed-reply', async () => {
  for (const answered of [{}, { conversation_id: 7 }, { conversation_id: '' }, [], null]) {
    const { start, answer } = openTab()
    const started = start()
    await answer(0, answered as object)
    await expect(started).rejects.toEqual(failure('malformed-reply'))
  }
  for (const answered of [{}, { message: 'no products' }, { message: 7, products: [] }, null]) {
    const { ask, answer } = await begunTab()
    const reply = ask('hello')
    await answer(1, answered as object)
    await expect(reply).rejects.toEqual(failure('malformed-reply'))
  }
})

test('after 30 s without a response, the next message is sent', async () => {
  const { ask, answer, clock } = await begunTab()
  const [first, second] = [ask('one'), ask('two')]
  await settle()
  clock.advance(30_000)
  await expect(first).rejects.toEqual(failure('timeout'))
  await answer(2, said('2'))
  expect((await second).message).toBe('2')
})

test('an aborted message aborts its request, or is never sent if it waits for its turn', async () => {
  const { ask, requests } = await begunTab()
  const controllers = [new AbortController(), new AbortController()]
  const [sent, waiting] = controllers.map(({ signal }) => ask('hello', { signal }))
  await settle()
  for (const controller of controllers) controller.abort()
  await expect(waiting).rejects.toEqual(failure('aborted'))
  await expect(sent).rejects.toEqual(failure('aborted'))
  await settle()
  expect(requests).toHaveLength(2)
  expect(requests[1]?.init.signal?.aborted).toBe(true)
})

test.each<readonly [why: string, message: unknown, others: Partial<AgentDeps>, problem: RegExp]>([
  ['an empty message', ' ', {}, /message is empty/],
  ['no message', undefined, {}, /message is empty/],
  ['no user id', 'hello', { user: () => undefined }, /no user id/],
  ['no address', 'hello', { agentUrl: undefined }, /agentUrl is missing/],
])('%s is rejected with its reason, without a request', async (_, message, others, problem) => {
  const { ask, requests } = openTab(others)
  const reply = ask(message as string)
  await expect(reply).rejects.toThrow(problem)
  await expect(reply).rejects.toEqual(failure('bad-request'))
  expect(requests).toHaveLength(0)
})
