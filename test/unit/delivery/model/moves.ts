import fc from 'fast-check'
import type { Action } from '../../../../src/wire/tracker-event'
import type { Page } from '../../../fakes/fake-page'
import { createShop, type Shop, type ShopOptions } from './model-browser'
import { type TrackerResponse, well } from './model-tracker'

/** One action: on a tab, which `tab` selects among the open ones, or on all of them. */
export interface Move {
  readonly kind: keyof typeof moves
  readonly tab: number
  readonly amount: number
  readonly action: Action
  readonly response: TrackerResponse
}

/** Acts in one browser. */
export interface History {
  readonly shop: ShopOptions
  readonly moves: readonly Move[]
}

type Make = (shop: Shop, page: Page, move: Move) => void

const onAwake =
  (make: Make): Make =>
  (shop, page, move) => {
    if (!page.lifecycle.isFrozen) make(shop, page, move)
  }

/** Consent is denied while a page claims what others left, and then given again. */
function denyAmid(shop: Shop, page: Page, { amount, response, tab }: Move) {
  if (tab % 2) shop.setResponse(response)
  shop.add(page, 'cart', 2)
  shop.hide(page)
  shop.timeline.advance(20)
  shop.show(page)
  shop.timeline.advance(Math.round(amount * 8 * (shop.options.stepMs ?? 1)))
  shop.deny(page)
  shop.grant()
  shop.add(page, 'click', 2)
}

/**
 * A page is hidden while its event is in flight, or while it is not clear why a request failed, and another page is shown; later the
 * shopper returns to the first.
 */
function hideAmid(shop: Shop, given: Page, { action, amount, response, tab }: Move) {
  const isNew = tab > 0 && shop.tabs().length < 4
  const page = isNew ? shop.open() : given
  if (isNew) shop.timeline.advance(20)
  shop.setResponse(response)
  shop.add(page, action, 1)
  shop.timeline.advance(Math.round(amount * 2 * response.latencyMs))
  shop.hide(page)
  if (Math.round(amount * 1_000) % 2) shop.setResponse(well)
  const [other = shop.open()] = shop.tabs().filter(({ lifecycle }) => !lifecycle.isThrottled)
  shop.add(other, action, 1)
  shop.timeline.advance(Math.round(amount * 9_000))
  shop.hide(other)
  shop.show(page)
}

const moves = {
  add: onAwake((shop, page, { action }) => shop.add(page, action, 1)),
  addMany: onAwake((shop, page, { action, amount }) =>
    shop.add(page, action, 1 + Math.floor(amount * 90)),
  ),
  /** Few enough to need no recovery part. */
  addSome: onAwake((shop, page, { action, amount }) => {
    shop.timeline.advance(1_000)
    shop.add(page, action, 1 + Math.floor(amount * 39))
  }),
  addLong: onAwake((shop, page, { amount }) => shop.addLong(page, 20 + Math.round(amount * 90))),
  hideAmid: onAwake(hideAmid),
  /** The browser is killed before a failing tracker has responded. */
  killSoon: onAwake((shop, page, { amount, response }) => {
    shop.setResponse(response)
    shop.addLong(page, 150)
    shop.timeline.advance(Math.round(amount * 900))
    shop.kill()
  }),
  /** A page is left with more events than it may have in flight, and the disk is full for the next one. */
  fullAmid: onAwake((shop, page, { action, amount, response }) => {
    shop.setResponse(response)
    shop.add(page, action, 40)
    shop.close(page, 0)
    shop.failDisk(true)
    shop.open()
    shop.timeline.advance(Math.round(amount * 9_000))
  }),
  denyAmid: onAwake(denyAmid),
  denyAndKill: onAwake((shop, page, move) => {
    denyAmid(shop, page, move)
    shop.kill()
  }),
  /** With an event in flight to a tracker that may be failing. */
  stop: onAwake((shop, page, { action, response }) => {
    shop.setResponse(response)
    shop.add(page, action, 1)
    shop.stop(page)
  }),
  pass: ({ timeline }, _page, { amount }) => timeline.advance(Math.round(amount ** 3 * 3_000)),
  passLong: ({ timeline }, _page, { amount }) => timeline.advance(Math.round(amount * 30_000)),
  tracker: (shop, _page, { response }) => shop.setResponse(response),
  heal: (shop) => shop.setResponse(well),
  open(shop) {
    if (shop.tabs().length < 4) shop.open()
  },
  close: onAwake((shop, page, { amount }) => shop.close(page, Math.round(amount * 100))),
  crash: onAwake((shop, page, { amount }) => shop.crash(page, amount > 0.5)),
  kill: (shop) => shop.kill(),
  hide: onAwake((shop, page) => shop.hide(page)),
  show: onAwake((shop, page) => shop.show(page)),
  freeze: onAwake((shop, page) => shop.freeze(page)),
  thaw(shop, page) {
    if (page.lifecycle.isFrozen) shop.thaw(page)
  },
  offline: (shop) => shop.setOnline(false),
  online: (shop) => shop.setOnline(true),
  clock: (shop, _page, { amount }) => shop.setClock(Math.round((amount - 0.5) * 7_200_000)),
  deny: onAwake((shop, page) => shop.deny(page)),
  grant: (shop) => shop.grant(),
  diskFails: (shop) => shop.failDisk(true),
  diskHeals: (shop) => shop.failDisk(false),
  databaseDeleted: (shop) => shop.deleteDatabase(),
} as const satisfies Record<string, Make>

const allKinds = Object.keys(moves) as readonly Move['kind'][]

const untidy =
  'clock diskFails diskHeals databaseDeleted fullAmid kill killSoon denyAndKill stop'.split(' ')

/** Moves that every page can notice. About one in three hides a page while something is in flight. */
export const ORDERLY: readonly Move['kind'][] = [
  ...allKinds.filter((kind) => !untidy.includes(kind)),
  ...Array<'hideAmid'>(16).fill('hideAmid'),
]

/** Moves after which a page dies, or cannot write, while something is in flight. */
export const ROUGH: readonly Move['kind'][] = [
  'killSoon',
  'fullAmid',
  'denyAndKill',
  'kill',
  'crash',
  'close',
  'addLong',
  'open',
  'heal',
]

const actions: readonly Action[] = ['order', 'cart', 'click', 'PRODUCT_IMPRESSIONS', 'visitor']

const failures = fc.record(
  {
    latencyMs: fc.constantFrom(2, 50, 300, 3_000, 12_000),
    status: fc.constantFrom(200, 204, 503, 404, 429, undefined, undefined),
    isHanging: fc.constantFrom(false, false, true),
    retryAfterMs: fc.constantFrom(0, 0, 5_000, 600_000),
  },
  { noNullPrototype: true },
)

/** Whether an event with this response is received: yes with a success, perhaps without a response, otherwise no. */
const responseOf = (
  response: Omit<TrackerResponse, 'isReceived'>,
  isThrough: boolean,
): TrackerResponse => ({
  ...response,
  isReceived: response.status === undefined ? isThrough : response.status < 400,
})

/** Random browsers and actions, mostly events and passing time. */
export const histories = (
  kinds: readonly Move['kind'][] = allKinds,
  maxLength = 40,
): fc.Arbitrary<History> =>
  fc.record(
    {
      shop: fc.record(
        {
          openMs: fc.constantFrom(5, 5, 60, 2_000, undefined),
          stepMs: fc.constantFrom(1, 1, 120),
          dropsWrites: fc.boolean(),
          policy: fc.constantFrom(undefined, undefined, undefined, 'report', 'enforce'),
          hasCors: fc.boolean(),
          isCorsKnown: fc.boolean(),
          trackerDropsRepeats: fc.boolean(),
        },
        { noNullPrototype: true },
      ),
      moves: fc.array(
        fc.record(
          {
            kind: fc.oneof(
              {
                weight: maxLength > 10 ? 3 : 1,
                arbitrary: fc.constantFrom('add' as const, 'pass' as const),
              },
              { weight: 2, arbitrary: fc.constantFrom(...kinds) },
            ),
            tab: fc.nat(3),
            amount: fc.nat(1_000).map((thousandths) => thousandths / 1_000),
            action: fc.constantFrom(...actions),
            response: fc.tuple(failures, fc.boolean()).map(([given, is]) => responseOf(given, is)),
          },
          { noNullPrototype: true },
        ),
        { minLength: 2, maxLength, size: 'max' },
      ),
    },
    { noNullPrototype: true },
  )

/** The shop after all actions and some quiet hours. */
export function played({ shop: options, moves: made }: History): Shop {
  const shop = createShop(options)
  shop.open()
  for (const move of made) {
    const tabs = shop.tabs()
    const page = tabs[move.tab % tabs.length] ?? shop.open()
    moves[move.kind](shop, page, move)
  }
  shop.settle()
  return shop
}
