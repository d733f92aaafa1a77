import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import {
  createApp,
  createEventStore,
  createRefusedRequests,
  forgetUsers,
  openDatabase,
  type StoredEvent,
  sqliteStore,
} from 'svc-tag-service'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loggedEvent } from '../../test/support/fixtures/logged-event.ts'
import { createCalendar } from '../analytics/calendar.ts'
import { readFilter } from '../event-export.ts'
import { createEventSearch } from '../event-search.ts'
import { registerLive } from '../live-routes.ts'
import {
  firstState,
  type LiveFilter,
  type LiveState,
  noFilter,
  withList,
  withNews,
} from '../pages/live-state'
import type { EventList, LiveNews } from '../wire.ts'

// Live pages that come and go, read slowly, and filter, while events arrive, come again and are
// deleted: each page shows in the end what the store has, and so do its list and its export.

/** Longer than news are gathered. */
const GATHERED_MS = 200

beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterAll(() => void vi.useRealTimers())

const ACTIONS = ['click', 'cart']
const UTC = createCalendar('UTC')
const PAGE_SIZE = 200

const WORDS = ['a', 'ab', 'A', 'É', 'é', '%', '_', "'", '"']
const word = fc.constantFrom('a', 'a', 'a', ...WORDS)

const arriving = fc.record({
  action: fc.constantFrom('click', 'cart', 'view', 'A'),
  uid: word,
  visitId: word,
  moment: fc.nat({ max: 4 }),
  text: word,
  isGood: fc.boolean(),
  isNoted: fc.boolean(),
  isAgent: fc.boolean(),
})
type Arriving = typeof arriving extends fc.Arbitrary<infer One> ? One : never

/** Up to two conditions of a filter. */
const filter: fc.Arbitrary<LiveFilter> = fc
  .tuple(
    fc.record({
      action: fc.constantFrom('click', 'other', 'A'),
      who: word,
      shopper: word,
      visit: word,
      text: word,
      state: fc.constantFrom('good' as const, 'note' as const, 'bad' as const),
      event: fc.constantFrom('1', '2', '3'),
      from: fc.constantFrom('0', '2'),
      to: fc.constantFrom('1', '3'),
      shoppers: fc.constantFrom('people' as const, 'agents' as const, 'both' as const),
    }),
    fc.subarray(Object.keys(noFilter) as (keyof LiveFilter)[], { maxLength: 2 }),
  )
  .map(([all, names]) => ({
    ...noFilter,
    ...Object.fromEntries(names.map((name) => [name, all[name]])),
  }))

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('arrive' as const),
      events: fc.array(arriving, { minLength: 1, maxLength: 4 }),
      times: fc.constantFrom(1, 1, 2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('again' as const), place: fc.nat({ max: 20 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('flood' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('open' as const), filter }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('slow' as const, 'leave' as const),
      page: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('reset' as const, 'forget' as const, 'refuse' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('look' as const), filter, size: fc.nat({ max: 6 }) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** What a page of the console does with its stream and its list. */
function openPage({ feed, list, gone, faults }: Console, wanted: LiveFilter) {
  let state: LiveState = firstState(wanted)
  let isSlow = false
  let since: LiveNews[] = []
  let refreshed: Promise<void> = Promise.resolve()
  let stream = connect()

  async function refresh() {
    const news: LiveNews[] = []
    since = news
    const listed = await list(wanted)
    if (since === news) state = withList(state, listed, news)
  }

  function connect() {
    const opened = feed.open(readFilter(wanted, ACTIONS, UTC))
    refreshed = refresh()
    opened.setEncoding('utf8').on('data', (message: string) => {
      for (const text of message.split('\n\n').filter(Boolean))
        hear(JSON.parse(text.replace('data: ', '')) as LiveNews)
    })
    return opened
  }

  function hear(news: LiveNews) {
    if (news.isReset) faults.push(...news.events.filter(({ id }) => id <= gone.upTo))
    since.push(news)
    state = withNews(state, news)
    if (!news.isReset) return
    stream.destroy()
    stream = connect()
  }

  return {
    state: () => state,
    slow() {
      isSlow = !isSlow
      if (isSlow) stream.pause()
      else stream.resume()
    },
    asked: () => refreshed,
    /** Reads again, as fast as news come, and waits for the list. */
    hurry() {
      stream.resume()
      return refreshed
    },
    async leave() {
      stream.destroy()
      await refreshed
    },
  }
}

const queryOf = (wanted: LiveFilter) => new URLSearchParams(Object.entries(wanted))

type Console = Awaited<ReturnType<typeof openConsole>>

async function openConsole() {
  const store = sqliteStore(openDatabase(':memory:'))
  const events = await createEventStore(store)
  const refused = createRefusedRequests()
  const app = await createApp({ refused })
  const feed = await registerLive(app, {
    store,
    events,
    refused,
    actions: ACTIONS,
    timeZone: 'UTC',
  })
  await app.ready()
  const ask = async (path: string) => (await app.inject({ method: 'GET', url: path })).body
  return {
    ...{ store, events, refused, feed, ask, search: createEventSearch(store) },
    /** The last event that was deleted, and deleted events that a page was told of. */
    ...{ gone: { upTo: 0 }, faults: [] as StoredEvent[] },
    arrived: [] as Arriving[],
    list: async (wanted: LiveFilter) =>
      JSON.parse(await ask(`/events/list?${queryOf(wanted)}`)) as EventList,
    async close() {
      await app.close()
      await store.close()
    },
  }
}

const loggedOf = ({ moment, text, isGood, isNoted, isAgent, visitId, ...named }: Arriving) =>
  loggedEvent({
    ...named,
    t: `${moment}|1`,
    data: { visitId, text, ...(isAgent && { actor: 'agent' }) },
    reasons: isGood ? [] : ['bad'],
    notes: isNoted ? ['a note'] : [],
  })

/** Says for itself which events pass a filter. */
function passes({ id, action, uid, visitId, at, data, grade }: StoredEvent, wanted: LiveFilter) {
  const { state, who, shopper, visit, text, event, from, to, shoppers } = wanted
  const small = (given: string) => given.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const holds = JSON.stringify(data)
  return (
    [action, ACTIONS.includes(action) ? '' : 'other', ''].includes(wanted.action) &&
    [uid, visitId, ''].includes(who) &&
    [uid, ''].includes(shopper) &&
    [visitId, ''].includes(visit) &&
    small(holds).includes(small(JSON.stringify(text).slice(1, -1))) &&
    [grade, grade === 'note' ? 'good' : '', ''].includes(state) &&
    ['', String(id)].includes(event) &&
    at >= Number(from) &&
    at < Number(to || 'Infinity') &&
    ['', 'both', holds.includes('"actor":"agent"') ? 'agents' : 'people'].includes(shoppers)
  )
}

/** The events of a filter in the order of its list, and its totals. */
async function expected({ events }: Console, wanted: LiveFilter) {
  const all = await events.list()
  const isOfOne = wanted.shopper !== '' || wanted.visit !== ''
  const counted = all.filter((event) => passes(event, { ...wanted, action: '' }))
  const totals = [...ACTIONS, 'other'].map((action) => {
    const own = counted.filter((one) => passes(one, { ...noFilter, action }))
    const good = own.filter(({ isGood }) => isGood).length
    const repeats = own.reduce((sum, one) => sum + one.repeats, 0)
    return { action, good, bad: own.length - good, repeats }
  })
  const found = counted
    .filter((event) => passes(event, wanted))
    .sort((one, other) => (isOfOne && other.at - one.at) || other.id - one.id)
  return { found, totals }
}

const idsOf = (events: readonly StoredEvent[]) => events.map(({ id }) => id)

/** A list, its pages of any size, and its export. */
async function look(console: Console, wanted: LiveFilter, size: number) {
  const { found, totals } = await expected(console, wanted)
  const listed = await console.list(wanted)
  expect(listed).toMatchObject({ events: found.slice(0, PAGE_SIZE), totals, isWhole: true })
  const paged: StoredEvent[] = []
  let before: number | undefined
  do {
    const limit = found.length > 60 ? 90 : size + 1
    const page = await console.search.newest(readFilter(wanted, ACTIONS, UTC), { limit, before })
    paged.push(...page.events)
    before = page.nextBefore
  } while (before !== undefined)
  expect(idsOf(paged)).toEqual(idsOf(found))
  const query = queryOf(wanted)
  const lines = (await console.ask(`/events/export?format=ndjson&${query}`)).trimEnd().split('\n')
  expect(lines.filter(Boolean).map((line) => JSON.parse(line).id)).toEqual(idsOf(found))
}

/** A repeat says nothing of other events under its `t`. */
const shown = (events: readonly StoredEvent[]) =>
  events.map(({ differing: _, ...event }) => ({ ...event }))

interface Played {
  readonly console: Console
  readonly pages: Set<ReturnType<typeof openPage>>
}

/** Waits until all pages have their lists: a repeat may be counted twice while the events are counted. */
const askedBy = (pages: Played['pages']) => Promise.all([...pages].map((page) => page.asked()))

type StepOf<Kind> = Extract<Step, { readonly kind: Kind }>

const plays: { readonly [Kind in Step['kind']]: (played: Played, step: StepOf<Kind>) => unknown } =
  {
    async arrive({ console: { events, arrived }, pages }, { events: some, times }) {
      arrived.push(...some)
      await events.add(some.map(loggedOf))
      if (times > 1) await askedBy(pages)
      if (times > 1) await events.add(some.map(loggedOf))
    },
    async again({ console: { events, arrived }, pages }, { place }) {
      const [one] = arrived.slice(place % Math.max(arrived.length, 1))
      await askedBy(pages)
      if (one) await events.add([loggedOf(one)])
    },
    flood({ console: { events } }) {
      const moments = Array.from({ length: 300 }, (_, n) => `${n}|${Math.random()}`)
      return events.add(moments.map((t) => loggedEvent({ uid: 'flood', t })))
    },
    open: ({ console, pages }, { filter: wanted }) => pages.add(openPage(console, wanted)),
    slow: ({ pages }, { page }) => [...pages][page]?.slow(),
    async leave({ pages }, { page }) {
      const [left] = [...pages].slice(page)
      if (left) pages.delete(left)
      await left?.leave()
    },
    async reset({ console: { events, gone } }) {
      gone.upTo = Math.max(gone.upTo, ...idsOf(await events.list()))
      await events.reset()
    },
    async forget({ console: { store, feed } }) {
      await forgetUsers(store, 'a')
      feed.reset()
    },
    refuse: ({ console: { refused } }) =>
      refused.add({ method: 'POST', status: 405, reason: 'No.', beginning: '' }),
    wait: passGathering,
    look: ({ console }, { filter: wanted, size }) => look(console, wanted, size),
  }

async function passGathering() {
  vi.advanceTimersByTime(GATHERED_MS)
  for (let turns = 0; turns < 8; turns += 1) await turn()
}

async function play(steps: readonly Step[]) {
  const console = await openConsole()
  const pages: Played['pages'] = new Set()
  for (const one of steps)
    await (plays[one.kind] as (played: Played, one: Step) => unknown)({ console, pages }, one)
  // A page that hears of a reset asks anew, and then hears the rest.
  for (let times = 0; times < 3; times += 1) {
    for (const page of pages) await page.hurry()
    await passGathering()
  }
  expect(console.feed.viewers()).toBe(pages.size)
  expect(console.faults).toEqual([])
  for (const name of ['shopper', 'visit']) await look(console, { ...noFilter, [name]: 'a' }, 0)
  for (const page of pages) {
    const { events, totals, isWhole, refused, filter: wanted } = page.state()
    const stored = await expected(console, wanted)
    expect({ events: shown(events), totals, isWhole, refused }).toEqual({
      ...{ events: shown(stored.found.slice(0, PAGE_SIZE)), totals: stored.totals, isWhole: true },
      refused: console.refused.list(),
    })
    await page.leave()
  }
  await console.close()
}

test('lists, exports and live pages show what the store has', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), play), {
    numRuns: 30,
    endOnFailure: true,
  })
})
