import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FakeElement } from '../../fakes/fake-dom'
import { createShopBrowser, marked, NOTHING, openShop } from './open-shop'

/*
 * Lists and tiles on a page that runs `svc.js` itself: a product counts once in its list, when one of its tiles was visible for a second.
 * What must count and what may count is derived from the page alone. `SVC_HISTORIES=2000 npm run unit -- page-model` runs this many others.
 */

const { SVC_HISTORIES } = process.env
const runs = SVC_HISTORIES ? { numRuns: Number(SVC_HISTORIES) } : { numRuns: 50, seed: 3 }

/** The model checks the page in steps, which are longer than changes are collected for a scan. */
const STEP_MS = 100
const DWELL_MS = 1_000
/** By then, a visible tile has counted: its dwell, the signs before it, and the timers of both. */
const SURE_MS = 2_000
/** How long counted products may be collected before they are sent. */
const SENT_MS = 4_000

/**
 * Products that are counted together: those of a list as long as its element exists, and of an element that replaces it on the same route.
 */
interface Scope {
  readonly key: string
  /** When each product could first have counted, and whether it had to. */
  readonly may: Map<string, number>
  readonly must: Set<string>
  /** Products that may have been dropped by a refusal. */
  readonly lost: Set<string>
}

interface Tile {
  readonly element: FakeElement
  inSightSince: number
  clearSince: number
  pid: string
}

/** This list has no element: `svc.context()` names it. */
const LOOSE = 2

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
  const noElement = marked('none', {})

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
    const scope = byKey.get(key) ?? { key, may: new Map(), must: new Set(), lost: new Set() }
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
      return { ...tile, inSightSince: NEVER, clearSince: NEVER }
    })
    const before = lists[index]
    if (before) shop.remove(before.element)
    lists[index] = { element, tiles }
    shop.append(dom.root, element)
  }

  const isInSight = ({ share }: FakeElement) => !isDenied && isVisible && share >= 0.5

  /** Checks a tile after a time step that began at this time. */
  function look(list: FakeElement, tile: Tile, then: number) {
    const { element, pid } = tile
    const isIn = isInSight(element)
    const isClear = isIn && !element.isHidden && !dialog
    tile.inSightSince = isIn ? Math.min(tile.inSightSince, then) : NEVER
    tile.clearSince = isClear ? Math.min(tile.clearSince, then) : NEVER
    if (!isDenied) note(scopeOf(list), pid, isClear ? tile.inSightSince : NEVER, tile.clearSince)
  }

  function note({ may, must }: Scope, pid: string, inSightSince: number, clearSince: number) {
    const at = timeline.elapsed()
    if (at - inSightSince >= DWELL_MS) may.set(pid, may.get(pid) ?? at)
    if (at - clearSince >= SURE_MS && may.has(pid)) must.add(pid)
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
        .at(lists.findIndex(({ element }) => element === dom.root.children.at(-1)))
        ?.tiles.forEach(({ element }, index) => {
          element.share = shares[index] ?? 0
        })
    },
    rename({ element, tiles }) {
      const name = `q${names++}`
      if (keyOf(element) === looseKey) nameLoose(name)
      else shop.set(element, 'data-svc-query', name)
      for (const tile of tiles) tile.clearSince = NEVER
    },
    hideTile(_list, { element }) {
      element.isHidden = true
      shop.set(element, 'class', 'hidden')
    },
    showTile(_list, { element }) {
      element.isHidden = false
      shop.set(element, 'class', '')
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
    press({ element }, tile) {
      shop.press(tile.element)
      if (isDenied) return
      clicks += 1
      const { may, must } = scopeOf(element)
      if (!may.has(tile.pid)) may.set(tile.pid, timeline.elapsed())
      must.add(tile.pid)
    },
    leave() {
      if (isVisible) shop.hide()
      begin()
      isVisible = false
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
        for (const [pid, at] of may)
          if (at > timeline.elapsed() - SENT_MS || !must.has(pid)) {
            lost.add(pid)
          }
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
  for (const { kind, list, tile, n } of moves) {
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

/** How often each product was reported in each list. */
function reportsOf({ events }: ReturnType<typeof createShopBrowser>) {
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
    ...scopes.flatMap(({ key, must }) => [...must].map((pid) => `${key} ${pid}`)),
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
    left: left.filter((one) => JSON.stringify(one) !== '{"timers":0,"observed":0}'),
    end,
    warnings: shop.page.warnings,
    mishaps: shop.timeline.mishaps,
  }
}

const ALL_WELL = {
  wrong: [],
  clicks: 0,
  refused: [],
  left: [],
  end: NOTHING,
  warnings: [],
  mishaps: [],
}

const kinds = [
  ...(['scroll', 'scrollSlowly', 'scrollSlowly', 'scrollAll', 'pass', 'pass', 'pass'] as const),
  ...(['passLong', 'passLong', 'reuse', 'redraw', 'rename', 'hideTile', 'showTile'] as const),
  ...([
    'cover',
    'coverAmid',
    'uncover',
    'uncover',
    'route',
    'press',
    'leave',
    'comeBack',
    'comeBack',
  ] as const),
  ...([
    'comeBack',
    'restore',
    'deny',
    'denyLong',
    'grant',
    'grant',
    'denyMeanwhile',
    'denyMeanwhile',
  ] as const),
]
type Kind = (typeof kinds)[number]

interface Move {
  readonly kind: Kind
  readonly list: number
  readonly tile: number
  readonly n: number
}

test('a product counts once in its list when it was visible, whatever happens in between', () => {
  const move = fc.record({
    kind: fc.constantFrom(...kinds),
    list: fc.nat(2),
    tile: fc.nat(2),
    n: fc.nat(30),
  })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40, size: 'max' }), (moves) => {
      expect(faultsOf(moves)).toEqual(ALL_WELL)
    }),
    runs,
  )
})
