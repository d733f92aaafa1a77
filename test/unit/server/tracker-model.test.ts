import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { EventOrigin } from '../../../src/server/event-origin'
import type { EventStore, QueuedEvent } from '../../../src/server/event-store'
import { createTracker, type EventTracker } from '../../../src/server/event-tracker'

/*
 * The tracker of a backend in random sequences, with a store and a service that fail and processes that are killed, compared with a small model:
 * what `track` resolved is received once or reported as dropped, what it refused leaves nothing. `SVC_HISTORIES=2000 npm run unit --
 * tracker-model` plays so many.
 */

const numRuns = Number(process.env.SVC_HISTORIES ?? 150)

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const MOST_WAITING = 8
const ASKED_MS = 2 * MINUTE

/** Stands for no answer. */
const BROKEN = 999

/** The service: whether an event is received, and the answer. */
const SERVICE = {
  well: { isReceived: true, status: 200 },
  refuses: { isReceived: false, status: 400 },
  busy: { isReceived: false, status: 503 },
  'asks for a pause': { isReceived: false, status: 429 },
  breaks: { isReceived: false, status: BROKEN },
  'breaks behind the event': { isReceived: true, status: BROKEN },
} as const
type Mood = keyof typeof SERVICE

const move = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('track' as const),
      lines: fc.constantFrom(1, 1, 2, 12),
      times: fc.constantFrom(1, 1, 2),
      consent: fc.constantFrom<'granted' | 'denied'>('granted', 'granted', 'granted', 'denied'),
      t: fc.constantFrom('new', 'stored with the order'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('service' as const),
      mood: fc.constantFrom<Mood>('well', 'well', ...(Object.keys(SERVICE) as Mood[])),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('store fails' as const),
      what: fc.constantFrom('put', 'put', 'put that has written', 'remove', 'list'),
      after: fc.nat({ max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 1_000, MINUTE, 6 * MINUTE, 8 * DAY),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('kill' as const, 'close' as const, 'clock back' as const),
    }),
  },
)
type Move = typeof move extends fc.Arbitrary<infer One> ? One : never
type MoveOf<Kind> = Extract<Move, { readonly kind: Kind }>

/** An order that was tracked, and how many calls for it were resolved. */
interface Tracked {
  readonly pids: readonly string[]
  readonly resolved: number
}

let played = 0

beforeAll(() => {
  vi.stubGlobal('__VERSION__', 'test')
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Lets everything happen that needs no time. */
async function settle() {
  for (let count = 0; count < 60; count += 1) await turn()
}

const never = () => new Promise<never>(() => {})

/** The world around a tracker: a store and a service that fail, and what is known of both. */
interface World {
  readonly stored: Map<string, QueuedEvent>
  readonly failures: { readonly what: string; after: number }[]
  readonly received: string[]
  readonly dropped: string[]
  /** Keys that wait for an answer, as the process in hand knows them. */
  waiting: Set<string>
  mood: Mood
  /** No request before then: the service has asked for a pause. */
  pausedUntil: number
  /** Requests under way, and whether the last answer was a failure: then one at a time goes. */
  flying: number
  isTroubled: boolean
  /** Requests that were made too early, or beside others in trouble. */
  hasty: number
  /** Which process is alive. */
  process: number
}

/** Whether the store fails at what it is asked for now, and whether it does so behind its work. */
function failureAt({ failures }: World, what: string) {
  const next = failures.findIndex((failure) => failure.what.startsWith(what))
  const failure = failures[next]
  if (!failure) return undefined
  failure.after -= 1
  if (failure.after >= 0) return undefined
  failures.splice(next, 1)
  return failure.what
}

async function useStore(world: World, own: number, what: string, work: () => unknown) {
  if (own !== world.process) return never()
  const failure = failureAt(world, what)
  if (failure !== what) work()
  await turn()
  if (own !== world.process) return never()
  if (failure) throw new Error(failure)
  return undefined
}

const storeOf = (world: World, own: number): EventStore => ({
  put: (event) => useStore(world, own, 'put', () => world.stored.set(event.key, event)),
  remove: (key) => useStore(world, own, 'remove', () => world.stored.delete(key)),
  async list() {
    await useStore(world, own, 'list', () => {})
    world.waiting = new Set(world.stored.keys())
    return [...world.stored.values()]
  },
})

/** What a request tells: products, each a line of an order. */
function pidsIn(query: URLSearchParams): readonly string[] {
  const data = JSON.parse(query.get('data') ?? '')
  return (data.products ?? [data]).map(({ pid }: { readonly pid: string }) => pid)
}

/** Counts what is not a matter of the answer: the tracker would take an error for a broken connection. */
function noteRequest(world: World) {
  world.flying += 1
  if (Date.now() < world.pausedUntil || (world.isTroubled && world.flying > 1)) world.hasty += 1
}

function noteAnswer(world: World, status: number, key: string) {
  world.flying -= 1
  world.isTroubled = status >= 429
  if (status < 429) world.waiting.delete(key)
  if (status === 429) world.pausedUntil = Date.now() + ASKED_MS
}

async function answer(world: World, own: number, query: URLSearchParams) {
  if (own !== world.process) return never()
  noteRequest(world)
  const { isReceived, status } = SERVICE[world.mood]
  if (isReceived) world.received.push(...pidsIn(query))
  await turn()
  if (own !== world.process) return never()
  noteAnswer(world, status, `${query.get('action')} ${query.get('t')}`)
  if (status === BROKEN) throw new TypeError('fetch failed')
  return new Response(null, { status, headers: { 'retry-after': status === 429 ? '120' : '' } })
}

/** Starts a process; the one before is dead. */
async function startTracker(world: World): Promise<EventTracker> {
  world.process += 1
  const own = world.process
  Object.assign(world, { pausedUntil: 0, waiting: new Set(), flying: 0, isTroubled: false })
  vi.stubGlobal('fetch', (url: string) =>
    answer(world, Number(new URL(url).pathname.split('/')[1]), new URL(url).searchParams),
  )
  const tracker = createTracker({
    siteKey: 'SITE',
    trackerUrl: `https://tracker.example/${own}`,
    store: storeOf(world, own),
    maxWaiting: MOST_WAITING,
    maxUrlBytes: 900,
    onDrop({ t, action }) {
      world.dropped.push(`${action} ${t}`)
      world.waiting.delete(`${action} ${t}`)
    },
  })
  await settle()
  return tracker
}

/** One call of `track`: the fault, `without consent`, or nothing if it was resolved. */
async function trackOnce(
  world: World,
  tracker: EventTracker,
  pids: readonly string[],
  origin: EventOrigin,
) {
  const before = new Set(world.stored.keys())
  const isFull = world.waiting.size >= MOST_WAITING
  const products = pids.map((pid) => ({ pid, qty: 1, price: '5' }))
  const fault = await tracker.track('order', { products }, origin).then(
    (t) => (t === undefined ? 'without consent' : undefined),
    (error) => error.fault as string,
  )
  if (fault === undefined)
    for (const key of world.stored.keys()) if (!before.has(key)) world.waiting.add(key)
  if (origin.consent === 'denied') expect(fault).toBe('without consent')
  else expect(fault, 'the fault').toBeOneOf(isFull ? ['full'] : [undefined, 'store'])
  await settle()
  return fault
}

async function closed(world: World, tracker: EventTracker) {
  const isLeft = world.waiting.size > 0
  const closing = tracker.close(0)
  await settle()
  vi.advanceTimersByTime(1)
  expect((await closing) > 0, 'left to the store').toBe(isLeft)
  const late = tracker.track('visitor', undefined, {} as EventOrigin)
  await expect(late).rejects.toMatchObject({ fault: 'closed' })
}

async function play(moves: readonly Move[]) {
  played += 1
  vi.clearAllTimers()
  vi.setSystemTime(Date.UTC(2026, 10, 20) + played * 90 * DAY)
  const world: World = {
    stored: new Map(),
    failures: [],
    received: [],
    dropped: [],
    waiting: new Set(),
    mood: 'well',
    pausedUntil: 0,
    flying: 0,
    isTroubled: false,
    hasty: 0,
    process: played * 1_000,
  }
  let tracker = await startTracker(world)
  const tracked: Tracked[] = []
  /** The service has an event and could not say so, or the store could not forget one. */
  const excused = { twice: false, left: false }

  async function track({ lines, times, consent, t }: MoveOf<'track'>) {
    const pids = Array.from({ length: lines }, (_, line) => `p${tracked.length}-${line}`)
    const visitor = { uid: 'uid-1', visitId: 'v', visit_type: 'repeat' } as const
    const own = t === 'new' ? {} : { t: `${Date.now()}|0.${tracked.length}1` }
    const origin = { ...visitor, url: 'https://shop.example/', consent, ...own }
    const outcomes: (string | undefined)[] = []
    for (let time = 0; time < times; time += 1)
      outcomes.push(await trackOnce(world, tracker, pids, origin))
    tracked.push({ pids, resolved: outcomes.filter((fault) => fault === undefined).length })
  }

  const acts: { readonly [Kind in Move['kind']]: (one: MoveOf<Kind>) => unknown } = {
    track,
    service({ mood }) {
      world.mood = mood
      excused.twice ||= mood === 'breaks behind the event'
    },
    'store fails'({ what, after }) {
      world.failures.push({ what, after })
      if (what === 'remove') Object.assign(excused, { twice: true, left: true })
    },
    wait: ({ ms }) => vi.advanceTimersByTime(ms),
    async kill() {
      tracker = await startTracker(world)
    },
    async close() {
      await closed(world, tracker)
      tracker = await startTracker(world)
    },
    'clock back'() {
      vi.setSystemTime(Date.now() - 60 * MINUTE)
      // The service cannot mean the clock of the backend.
      world.pausedUntil = 0
    },
  }
  for (const one of moves) {
    await (acts[one.kind] as (one: Move) => unknown)(one)
    await settle()
  }
  Object.assign(world, { mood: 'well' }).failures.length = 0
  // A list that failed is asked for again by the next process only.
  tracker = await startTracker(world)
  for (let time = 0; time < 10 && world.stored.size > 0; time += 1) {
    vi.advanceTimersByTime(6 * MINUTE)
    await settle()
  }
  expect([...world.stored.keys()], 'left in the store').toEqual([])
  expect(await tracker.flush()).toBe(0)
  compare(world, tracked, excused)
}

/** What was received against the model. */
function compare(
  { received, dropped, hasty }: World,
  tracked: readonly Tracked[],
  excused: { readonly twice: boolean; readonly left: boolean },
) {
  expect(hasty, 'requests that came too early').toBe(0)
  for (const { pids, resolved } of tracked) {
    const counts = pids.map((pid) => received.filter((one) => one === pid).length)
    const least = resolved > 0 && dropped.length === 0 ? 1 : 0
    expect(Math.min(...counts), 'lost').toBeGreaterThanOrEqual(least)
    const most = excused.twice || (resolved === 0 && excused.left) ? 99 : resolved
    expect(Math.max(...counts), 'twice, or refused').toBeLessThanOrEqual(most)
  }
}

test('what a backend tracks is received once, whatever fails, and what it cannot track not at all', async () => {
  const moves = fc.array(move, { minLength: 3, maxLength: 20 })
  await fc.assert(fc.asyncProperty(moves, play), { numRuns })
})
