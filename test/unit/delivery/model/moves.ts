import fc from 'fast-check'
import type { Action } from '../../../../src/wire/tracker-event.ts'
import { type Browser, type BrowserKind, createBrowser, type Tab } from './browser.ts'
import { type Mood, well } from './tracker.ts'

/** One thing that happens: to a tab, chosen by `tab` among those there are, or to all of them. */
export interface Move {
  readonly kind: keyof typeof moves
  readonly tab: number
  readonly amount: number
  readonly action: Action
  readonly mood: Mood
}

type Make = (browser: Browser, tab: Tab, move: Move) => void

const onAwake =
  (make: Make): Make =>
  (browser, tab, move) => {
    if (!tab.life.isFrozen) make(browser, tab, move)
  }

const add = onAwake((browser, tab, { action }) => browser.add(tab, action, 1))

const moves = {
  add,
  addMany: onAwake((browser, tab, { action, amount }) =>
    browser.add(tab, action, 1 + Math.floor(amount * 90)),
  ),
  pass: ({ timeline }, _tab, { amount }) => timeline.advance(amount ** 3 * 3_000),
  passLong: ({ timeline }, _tab, { amount }) => timeline.advance(amount * 30_000),
  tracker: (browser, _tab, { mood }) => browser.setMood(mood),
  heal: (browser) => browser.setMood(well),
  open(browser) {
    if (browser.tabs().length < 4) browser.open()
  },
  close: onAwake((browser, tab, { amount }) => browser.close(tab, amount * 100)),
  crash: onAwake((browser, tab, { amount }) => {
    browser.timeline.advance(300)
    browser.crash(tab, amount > 0.5)
  }),
  kill: (browser) => browser.kill(),
  hide: onAwake((browser, tab) => browser.hide(tab)),
  show: onAwake((browser, tab) => browser.show(tab)),
  freeze: onAwake((browser, tab) => browser.freeze(tab)),
  thaw(browser, tab) {
    if (tab.life.isFrozen) browser.thaw(tab)
  },
  offline: (browser) => browser.setOnline(false),
  online: (browser) => browser.setOnline(true),
  clock: (browser, _tab, { amount }) => browser.setClock((amount - 0.5) * 7_200_000),
  deny: onAwake((browser, tab) => browser.deny(tab)),
  grant: (browser) => browser.grant(),
  diskFails: ({ disk }) => disk.fail(true),
  diskHeals: ({ disk }) => disk.fail(false),
  databaseDeleted: (browser) => browser.clearDatabase(),
} satisfies Record<string, Make>

const allMoves = Object.keys(moves) as readonly Move['kind'][]

const actions: readonly Action[] = ['order', 'cart', 'click', 'PRODUCT_IMPRESSIONS', 'visitor']

const moods = fc.record(
  {
    latencyMs: fc.constantFrom(2, 50, 300, 3_000, 12_000),
    status: fc.constantFrom(200, 200, 204, 503, 404, 429, undefined),
    isHanging: fc.constantFrom(false, false, true),
    askedMs: fc.constantFrom(0, 0, 5_000),
  },
  { noNullPrototype: true },
)

/** Whether an event that was answered so is kept: certainly after a good answer, perhaps after none, else not. */
const moodOf = (mood: Omit<Mood, 'isKept'>, isThrough: boolean): Mood => ({
  ...mood,
  isKept: mood.status === undefined ? isThrough : mood.status < 400,
})

/** A browser in which something happens, and what: mostly events and time. */
export const histories = (kinds: readonly Move['kind'][] = allMoves) =>
  fc.record(
    {
      browser: fc.record(
        {
          openMs: fc.constantFrom(5, 5, 60, 2_000, undefined),
          isBlocked: fc.constant(false),
          hasCors: fc.boolean(),
          isCorsKnown: fc.boolean(),
          trackerDropsRepeats: fc.boolean(),
        },
        { noNullPrototype: true },
      ) as fc.Arbitrary<BrowserKind>,
      moves: fc.array(
        fc.record(
          {
            kind: fc.oneof(
              { weight: 3, arbitrary: fc.constantFrom('add' as const, 'pass' as const) },
              { weight: 2, arbitrary: fc.constantFrom(...kinds) },
            ),
            tab: fc.nat(3),
            amount: fc.double({ min: 0, max: 1, noNaN: true }),
            action: fc.constantFrom(...actions),
            mood: fc.tuple(moods, fc.boolean()).map(([mood, is]) => moodOf(mood, is)),
          },
          { noNullPrototype: true },
        ),
        { minLength: 2, maxLength: 40 },
      ),
    },
    { noNullPrototype: true },
  )

/** The browser after all that. */
export function played({
  browser: kind,
  moves: made,
}: {
  readonly browser: BrowserKind
  readonly moves: readonly Move[]
}): Browser {
  const browser = createBrowser(kind)
  browser.open()
  for (const move of made) {
    const tabs = browser.tabs()
    const tab = tabs[move.tab % tabs.length] ?? browser.open()
    moves[move.kind](browser, tab, move)
  }
  return browser
}
