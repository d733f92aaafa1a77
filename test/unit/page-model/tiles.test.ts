import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FakeElement } from '../../fakes/fake-dom'
import { afterDenial, createShopBrowser, marked, NOTHING, openShop } from './open-shop'

/*
 * Lists and tiles on a page that runs `svc.js` itself: a product counts once in its list, when one of its tiles was visible for a second.
 * What must count and what may count is derived from the page alone. `SVC_HISTORIES=2000 npm run unit -- page-model` runs this many others.
 */

const { SVC_HISTORIES } = process.env
const runs = SVC_HISTORIES ? { numRuns: Number(SVC_HISTORIES) } : { numRuns: 80, seed: 3 }

/** The model checks the page in steps, which are longer than changes are collected for a scan. */
const STEP_MS = 100
const DWELL_MS = 1_000
/** By then, a visible tile has counted: its dwell, the signs before it, and the timers of both. */
const SURE_MS = 2_000
/** By then, a tile that only a style sheet has shown has counted: it is judged again after at most eight dwell times. */
const SURE_WITHOUT_SIGN_MS = 11_000
/** How long counted products may be collected before they are sent. */
const SENT_MS = 4_000

/**
 * Products that are counted together: those of a list as long as its element exists, and of an element that replaces it on the same route.
 */
interface Scope {
  readonly key: string
  /** When each product could first have counted, and when it must have. */
  readonly may: Map<string, number>
  readonly must: Map<string, number>
  /** Products that may have been dropped by a refusal. */
  readonly lost: Set<string>
}

interface Tile {
  readonly element: FakeElement
  inSightSince: number
  clearSince: number
  sureMs: number
  pid: string
}

/** This list has no element: `svc.context()` names it. */
const LOOSE = 2

/** Ways to press a tile, and whether they open its product. */
const PRESSES: readonly (readonly [
  isClick: boolean,
  ...events: readonly (readonly [type: string, more?: object])[],
])[] = [
  [true, ['pointerdown'], ['click']],
  [true, ['keydown', { key: 'Enter' }], ['click', { detail: 0, screenX: 0, screenY: 0 }]],
  // Firefox reports the click of a key like this.
  [true, ['keydown', { key: 'Enter' }], ['click', { detail: 1, screenX: 0, screenY: 0 }]],
  [true, ['pointerdown', { button: 1 }], ['auxclick', { button: 1 }]],
  [false, ['pointerdown', { button: 2 }], ['auxclick', { button: 2 }]],
  [false, ['pointerdown'], ['click', { screenX: 30 }]],
  [false, ['pointerdown'], ['click', { detail: 2 }]],
]

const NEVER = Number.POSITIVE_INFINITY

function playedTiles(moves: readonly Move[]) {
  const browser = createShopBrowser()
  const shop = openShop(browser)
  const { dom, timeline } = shop
  const scopes: Scope[] = []
  let byKey = new Map<string, Scope>()
  let byElement = new Map<FakeElement, Scope>()
  const lists: { element: FakeElement; tiles: Tile[] }[] = []
  let dialog: FakeElement | undefined
  let isDenied = false
  let isVisible = true
  let names = 0
  let clicks = 0
  const left: unknown[] = []
  /** The number of events at that time; later ones are newer. */
  const refusals: { count: number; at: number }[] = []
  let looseKey = ''
  /** Represents the list without an element. */
  const noElement = marked('div', {})

  const keyOf = (element: FakeElement) => element.getAttribute('data-svc-query') ?? looseKey

  function nameLoose(key: string) {
    looseKey = key
    shop.call((svc) => svc.context({ query: key }))
  }

  function scopeOf(list: FakeElement): Scope {
    const element = list.getAttribute('data-svc-query') === null ? noElement : list
    const key = keyOf(list)
    const known = byElement.get(element)
    if (known?.key === key) return known
    const scope = byKey.get(key) ?? { key, may: new Map(), must: new Map(), lost: new Set() }
    if (!scopes.includes(scope)) scopes.push(scope)
    byKey.set(key, scope)
    byElement.set(element, scope)
    return scope
  }

  function draw(index: number, key: string, pids: readonly string[]) {
    const element = marked('div', index === LOOSE ? {} : { query: key })
    const tiles = pids.map((pid) => {
      const tile = { element: marked('a', { product: pid }), pid }
      shop.append(element, tile.element)
      return { ...tile, inSightSince: NEVER, clearSince: NEVER, sureMs: SURE_MS }
    })
    const before = lists[index]
    if (before) shop.remove(before.element)
    lists[index] = { element, tiles }
    shop.append(dom.root, element)
  }

  const isInSight = ({ share }: FakeElement) => !isDenied && isVisible && share >= 0.5

  /** Checks a tile after a time step that began at this time. */
  function look(list: FakeElement, tile: Tile, then: number) {
    const isIn = isInSight(tile.element)
    const isClear = isIn && !tile.element.isHidden && !dialog
    tile.inSightSince = isIn ? Math.min(tile.inSightSince, then) : NEVER
    tile.clearSince = isClear ? Math.min(tile.clearSince, then) : NEVER
    if (!isIn) tile.sureMs = SURE_MS
    if (isClear) note(scopeOf(list), tile)
  }

  function note({ may, must }: Scope, { pid, inSightSince, clearSince, sureMs }: Tile) {
    const at = timeline.elapsed()
    if (at - inSightSince >= DWELL_MS) may.set(pid, may.get(pid) ?? at)
    if (at - clearSince >= sureMs && may.has(pid)) must.set(pid, must.get(pid) ?? at)
  }

  function step() {
    const then = timeline.elapsed()
    timeline.advance(STEP_MS)
    for (const { element, tiles } of lists) for (const tile of tiles) look(element, tile, then)
  }

  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) step()
  }

  function begin() {
    for (const { tiles } of lists)
      for (const tile of tiles) tile.inSightSince = tile.clearSince = NEVER
  }

  const acts: Readonly<
    Record<Kind, (list: (typeof lists)[number], tile: Tile, n: number) => void>
  > = {
    scroll(_list, { element }, n) {
      element.share = [0, 0.3, 0.5, 1][n % 4] ?? 0
      dom.requestFrame()
    },
    scrollAll({ tiles }, _tile, n) {
      for (const { element } of tiles) element.share = n % 3 ? 1 : 0
      dom.requestFrame()
    },
    /** The tiles become visible one after the other, so that they come due one after the other. */
    scrollSlowly({ tiles }) {
      for (const { element } of tiles) {
        element.share = 1
        dom.requestFrame()
        pass(2 * STEP_MS)
      }
    },
    /** They leave when their time is up, and before the timer for it. */
    /** A tile behind a dialog that leaves just after its second counts: to test it as it leaves would force a layout for each tile. */
    scrollPast(list, tile) {
      if (dialog) return
      for (const n of [1, 0]) {
        acts.scrollAll(list, tile, n)
        pass(1_100)
      }
    },
    pass: (_list, _tile, n) => pass((n % 20) * STEP_MS),
    passLong: () => pass(3_000),
    reuse(_list, tile, n) {
      tile.pid = `P${n % 6}`
      tile.inSightSince = tile.clearSince = NEVER
      shop.set(tile.element, 'data-svc-product', tile.pid)
    },
    redraw(list, _tile, n) {
      const key = keyOf(list.element)
      const shares = list.tiles.map(({ element }) => element.share)
      draw(lists.indexOf(list), key, n % 2 ? list.tiles.map(({ pid }) => pid) : ['P0', 'P1', 'P2'])
      lists
        .at(lists.findIndex(({ element }) => element === dom.root.lastElementChild))
        ?.tiles.forEach((tile, index) => {
          tile.element.share = shares[index] ?? 0
          // An equal tile in its place goes on being seen.
          const before = list.tiles[index]
          if (before?.pid === tile.pid) tile.inSightSince = before.inSightSince
        })
    },
    rename({ element, tiles }) {
      const name = `q${names++}`
      if (keyOf(element) === looseKey) nameLoose(name)
      else shop.set(element, 'data-svc-query', name)
      for (const tile of tiles) {
        tile.clearSince = NEVER
        // What is in sight long enough counts in the list as it is called when the tile leaves.
        look(element, tile, timeline.elapsed())
      }
    },
    hideTile(_list, { element }) {
      element.isHidden = true
      shop.set(element, 'class', 'hidden')
    },
    showTile(_list, { element }) {
      element.isHidden = false
      shop.set(element, 'class', '')
    },
    /** A tile in sight is hidden for longer than its dwell, and shown. */
    showLate(list, tile, n) {
      acts.rename(list, tile, n)
      acts.hideTile(list, tile, n)
      tile.element.share = 1
      dom.requestFrame()
      pass((n % 5) * 1_000)
      acts.showTile(list, tile, n)
      pass(SURE_MS + STEP_MS)
    },
    showQuietly(list, tile, n) {
      acts.hideTile(list, tile, n)
      tile.element.share = 1
      dom.requestFrame()
      pass((n % 5) * 1_000)
      tile.element.isHidden = false
      tile.sureMs = SURE_WITHOUT_SIGN_MS
      if (n % 3) pass(SURE_WITHOUT_SIGN_MS + STEP_MS)
    },
    cover() {
      if (dialog) return
      dialog = marked('dialog', {})
      dialog.isOver = true
      shop.append(dom.root, dialog)
    },
    /** A dialog opens just after a tile was counted, and before the others are due. */
    coverAmid(list, tile, n) {
      acts.rename(list, tile, n)
      for (const { element } of list.tiles) element.share = 0
      dom.requestFrame()
      step()
      acts.scrollSlowly(list, tile, n)
      pass(500 + (n % 4) * STEP_MS)
      acts.cover(list, tile, n)
      pass(700)
    },
    uncover() {
      if (dialog) shop.remove(dialog)
      dialog = undefined
    },
    route(_list, tile, n) {
      if (isVisible && !isDenied) {
        for (const list of lists) acts.scrollAll(list, tile, 1)
        pass(SENT_MS)
      }
      // If nothing was counted in a list yet, it does not matter on which route it counts as new.
      if (lists.some(({ element }) => scopeOf(element).must.size === 0)) return
      shop.go(`/route-${n}-${names++}`)
      byKey = new Map()
      byElement.delete(noElement)
      // A route change without a change of the page counts nothing again.
      acts.redraw(lists[LOOSE] as (typeof lists)[number], tile, 0)
    },
    /** Two presses in different ways. */
    press({ element }, tile, n) {
      const ways = [n, 3 * n + 1].flatMap((way) => PRESSES.slice(way % PRESSES.length).slice(0, 1))
      const events = ways.flatMap(([, ...ofOne]) => ofOne)
      for (const [type, more] of events) shop.dispatch(type, tile.element, more)
      const count = ways.filter(([isClick]) => isClick).length
      if (isDenied || !count) return
      clicks += count
      const { may, must } = scopeOf(element)
      if (!may.has(tile.pid)) may.set(tile.pid, timeline.elapsed())
      must.set(tile.pid, must.get(tile.pid) ?? timeline.elapsed())
    },
    leave() {
      if (isVisible) shop.hide()
      begin()
      isVisible = false
    },
    /** The shopper is gone for a moment, and no tile is in sight for a second before or after. */
    glance(list, tile, n) {
      acts.rename(list, tile, n)
      for (const ms of [500, 700]) {
        acts.scrollAll(list, tile, 1)
        pass(ms)
        acts.leave(list, tile, n)
        if (ms === 700) acts.scrollAll(list, tile, 0)
        step()
        acts.comeBack(list, tile, n)
      }
    },
    comeBack() {
      if (!isVisible) shop.show()
      isVisible = true
    },
    restore() {
      if (isVisible) return
      shop.restore()
      begin()
      isVisible = true
      if (isDenied) return
      byKey = new Map()
      byElement = new Map()
    },
    deny() {
      shop.call((svc) => svc.consent('denied'))
      begin()
      isDenied = true
      refusals.push({ count: browser.events.length, at: timeline.now() })
      // A refusal drops what was counted and not sent yet.
      for (const { may, must, lost } of scopes)
        for (const pid of may.keys())
          if ((must.get(pid) ?? NEVER) > timeline.elapsed() - SENT_MS) lost.add(pid)
    },
    /** Denied for a long time: nothing continues. */
    denyLong(list, tile, n) {
      acts.deny(list, tile, n)
      left.push(shop.leftOver())
    },
    /** The visible tile is gone when consent is given again. */
    denyMeanwhile(list, tile, n) {
      acts.deny(list, tile, n)
      for (const { element } of list.tiles) element.share = 1 - element.share
      dom.requestFrame()
      step()
      acts.grant(list, tile, n)
    },
    grant() {
      shop.call((svc) => svc.consent('granted'))
      isDenied = false
    },
  }

  nameLoose('loose')
  for (const index of [0, 1]) draw(index, `start${index}`, ['P0', 'P1', 'P2'])
  draw(LOOSE, looseKey, ['P0', 'P1', 'P2'])
  pass(300)
  for (const { kind, list, tile, n, times } of moves)
    for (let time = 0; time < times; time += 1) {
      const one = lists[list % 3] as (typeof lists)[number]
      acts[kind](one, one.tiles[tile % 3] as Tile, n)
      step()
    }
  acts.comeBack(lists[0] as never, lists[0]?.tiles[0] as Tile, 0)
  pass(SENT_MS)
  const end = shop.stop()
  timeline.advance(5_000)
  return { browser, shop, scopes, clicks, left, end, refusals }
}

type Reports = ReturnType<typeof createShopBrowser>

/** Events that none of their products could have caused yet. */
const tooEarly = ({ events, timeline }: Reports, scopes: readonly Scope[]) =>
  events.filter(({ at, data: { pids_list, query } }) => {
    const own = scopes.filter(({ key }) => key === query)
    const earliest = pids_list?.flatMap((pid) => own.map(({ may }) => may.get(pid) ?? NEVER)) ?? [0]
    return at - timeline.now() + timeline.elapsed() < Math.min(...earliest) - STEP_MS
  })

/** How often each product was reported in each list. */
function reportsOf({ events }: Reports) {
  const counts: Record<string, number> = {}
  for (const { action, data } of events)
    for (const pid of action === 'PRODUCT_IMPRESSIONS' ? (data.pids_list ?? []) : [])
      counts[`${data.query} ${pid}`] = (counts[`${data.query} ${pid}`] ?? 0) + 1
  return counts
}

function faultsOf(moves: readonly Move[]) {
  const { browser, shop, scopes, clicks, left, end, refusals } = playedTiles(moves)
  const reported = reportsOf(browser)
  const names = new Set([
    ...Object.keys(reported),
    ...scopes.flatMap(({ key, must }) => [...must.keys()].map((pid) => `${key} ${pid}`)),
  ])
  const wrong = [...names].flatMap((name) => {
    const [key, pid = ''] = name.split(' ')
    const own = scopes.filter((scope) => scope.key === key)
    const least = own.filter(({ must, lost }) => must.has(pid) && !lost.has(pid)).length
    const most = own.filter(({ may }) => may.has(pid)).length
    const count = reported[name] ?? 0
    return count < least || count > most ? [`${name}: ${count}, not ${least} to ${most}`] : []
  })
  const sent = browser.events.filter(({ action }) => action === 'click').length
  return {
    wrong,
    clicks: sent - clicks,
    refused: refusals.flatMap((refusal) =>
      browser.events.slice(refusal.count).filter(({ at }) => at < refusal.at),
    ),
    early: tooEarly(browser, scopes),
    left: left.filter((one) => JSON.stringify(one) !== JSON.stringify(denied)),
    end,
    warnings: shop.page.warnings,
    mishaps: shop.timeline.mishaps,
  }
}

const denied = afterDenial()

const ALL_WELL = {
  ...{ wrong: [], clicks: 0, refused: [], early: [], left: [], end: NOTHING },
  ...{ warnings: [], mishaps: [] },
}

const kinds = [
  ...(['scroll', 'scrollSlowly', 'scrollSlowly', 'scrollAll', 'pass', 'pass', 'pass'] as const),
  ...(['passLong', 'passLong', 'reuse', 'redraw', 'rename', 'hideTile', 'showTile'] as const),
  ...(['showLate', 'scrollPast', 'showLate', 'showQuietly', 'glance', 'glance', 'cover'] as const),
  ...(['coverAmid', 'uncover', 'uncover', 'route', 'press', 'leave', 'comeBack'] as const),
  ...(['comeBack', 'comeBack', 'restore', 'deny', 'denyLong', 'grant', 'grant'] as const),
  ...(['denyMeanwhile', 'denyMeanwhile'] as const),
]
type Kind = (typeof kinds)[number]

interface Move {
  readonly kind: Kind
  readonly list: number
  readonly tile: number
  readonly n: number
  readonly times: 1 | 2
}

test('a product counts once in its list when it was visible, whatever happens in between', () => {
  const move = fc.record({
    kind: fc.constantFrom(...kinds),
    list: fc.nat(2),
    tile: fc.nat(2),
    n: fc.nat(30),
    times: fc.constantFrom(1, 1, 1, 2),
  })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40, size: 'max' }), (moves) => {
      expect(faultsOf(moves)).toEqual(ALL_WELL)
    }),
    runs,
  )
})
