import { hash } from 'node:crypto'
import { copyFileSync, existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import timers, { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eventPath, queryText } from '../../../test/support/fixtures/event-requests.ts'
import { outputPath } from '../../../test/support/fixtures/output-path.ts'
import { createFaultMode } from '../../http/answer-faults.ts'
import { createApp } from '../../http/app.ts'
import { demoKeys } from '../../http/keys.ts'
import { openSqliteLog } from '../../log/drain-spool.ts'
import { openJetStreamLog } from '../../log/jetstream-log.ts'
import type { EventLog } from '../../log/log-consumer.ts'
import { storeEvents } from '../../log/log-consumer.ts'
import { createIntakeMetrics, createRegistry } from '../../operate/metrics.ts'
import { openDatabase } from '../../store/database.ts'
import { createEventStore } from '../../store/event-table.ts'
import { createForgottenLog, forgetUser } from '../../store/forget.ts'
import { readLoss } from '../../store/loss-report.ts'
import type { Sql, Statements } from '../../store/sql.ts'
import { sqliteStore } from '../../store/sqlite.ts'
import { readEvent } from '../../tracker/judge-event.ts'
import { createRefusedRequests, traceRefused } from '../../tracker/refused-requests.ts'
import type { Faults } from '../../tracker/simulated-faults.ts'
import { createAccept, registerTracker } from '../../tracker/tracker-routes.ts'
import { createFakeEngine } from './fake-engine.ts'

// The path of an event from its request into the store, driven by random sequences and compared with a small model: an acknowledged event
// is in the store once, a refused event is not, a forgotten event is gone and stays so, and nothing waits forever.

const START = Date.UTC(2026, 10, 20, 12)
const DAY_MS = 86_400_000
const LIMIT_BYTES = 12_000
const ALWAYS = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** Pauses between two attempts in ms, which pass at once; 0 for a success. */
let pauses: number[] = []
const { setTimeout: realSleep } = timers

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  timers.setTimeout = (async (ms: number) => {
    pauses.push(ms)
    await turn()
  }) as typeof realSleep
  syncBuiltinESMExports()
})
afterAll(() => {
  timers.setTimeout = realSleep
  syncBuiltinESMExports()
  vi.useRealTimers()
})

/** The running number of the event at each moment: a page that is left for another, gaps, and a number that is too long. */
const NUMBERS = ['one.1', 'one.2', 'one.4', 'two.1', 'two.999999999']
const SEQUENCES = [...NUMBERS, 'two.1000000000', 'two.0']
const PAGE = /^(one|two)-(\w{4})\./

/** The number of an event on a page of its user. */
const sequenceOf = ({ uid, moment }: Sending) =>
  SEQUENCES[moment]?.replace('.', `-${hash('md5', uid).slice(0, 4)}.`)

interface Sending {
  readonly uid: string
  readonly moment: number
  readonly form: string
  readonly pid: unknown
  /** Cannot be written, and makes everything written with it fail. */
  readonly isBroken: boolean
  /** Whether it comes by POST, as the vendor's assistant sends. */
  readonly isPosted: boolean
}

/** Two reports of an order are one event, whatever each contains; so all orders of a moment are the same here. */
const sending: fc.Arbitrary<Sending> = fc
  .record({
    uid: fc.constantFrom('anna', 'berta', 'o\'hara "x"', ''),
    moment: fc.nat({ max: SEQUENCES.length - 1 }),
    form: fc.constantFrom('click', 'click', 'cart', 'order of one product'),
    pid: fc.constantFrom<unknown>('P1', 'P2', 7),
    isBroken: fc.nat({ max: 11 }).map((number) => number === 0),
    isPosted: fc.nat({ max: 5 }).map((number) => number === 0),
  })
  .map((sent) => ({
    ...sent,
    pid: sent.form.startsWith('order') && sent.pid !== 7 ? 'P1' : sent.pid,
  }))

const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('send' as const),
      events: fc.array(sending, { minLength: 1, maxLength: 4 }),
      times: fc.constantFrom(1, 1, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      faults: fc.constantFrom<Faults>({ status: 503, times: 1, keep: true }, { status: 429 }, {}),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('store fails' as const),
      how: fc.array(fc.constantFrom('before', 'inside', 'after'), { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'kill' as const) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('forget' as const),
      uid: fc.constantFrom('anna', 'o\'hara "x"'),
      again: fc.constantFrom('', 'earlier', 'later'),
      between: fc.array(sending, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('clock' as const),
      byMs: fc.constantFrom(-3_600_000, -1, 1_000, 11 * 60_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('engine' as const),
      what: fc.constantFrom('down', 'up', 'full', 'restarted', 'unready', 'expired', 'without ids'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('outage' as const),
      events: fc.array(sending, { minLength: 1, maxLength: 4 }),
      isFull: fc.boolean(),
      isKilled: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), count: fc.nat({ max: 30 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Kept extends Sending {
  readonly at: number
  fate: 'stored' | 'unknown' | 'forgotten'
}

/** Two events with the same identity are one row. Events without a user have no identity. */
const identityOf = ({ uid, moment, form, pid }: Sending) =>
  JSON.stringify([uid, momentOf(moment), form.split(' ')[0], pid])

const momentOf = (moment: number) => `${START + moment}|0.5`

async function turns(count: number) {
  for (let left = count; left > 0; left -= 1) await turn()
}

/** Statements that fail after the first has written. */
function failingHalfway(statements: Statements, failure: Error): Statements {
  let calls = 0
  return {
    ...statements,
    async each(...given) {
      calls += 1
      if (calls > 1) throw failure
      return statements.each(...given)
    },
  }
}

/** A store that fails as requested, and runs other work between two of its transactions. */
function failingStore(store: Sql, failures: string[]): Sql {
  return {
    ...store,
    async transaction(work) {
      await turn()
      const how = failures.shift()
      if (how === undefined) return store.transaction(work)
      if (how === 'slow') return turns(20).then(() => store.transaction(work))
      const failure = new Error(`The store failed ${how} its work.`)
      if (how === 'before') throw failure
      if (how === 'after') await store.transaction(work)
      else await store.transaction((statements) => work(failingHalfway(statements, failure)))
      throw failure
    },
  }
}

/** From request to store, with everything that may go wrong on the way. */
async function startWay(hasEngine: boolean, folder: string) {
  let generation = 0
  let file = `${folder}-${generation}.spool.db`
  const failures: string[] = []
  const engine = createFakeEngine()
  const db = openDatabase(':memory:')
  const store = failingStore(sqliteStore(db), failures)
  const faultMode = createFaultMode()
  let log = openLog()
  let events = await createEventStore(store)
  let consumers = consume()
  const current: EventLog = { ...log, append: (entry) => log.append(entry) }
  const registry = createRegistry(current)
  const metrics = createIntakeMetrics(registry, ['click'])
  const refused = createRefusedRequests()
  const app = await createApp({ refused })
  const accept = createAccept({ log: current, metrics, keys: demoKeys })
  registerTracker(app, { accept, faultMode, keys: demoKeys, rate: 1e9 })
  traceRefused(app, { refused, accept, rate: 1e9 })
  await app.ready()

  function openLog() {
    const spool = { file, limitBytes: LIMIT_BYTES }
    const opened = hasEngine
      ? openJetStreamLog({ url: 'nats://engine', client: engine.client }, spool)
      : openSqliteLog(spool)
    const other = openDatabase(file)
    other.exec(`create trigger if not exists broken before insert on entries
      when new.query like '%broken%' begin select raise(abort, 'disk full'); end`)
    other.close()
    return opened
  }

  function consume() {
    const { add } = events
    const watched = {
      ...events,
      async add(...given: Parameters<typeof add>) {
        const deliveries = await add(...given)
        pauses.push(0)
        return deliveries
      },
    }
    const read = (query: string) => readEvent(query, demoKeys.siteKey)
    // With an engine, another consumer of the same name stands by.
    const count = hasEngine ? 2 : 1
    return Array.from({ length: count }, () => storeEvents(log, watched, read))
  }

  /** Closes the service; an unavailable store does not prevent that. */
  async function closeAway() {
    const isAway = failures.length > 0
    if (isAway) failures.push(...new Array<string>(1_000).fill('before'))
    await log.close(0)
    expect(failures.length > 0).toBe(isAway)
  }

  async function begin() {
    log = openLog()
    failures.length = 0
    events = await createEventStore(store)
    pauses.push(0)
    consumers = consume()
  }

  return {
    ...{ store, failures, engine, faultMode, registry },
    log: () => log,
    events: () => events,
    failure: () => consumers.find((one) => one.failure())?.failure(),
    ask: (request: InjectOptions) => app.inject(request),
    /** Stops and starts; a killed process leaves what was on its disk at that moment. */
    async again(isKilled: boolean) {
      const left = file
      if (isKilled) {
        generation += 1
        file = `${folder}-${generation}.spool.db`
        for (const part of ['', '-wal'])
          if (existsSync(left + part)) copyFileSync(left + part, file + part)
      }
      await closeAway()
      engine.expire()
      await begin()
    },
    async close() {
      await log.close(0)
      await app.close()
      db.close()
    },
  }
}

type Way = Awaited<ReturnType<typeof startWay>>

function requestFor(sent: Sending): InjectOptions {
  const { uid, moment, form, pid, isBroken, isPosted } = sent
  const data = { pid, seq: sequenceOf(sent), ver: `svc-tag/${uid}`, visitId: 'v' }
  const url = isBroken ? { url: 'https://shop.example/broken' } : {}
  const path = eventPath(form, { uid, t: momentOf(moment), data: { ...data, ...url } })
  if (!isPosted) return { method: 'GET', url: path }
  const {
    data: json = '',
    action = '',
    ...rest
  } = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
  const payload = JSON.stringify({ ...rest, action, data: JSON.parse(json) })
  const site = queryText({ UnbxdKey: demoKeys.siteKey, action })
  return { method: 'POST', url: `/v2/1p.jpg?${site}`, payload }
}

/** Sends events at once; those that the service says to have are kept. */
async function send({ way, kept, refused, forgotten }: Played, all: readonly Sending[]) {
  const replies = await Promise.all(all.map((sent) => way.ask(requestFor(sent))))
  for (const [index, reply] of replies.entries()) {
    const sent = all[index] as Sending
    const isKept = reply.headers['svc-verdict'] !== undefined
    checkAnswer(reply, sent, isKept)
    if (reply.headers['retry-after'] !== undefined) refused.push(sent)
    const isGone = Date.now() <= (forgotten.get(sent.uid) ?? -1)
    if (isKept) kept.push({ ...sent, at: Date.now(), fate: isGone ? 'forgotten' : 'stored' })
  }
}

function checkAnswer(
  { statusCode, headers }: LightMyRequestResponse,
  sent: Sending,
  isKept: boolean,
) {
  expect(isKept && sent.isBroken).toBe(false)
  expect(isKept || statusCode !== 200).toBe(true)
  expect(Number(headers['retry-after'] ?? 5)).toBeGreaterThanOrEqual(5)
}

interface Played {
  readonly way: Way
  readonly kept: Kept[]
  /** Those that the service said to have no room for. */
  readonly refused: Sending[]
  /** When each user was forgotten last. */
  readonly forgotten: Map<string, number>
  /** Whether anything may have been delivered twice. */
  isTwice: boolean
}

/** Forgets a user, with as many attempts as needed; followers of the store are told of each deleted event. */
async function forget({ way, kept, forgotten }: Played, uid: string) {
  const deletions = await createForgottenLog(way.store)
  const [last] = await way.store.all<{ readonly id: number | null }>(
    'select max(id) as id from tracker_events where uid = @uid',
    { uid },
  )
  const before = (await deletions.after(0)).at(-1)?.id ?? 0
  const isDone = () =>
    forgetUser(way.store, uid).then(
      () => true,
      () => false,
    )
  while (!(await isDone())) await turn()
  const told = (await deletions.after(before)).filter(({ condition }) =>
    condition.includes(hash('sha256', uid)),
  )
  const upto = told.map(({ condition }) => Number(/event_id <= (\d+)/.exec(condition)?.[1]))
  expect(Math.max(...upto)).toBeGreaterThanOrEqual(last?.id ?? 0)
  const moment = Math.max(Date.now(), forgotten.get(uid) ?? 0)
  forgotten.set(uid, moment)
  for (const one of kept) if (one.uid === uid) one.fate = one.at <= moment ? 'forgotten' : 'unknown'
}

type StepOf<Kind> = Extract<Step, { readonly kind: Kind }>

const plays: { readonly [Kind in Step['kind']]: (played: Played, step: StepOf<Kind>) => unknown } =
  {
    async send(played, { events, times }) {
      for (let time = 0; time < times; time += 1) await send(played, events)
    },
    answer: ({ way }, { faults }) => way.faultMode.set(faults),
    'store fails': ({ way }, { how }) => way.failures.push(...how),
    restart: ({ way }) => way.again(false),
    kill: ({ way }) => way.again(true),
    /** Forgets a user, and by another clock once more what has come meanwhile and waits for the store. */
    async forget(played, { uid, again, between }) {
      await forget(played, uid)
      if (again === '') return
      played.isTwice = true
      await pass(again === 'later' ? 1_000 : -3_600_000)
      played.way.failures.push(...new Array<string>(20).fill('before'))
      await send(
        played,
        between.map((sent) => ({ ...sent, uid })),
      )
      await forget(played, uid)
    },
    async clock(_, { byMs }) {
      // Minutes pass one by one; only a clock that is set jumps.
      for (let left = byMs; left > 60_000; left -= 60_000) await pass(60_000)
      await pass(Math.min(byMs, 60_000))
    },
    engine({ way: { engine } }, { what }) {
      if (what === 'down' || what === 'up') engine.isUp = what === 'up'
      if (what === 'full') engine.refuses = 3
      if (what === 'restarted') engine.restart(2)
      if (what === 'unready') Object.assign(engine, { unready: 2 }).restart(0)
      if (what === 'expired') engine.expire()
      if (what === 'without ids') engine.forgetIds()
    },
    /** Events are passed to an engine that has lost them when it responds again. */
    async outage(played, { events, isFull, isKilled }) {
      const { engine, failures, again } = played.way
      failures.push(...new Array<string>(500).fill('before'))
      await send(played, events)
      await pass(1_000)
      if (isFull) engine.restart(2)
      Object.assign(engine, isFull ? { refuses: 1_000 } : { isUp: false })
      await pass(1_000)
      if (isKilled) await again(true)
      else for (let minutes = 0; minutes < 11; minutes += 1) await pass(60_000)
      if (!isFull) engine.restart(2)
      Object.assign(engine, { isUp: true, refuses: 0 })
      failures.length = 0
    },
    wait: (_, { count }) => turns(count),
    settle,
  }

async function pass(ms: number) {
  vi.setSystemTime(Date.now() + ms)
  vi.advanceTimersByTime(1_000)
  await turns(6)
}

/** Ends all faults: everything is delivered, and refused events have made room for an order. */
async function settle(played: Played) {
  const { way } = played
  way.failures.length = 0
  way.faultMode.set({})
  Object.assign(way.engine, { isUp: true, refuses: 0 })
  way.engine.expire()
  // The engine is looked at each second; its first sessions may fail.
  for (let looks = 0; looks < 4; looks += 1) await pass(1_000)
  await drain(way)
  // Without a new event, too, nothing is missing that the engine lost.
  await compare(played)
  const order = { uid: 'last', moment: 0, form: 'order of one product', pid: 'P1' }
  const plain = { ...order, isBroken: false, isPosted: false }
  // What comes later, and waits for a store that fails, is not waited for.
  way.failures.push('slow', ...new Array<string>(2_000).fill('before'))
  await send(played, [plain])
  expect(played.kept.at(-1)?.uid).toBe('last')
  const later = send(played, [{ ...plain, moment: 1 }])
  let told = 0
  const both = [1, 2].map(() => way.log().settled(5_000))
  for (const one of both) void one.then(() => (told += 1))
  await both[1]
  await turns(2)
  expect(told).toBe(2)
  expect(way.failures.length).toBeGreaterThan(0)
  await later
  way.failures.length = 0
  await drain(way)
  for (let left = 1_000; left > 0 && way.failure(); left -= 1) await turn()
  expect(way.failure()).toBeUndefined()
  await compare(played)
  await compareMetrics(played)
}

async function drain(way: Way) {
  const end = performance.now() + 5_000
  const done = { isUp: true, spooled: 0, spooledBytes: 0, lag: { store: 0 } }
  for (;;) {
    const { limitBytes: _, ...status } = await way.log().status()
    if (isDeepStrictEqual(status, done)) return
    if (performance.now() > end) expect(status).toEqual(done)
    await turn()
  }
}

/** An event is counted as received when it was answered so, and as refused otherwise. */
async function compareMetrics({ way, kept, refused }: Played) {
  const text = await way.registry.metrics()
  const counted = text
    .split('\n')
    .filter((line) => /^svc_events_(received|refused)_total\{/.test(line))
  const lines = new Map<string, number>()
  const count = (line: string) => lines.set(line, (lines.get(line) ?? 0) + 1)
  const labelOf = ({ form }: Sending) => (form === 'click' ? 'click' : 'other')
  for (const one of kept) {
    const state = one.pid === 7 || one.uid === '' ? 'bad' : 'good'
    count(`svc_events_received_total{action="${labelOf(one)}",state="${state}"}`)
  }
  for (const one of refused) count(`svc_events_refused_total{action="${labelOf(one)}"}`)
  expect(counted.sort()).toEqual([...lines].map(([line, times]) => `${line} ${times}`).sort())
}

/** After these steps, something may be delivered twice. */
const TWICE: readonly Step['kind'][] = ['store fails', 'restart', 'kill', 'engine', 'outage']

async function play(steps: readonly Step[], hasEngine: boolean, folder: string) {
  vi.setSystemTime(START)
  pauses = []
  const way = await startWay(hasEngine, folder)
  const played: Played = { way, kept: [], refused: [], forgotten: new Map(), isTwice: false }
  for (const step of steps) {
    played.isTwice ||= TWICE.includes(step.kind)
    await (plays[step.kind] as (played: Played, step: Step) => unknown)(played, step)
  }
  await settle(played)
  await way.events().reset()
  const left = [way.events().list(), way.events().counts(), readLoss(way.store, ALWAYS)]
  expect(await Promise.all(left)).toEqual([[], [], []])
  await way.close()
}

async function compare({ way, kept, isTwice }: Played) {
  const stored = await way.events().list()
  const identities = stored.map(({ uid, t, action, data }) => {
    const { pid } = data as { readonly pid: unknown }
    return JSON.stringify([uid, t, action, pid])
  })
  const known = kept.filter(({ uid }) => uid !== '')
  const wanted = new Set(known.filter(({ fate }) => fate === 'stored').map(identityOf))
  const possible = new Set(known.filter(({ fate }) => fate !== 'forgotten').map(identityOf))
  const named = identities.filter((_, index) => stored[index]?.uid !== '')
  expect(named.filter((one, index) => named.indexOf(one) !== index)).toEqual([])
  expect(named.filter((one) => !possible.has(one))).toEqual([])
  expect([...wanted].filter((one) => !named.includes(one))).toEqual([])
  // Events without a user are never duplicates.
  expect(identities.filter((_, index) => stored[index]?.uid === '').sort()).toEqual(
    kept
      .filter(({ uid }) => uid === '')
      .map(identityOf)
      .sort(),
  )
  compareCounts(stored, await way.events().counts())
  for (const uid of new Set(known.map(({ uid }) => uid))) {
    const own = known.filter((one) => one.uid === uid)
    if (own.some(({ fate }) => fate !== 'stored')) continue
    const rows = stored.filter((one) => one.uid === uid)
    const heard = rows.reduce((sum, { repeats }) => sum + 1 + repeats, 0)
    if (isTwice) expect(heard).toBeGreaterThanOrEqual(own.length)
    else expect(heard).toBe(own.length)
    // A second delivery of the request, or of its only repeat, is not counted.
    for (const [index, one] of identities.entries()) {
      const times = own.filter((other) => identityOf(other) === one).length
      if (times === 1 || times === 2) expect(stored[index]?.repeats).toBe(times - 1)
    }
    await compareLoss(way, uid, rows)
  }
}

type Rows = Awaited<ReturnType<ReturnType<Way['events']>['list']>>

function compareCounts(
  stored: Rows,
  counts: Awaited<ReturnType<ReturnType<Way['events']>['counts']>>,
) {
  const sums = (isGood: boolean) => stored.filter((one) => one.isGood === isGood).length
  const sumOf = (what: 'good' | 'bad' | 'repeats') =>
    counts.reduce((sum, count) => sum + count[what], 0)
  expect([sumOf('good'), sumOf('bad')]).toEqual([sums(true), sums(false)])
  expect(sumOf('repeats')).toBe(stored.reduce((sum, { repeats }) => sum + repeats, 0))
  const conflicts = stored.filter(({ notes }) => notes[0]?.includes('the same uid and t'))
  expect(stored.reduce((sum, { differing }) => sum + differing, 0)).toBe(conflicts.length)
}

/** The missing numbers of a user's pages; these events have the user in their version. */
async function compareLoss(way: Way, uid: string, rows: Rows) {
  const numbers = rows.flatMap(({ data }) => {
    const { seq } = data as { readonly seq: string }
    const [page = '', number = ''] = seq.replace(PAGE, '$1.').split('.')
    return NUMBERS.includes(`${page}.${number}`) ? [[page, number] as const] : []
  })
  const ofPage = (page: string) => numbers.filter(([own]) => own === page)
  const missing = ['one', 'two'].map((page) => {
    const highest = Math.max(0, ...ofPage(page).map(([, number]) => Number(number)))
    return Math.max(highest - ofPage(page).length, 0)
  })
  const loss = await readLoss(way.store, ALWAYS, START + 9 * DAY_MS)
  const own = loss.filter(({ version }) => version === `svc-tag/${uid}`)
  const sumOf = (what: 'received' | 'lost' | 'open') => own.reduce((sum, row) => sum + row[what], 0)
  expect([sumOf('received'), sumOf('lost'), sumOf('open')]).toEqual([
    numbers.length,
    missing.reduce((sum, number) => sum + number, 0),
    0,
  ])
}

/** After a success the next pause is the first again; while attempts fail, pauses grow. */
function expectBackOff() {
  for (const [index, pause] of pauses.entries()) {
    const before = pauses[index - 1] || 25
    if (pause === 0) continue
    expect(pause, `after ${before} ms`).toBeLessThanOrEqual(Math.min(before * 4, 5_000))
    expect(pause, `after ${before} ms`).toBeGreaterThanOrEqual(Math.min(before, 2_500))
  }
}

for (const hasEngine of [false, true])
  test(`every acknowledged event is in the store once, ${hasEngine ? 'through an engine' : 'on one machine'}`, async () => {
    let played = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        played += 1
        await play(steps, hasEngine, outputPath(`run-${played}`))
        if (!hasEngine) expectBackOff()
      }),
      { endOnFailure: true, numRuns: Number(process.env.SVC_MODEL_RUNS ?? 40) },
    )
  })
