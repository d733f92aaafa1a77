import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FakeElement } from '../../fakes/fake-dom'
import { afterDenial, createShopBrowser, marked, NOTHING, openShop } from './open-shop'

/*
 * Long lists, of which only the tiles near the viewport are observed, on a page that runs `svc.js`
 * itself: a tile on which the shopper rests counts once, wherever the page was scrolled, redrawn or
 * left before. `SVC_HISTORIES=300 npm run unit -- long-lists` runs this many others.
 */

const { SVC_HISTORIES } = process.env
const runs = SVC_HISTORIES ? { numRuns: Number(SVC_HISTORIES) } : { numRuns: 60, seed: 4 }

const TILE_PX = 100
const TILES = 150
/** How long a shopper rests: the part loads, looks for the viewport after a move and again after that, and the tiles dwell and are sent. */
const REST_MS = 6_000

const kinds = [
  ...(['jump', 'jump', 'jump', 'glide', 'rest', 'redraw', 'redraw', 'insert'] as const),
  ...(['deny', 'grant', 'grant', 'denyMeanwhile', 'leave', 'addList', 'route'] as const),
]
type Kind = (typeof kinds)[number]

interface Move {
  readonly kind: Kind
  readonly n: number
  readonly times: 1 | 2
  /** How long the shopper stays: shorter than the pauses of the tag, or until everything in the viewport has counted. */
  readonly stay: number
}

function played(moves: readonly Move[], partMs: number, firstMs: number) {
  const browser = createShopBrowser({ partMs })
  const shop = openShop(browser)
  const { dom, timeline, page } = shop
  const must = new Set<string>()
  const glimpsed = new Set<string>()
  const inDoubt = new Set<string>()
  const denials: unknown[] = []
  let scrolled = 0
  let tiles: readonly FakeElement[] = []
  const lists: FakeElement[] = []
  let isDenied = false
  let names = 0

  const scroll = (to: number) => {
    scrolled = Math.max(0, Math.min(to, tiles.length * TILE_PX - 900))
    page.fire(page.document, 'scroll')
    dom.requestFrame()
  }

  function tileOf(pid: string) {
    const tile = marked('a', { product: pid })
    tile.share = 1
    tile.top = () => tiles.indexOf(tile) * TILE_PX - scrolled
    return tile
  }

  function draw(index: number, name: string, pids: readonly string[], before?: FakeElement) {
    const list = marked('div', { query: name })
    list.top = () => tilesOf(list)[0]?.top?.() ?? 9_000
    for (const pid of pids) shop.append(list, tileOf(pid))
    if (before) shop.remove(before)
    lists[index] = list
    const later = lists.slice(index)
    for (const other of later) shop.remove(other)
    for (const other of later) shop.append(dom.root, other)
    measure()
  }

  const measure = () => {
    tiles = lists.flatMap(tilesOf)
  }

  /** The shopper looks at the visible tiles. */
  function look(ms: number) {
    timeline.advance(ms)
    if (isDenied && ms >= REST_MS) denials.push(shop.leftOver())
    if (isDenied) return
    for (const name of visible()) (ms >= REST_MS ? must : glimpsed).add(name)
  }

  const visible = () =>
    tiles
      .filter((tile) => (tile.top?.() ?? -1) >= 0 && (tile.top?.() ?? -1) + TILE_PX <= 1_000)
      .map((tile) => {
        const list = tile.parentElement as FakeElement
        return `${nameOf(list)} ${tile.getAttribute('data-svc-product')}`
      })

  const tilesOf = (list: FakeElement) => [...list.children] as FakeElement[]
  const pidsOf = (list: FakeElement) =>
    tilesOf(list).map((tile) => tile.getAttribute('data-svc-product') ?? '')
  const nameOf = (list: FakeElement) => list.getAttribute('data-svc-query') ?? ''

  const acts: Readonly<Record<Kind, (n: number) => void>> = {
    jump: (n) => scroll(((n * 37) % tiles.length) * TILE_PX),
    glide(n) {
      for (let step = 0; step < 12; step += 1) {
        scroll(scrolled + (n % 2 ? 300 : -300))
        timeline.advance(100)
      }
    },
    rest: () => look(REST_MS),
    redraw(n) {
      const list = lists[n % lists.length] as FakeElement
      draw(lists.indexOf(list), nameOf(list), pidsOf(list), list)
    },
    /** Products come before the others, in the same element or in another that takes its place. */
    insert(n) {
      const list = lists[0] as FakeElement
      const more = Array.from({ length: 1 + (n % 40) }, () => `N${names++}`)
      if (n % 2) return draw(0, nameOf(list), [...more, ...pidsOf(list)], list)
      for (const pid of more) shop.append(list, tileOf(pid), 0)
      measure()
    },
    addList(n) {
      if (lists.length > 3) return
      const count = n % 2 ? 3 : 60
      draw(
        lists.length,
        `more${names++}`,
        Array.from({ length: count }, (_, index) => `P${index}`),
      )
    },
    deny() {
      // What was counted and not sent yet is dropped, and does not count again.
      for (const name of [...glimpsed, ...visible()]) if (!must.has(name)) inDoubt.add(name)
      shop.call((svc) => svc.consent('denied'))
      isDenied = true
    },
    grant() {
      shop.call((svc) => svc.consent('granted'))
      isDenied = false
    },
    denyMeanwhile(n) {
      acts.deny(n)
      timeline.advance(n * 10)
      acts.grant(n)
    },
    leave() {
      shop.hide()
      timeline.advance(500)
      shop.show()
    },
    route() {
      shop.go(`/route-${names++}`)
    },
  }
  draw(
    0,
    'long',
    Array.from({ length: TILES }, (_, index) => `P${index}`),
  )
  look(firstMs)
  for (const { kind, n, times, stay } of moves)
    for (let time = 0; time < times; time += 1) {
      acts[kind](n)
      look(stay)
    }
  shop.hide()
  timeline.advance(5_000)
  shop.show()
  const left = shop.stop()
  scroll(0)
  timeline.advance(5_000)
  return {
    browser,
    must: [...must].filter((name) => !inDoubt.has(name)),
    left,
    denials,
    later: timeline.timers(),
    faults: [...timeline.mishaps, ...page.warnings],
  }
}

test('a tile of a long list on which the shopper rests counts once', () => {
  const move = fc.record({
    kind: fc.constantFrom(...kinds),
    n: fc.nat(40),
    times: fc.constantFrom(1, 1, 2),
    stay: fc.constantFrom(0, 100, 250, 600, REST_MS, REST_MS, REST_MS),
  })
  const moves = fc.array(move, { maxLength: 16, size: 'max' })
  const denied = afterDenial()
  fc.assert(
    fc.property(
      moves,
      fc.constantFrom(20, 20, 1_500),
      fc.constantFrom(300, REST_MS),
      (history, ...times) => {
        const { browser, must, left, later, faults, denials } = played(history, ...times)
        const counts = new Map<string, number>()
        for (const { data } of browser.events)
          for (const pid of data.pids_list ?? [])
            counts.set(`${data.query} ${pid}`, (counts.get(`${data.query} ${pid}`) ?? 0) + 1)
        expect(must.filter((name) => !counts.has(name))).toEqual([])
        const isOneRoute = !history.some(({ kind }) => kind === 'route')
        expect([...counts].filter(([, count]) => count > 1 && isOneRoute)).toEqual([])
        expect(denials).toEqual(denials.map(() => denied))
        expect({ left, later, faults }).toEqual({ left: NOTHING, later: 0, faults: [] })
      },
    ),
    runs,
  )
})
