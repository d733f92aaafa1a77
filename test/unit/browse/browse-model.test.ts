import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBrowse } from '../../../src/parts/clients/browse/browse'
import { createHttp } from '../../../src/parts/clients/http'
import type { UserId } from '../../../src/wire/tracker-event'
import { type FakeRequest, fakeFetch, settle } from '../../support/fakes/fake-fetch'
import { fakeClock } from '../../support/fixtures/builders'

/*
 * Calls of Browse in random sequences, compared with a small model: who shares a request, who is called off, what each promise settles with, and
 * which lists the page gets. `SVC_HISTORIES=2000 npm run unit -- browse-model` plays so many.
 */

const numRuns = Number(process.env.SVC_HISTORIES ?? 300)

const RETRY_MS = 300
const LIMIT_MS = 30_000

/** Answers, and what they make of every call that waits for them. */
const ANSWERS = {
  good: 'good',
  refused: 'bad-request',
  busy: 'server',
  malformed: 'malformed-reply',
  'says that it failed': 'server',
  breaks: 'network',
} as const
type How = keyof typeof ANSWERS
const hows = Object.keys(ANSWERS) as How[]

const BODIES: Readonly<Record<Exclude<How, 'good' | 'breaks'>, string>> = {
  refused: '{"error":"No."}',
  busy: '<h1>503</h1>',
  malformed: '{"response":{"produ',
  'says that it failed': '{"searchMetaData":{"status":500},"response":{"products":[]}}',
}

const index = fc.nat({ max: 7 })
const move = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      query: fc.constantFrom('a', 'b'),
      latest: fc.constantFrom(undefined, undefined, 'one', 'other'),
      signal: fc.constantFrom('none', 'none', 'own', 'own', 'fired'),
      context: fc.constantFrom(undefined, true, false),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('abort' as const), index }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      index,
      how: fc.constantFrom<How>('good', 'breaks', ...hows),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(RETRY_MS, RETRY_MS, LIMIT_MS - RETRY_MS, LIMIT_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('another visitor' as const) }) },
)
type Move = typeof move extends fc.Arbitrary<infer One> ? One : never
type MoveOf<Kind> = Extract<Move, { readonly kind: Kind }>

/** One request of the model, with its second try. */
interface Task {
  readonly url: string
  readonly startedAt: number
  readonly callers: Set<Call>
  /** What `fetch` was asked for; `undefined` in the pause before the second try. */
  request: FakeRequest | undefined
  retryAt: number
}

interface Call {
  readonly query: string
  readonly task: Task
  readonly isContext: boolean
  readonly controller: AbortController | undefined
  expected: string | undefined
  actual: string | undefined
}

/** A client, and the model of it. */
function createScene() {
  const clock = fakeClock()
  const { fetch, requests } = fakeFetch()
  const lists: unknown[] = []
  const scene = {
    ...{ clock, requests, lists, visitor: 1 },
    expectedLists: [] as unknown[],
    calls: [] as Call[],
    latestCalls: new Map<string, Call>(),
    tasks: new Map<string, Task>(),
    client: createBrowse({
      browseUrl: 'https://search.example',
      apiKey: 'KEY',
      siteKey: 'SITE',
      http: createHttp({ fetch, schedule: clock.schedule }),
      user: () => ({ uid: `uid-${scene.visitor}` as UserId, visit_type: 'first_time' }),
      requestIdHeaders: ['x-request-id'],
      browseHeaders: false,
      device: () => ({ type: 'mobile', source: 'browser' }),
      onList: (...list) => lists.push(list),
    }),
  }
  return scene
}
type Scene = ReturnType<typeof createScene>

/** The task of a call that was made just now: one that goes on, or a new request. */
function taskFor({ tasks, requests, clock }: Scene, url: string, before: number): Task {
  const known = tasks.get(url)
  expect(requests.length - before, 'new requests').toBe(known ? 0 : 1)
  if (known) return known
  const request = requests.at(-1)
  expect(request?.url.search).toBe(url)
  const started = { url, startedAt: clock.now(), callers: new Set<Call>() }
  const task = { ...started, request, retryAt: Number.POSITIVE_INFINITY }
  tasks.set(url, task)
  return task
}

function ask(scene: Scene, { query, latest, signal, context }: MoveOf<'ask'>) {
  const { requests, client, visitor, latestCalls, calls } = scene
  const controller = signal === 'none' ? undefined : new AbortController()
  if (signal === 'fired') controller?.abort()
  const before = requests.length
  const reply = client.search(query, { context, latest, signal: controller?.signal })
  const url = `?q=${query}&version=V2&user-type=first-time&uid=uid-${visitor}`
  const task = taskFor(scene, url, before)
  const expected = { expected: undefined, actual: undefined }
  const call: Call = { query, task, controller, isContext: context !== false, ...expected }
  task.callers.add(call)
  calls.push(call)
  const settled = (outcome: string) => {
    expect(call.actual, 'settled once').toBeUndefined()
    call.actual = outcome
  }
  reply.then(
    ({ products }) => settled(products[0]?.uniqueId === query ? 'good' : 'of another query'),
    ({ fault }) => settled(fault),
  )
  if (signal === 'fired') leave(scene, call)
  if (latest === undefined) return
  leave(scene, latestCalls.get(latest))
  latestCalls.set(latest, call)
}

function leave({ tasks }: Scene, call: Call | undefined) {
  if (!call || call.expected !== undefined) return
  call.expected = 'aborted'
  call.task.callers.delete(call)
  if (call.task.callers.size === 0) tasks.delete(call.task.url)
}

function end({ tasks, expectedLists }: Scene, task: Task, outcome: string) {
  tasks.delete(task.url)
  for (const call of task.callers) {
    const { query, isContext } = call
    call.expected = outcome
    if (outcome === 'good') expectedLists.push([{ query, requestId: task.url }, [query], isContext])
  }
  task.callers.clear()
}

function answer(scene: Scene, task: Task | undefined, how: How) {
  if (!task?.request) return
  const { request } = task
  task.request = undefined
  if (how !== 'breaks') {
    const uniqueId = request.url.searchParams.get('q')
    const body =
      how === 'good' ? JSON.stringify({ response: { products: [{ uniqueId }] } }) : BODIES[how]
    const status = { refused: 400, busy: 503 }[how as 'busy'] ?? 200
    request.answer(body, { status, headers: { 'x-request-id': task.url } })
    return end(scene, task, ANSWERS[how])
  }
  request.fail()
  if (task.retryAt !== Number.POSITIVE_INFINITY) end(scene, task, 'network')
  else task.retryAt = scene.clock.now() + RETRY_MS
}

/** Time passes for the model as for the client. */
async function pass(scene: Scene, ms: number) {
  const { clock, requests, tasks } = scene
  const before = requests.length
  clock.advance(ms)
  const now = clock.now()
  const late = [...tasks.values()].filter(({ startedAt }) => now >= startedAt + LIMIT_MS)
  for (const task of late) end(scene, task, 'timeout')
  await settle()
  const again = [...tasks.values()].filter(({ request, retryAt }) => !request && now >= retryAt)
  expect(requests.length - before, 'second tries').toBe(again.length)
  for (const task of again)
    task.request = requests.slice(before).find(({ url }) => url.search === task.url)
}

/** What has settled, what goes on, and what is left behind. */
async function compare({ calls, lists, expectedLists, tasks }: Scene) {
  await settle()
  expect(calls.map(({ actual }) => actual)).toEqual(calls.map(({ expected }) => expected))
  expect(lists).toEqual(expectedLists)
  for (const { request } of tasks.values())
    expect(request?.init.signal?.aborted ?? false, 'goes on').toBe(false)
  for (const { task, controller, expected } of calls) {
    if (expected === undefined) continue
    const signal = controller?.signal
    expect(signal ? getEventListeners(signal, 'abort') : [], 'left behind').toEqual([])
    if (expected === 'aborted' && tasks.get(task.url) !== task && task.request)
      expect(task.request.init.signal?.aborted, 'called off').toBe(true)
  }
}

const acts: { readonly [Kind in Move['kind']]: (scene: Scene, one: MoveOf<Kind>) => unknown } = {
  ask,
  abort(scene, { index }) {
    const call = scene.calls.filter(({ controller }) => controller).at(-1 - index)
    call?.controller?.abort()
    leave(scene, call)
  },
  answer: (scene, { index, how }) => answer(scene, [...scene.tasks.values()][index], how),
  async wait(scene, { ms }) {
    await pass(scene, RETRY_MS)
    if (ms > RETRY_MS) await pass(scene, ms - RETRY_MS)
  },
  'another visitor'(scene) {
    scene.visitor = 3 - scene.visitor
  },
}

async function play(moves: readonly Move[]) {
  const scene = createScene()
  for (const one of moves) {
    await (acts[one.kind] as (scene: Scene, one: Move) => unknown)(scene, one)
    await compare(scene)
  }
  // Those that wait for their second try are answered after it.
  for (let time = 0; time < 2; time += 1) {
    for (const task of scene.tasks.values()) {
      answer(scene, task, 'good')
      await compare(scene)
    }
    await pass(scene, RETRY_MS)
  }
  await compare(scene)
  expect(scene.clock.pending(), 'timers left behind').toBe(0)
}

test('each call settles once, with what became of its request, and leaves nothing behind', async () => {
  const moves = fc.array(move, { minLength: 2, maxLength: 16 })
  await fc.assert(fc.asyncProperty(moves, play), { numRuns })
})
