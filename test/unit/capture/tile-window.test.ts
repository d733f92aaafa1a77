import { expect, test } from '@playwright/test'
import type { Tiles } from '../../../src/capture/tile-order'
import { createTileWindow } from '../../../src/capture/tile-window'
import type { Observe } from '../../../src/platform/observers'
import { fakeClock } from '../../support/builders'

const COLUMNS = 4

interface Tile extends Element {
  isConnected: boolean
  pid: string
}

/** Four columns of tiles, each filled before the next; the window shows the first tiles of each. */
const grid = (count: number): readonly Tile[] =>
  Array.from({ length: count }, (_, index) => {
    const top = (index % (count / COLUMNS)) * 100
    return {
      index,
      pid: `P${index}`,
      isConnected: true,
      compareDocumentPosition: (other: { index: number }) => (other.index > index ? 4 : 2),
      getBoundingClientRect: () => ({
        top,
        bottom: top + 100,
        left: 0,
        right: 100,
        width: 100,
        height: 100,
      }),
    } as unknown as Tile
  })

/** A list such as the browser makes, whose elements come to be when they are asked for. */
function lazily(tiles: readonly Tile[]) {
  const touched = new Set<PropertyKey>()
  const list = new Proxy(tiles, {
    get(target, key) {
      if (/^\d+$/.test(String(key))) touched.add(key)
      return Reflect.get(target, key)
    },
  }) as Tiles
  return { list, touched }
}

/** A browser whose observers say something when they are told to. */
function fakeBrowser() {
  const watched = new Set<Element>()
  let onSight: Parameters<Observe>[1] = () => {}
  const observe: Observe = (_threshold, listener) => {
    onSight = listener
    return {
      watch: (tile) => watched.add(tile),
      unwatch: (tile) => watched.delete(tile),
      stop: () => watched.clear(),
    }
  }
  const entry = (target: Element, intersectionRatio: number) =>
    ({
      target,
      intersectionRatio,
      boundingClientRect: { width: 100, height: 100 },
      rootBounds: { width: 1_000, height: 800 },
    }) as unknown as IntersectionObserverEntry
  return {
    observe,
    watched,
    say: (tiles: readonly Element[], ratio = 0) => onSight(tiles.map((tile) => entry(tile, ratio))),
  }
}

function setup(count: number) {
  Object.assign(globalThis, { innerWidth: 1_000, innerHeight: 800 })
  const browser = fakeBrowser()
  const clock = fakeClock()
  const page = { ...lazily(grid(count)), isCounted: (_tile: Element): boolean => false, layouts: 0 }
  const lost: Element[] = []
  const tileWindow = createTileWindow({
    ratio: 0.5,
    observe: browser.observe,
    clock,
    all: () => page.list,
    heads: () => [],
    pidOf: (tile) => (tile as Tile).pid,
    wanted: (tiles) => tiles.filter((tile) => !page.isCounted(tile)),
    onSight: () => {},
    onLost: (tile) => lost.push(tile),
    onSaid: () => {},
    askLayout() {
      page.layouts += 1
    },
  })
  function findWindow() {
    clock.advance(200)
    tileWindow.laidOut()
  }
  /** The page draws all of its tiles again, as new elements, which may show other products. */
  function drawAgain(pidAt?: (place: number) => string) {
    for (const tile of page.list as unknown as Tile[]) tile.isConnected = false
    const tiles = grid(count).map((tile, place) => ({
      ...tile,
      ...(pidAt && { pid: pidAt(place) }),
    }))
    Object.assign(page, lazily(tiles as readonly Tile[]))
    tileWindow.changed()
    tileWindow.sweep()
    tileWindow.add(page.list, false)
  }
  const watchedPids = () => [...browser.watched].map((tile) => (tile as Tile).pid).sort()
  tileWindow.add(page.list, true)
  clock.advance(1_000)
  return { ...browser, page, lost, tileWindow, clock, watchedPids, findWindow, drawAgain }
}

test('what is watched after a jump is not let go before the browser has said anything about it', () => {
  const { watched, say, findWindow } = setup(800)
  const before = [...watched]
  findWindow()
  const found = [...watched].filter((tile) => !before.includes(tile))
  expect(found.length).toBeGreaterThan(72)

  // The browser had this to say before it heard of the others.
  say(before)
  expect(found.filter((tile) => !watched.has(tile))).toEqual([])

  say(found)
  expect(watched.size).toBeLessThan(72)
})

test('of a long list only the tiles near the window are touched', () => {
  const { page, watched, say, findWindow, drawAgain } = setup(10_000)
  findWindow()
  say([...watched], 1)
  expect(watched.size).toBeGreaterThan(24)
  expect(page.touched.size).toBeLessThan(1_000)

  drawAgain()
  findWindow()
  expect(watched.size).toBeGreaterThan(24)
  expect(page.touched.size).toBeLessThan(1_000)
})

test('drawn again, only what was not counted yet is watched, and nothing that has gone', () => {
  const { page, watched, say, findWindow, drawAgain } = setup(800)
  findWindow()
  say([...watched], 1)
  const before = [...watched]

  drawAgain()
  findWindow()
  expect(watched.size).toBeGreaterThan(24)
  expect(before.filter((tile) => watched.has(tile))).toEqual([])

  say([...watched], 1)
  page.isCounted = () => true
  drawAgain()
  findWindow()
  expect([...watched]).toEqual([])
})

/** A page at rest, with the first eight tiles in sight. */
function setupAtRest(count: number) {
  const all = setup(count)
  all.findWindow()
  all.say([...all.watched].slice(8))
  all.say([...all.watched].slice(0, 8), 1)
  all.clock.advance(1_000)
  all.tileWindow.laidOut()
  all.tileWindow.extend()
  all.say([...all.watched].slice(8))
  const inSight = all.watchedPids().filter((pid) => /^P[0-7]$/.test(pid))
  return { ...all, inSight }
}

for (const count of [40, 800]) {
  test(`of ${count} tiles drawn again as they were, only those that were in sight are watched until they rest`, () => {
    const { page, clock, tileWindow, watchedPids, inSight, drawAgain } = setupAtRest(count)
    const { layouts } = page
    for (let time = 0; time < 20; time += 1) {
      drawAgain()
      expect(watchedPids()).toEqual(inSight)
      clock.advance(250)
    }
    expect(page.layouts).toBe(layouts)

    clock.advance(250)
    expect(page.layouts).toBe(layouts + 1)
    tileWindow.laidOut()
    expect(watchedPids().length).toBeGreaterThan(24)
  })
}

test('all tiles of a short list are watched again when it rests, those too that are far from what is in sight', () => {
  const { clock, tileWindow, watchedPids, drawAgain } = setupAtRest(96)
  drawAgain()
  clock.advance(500)
  tileWindow.laidOut()
  expect(watchedPids().length).toBe(96)
})

test('what a press moves only later is found, though a list was drawn again just before', () => {
  const { page, clock, tileWindow, drawAgain } = setupAtRest(800)
  drawAgain()
  tileWindow.changed()
  tileWindow.laidOut()
  const { layouts } = page
  clock.advance(200)
  expect(page.layouts).toBe(layouts + 1)
})

test('drawn again with others beside the tile that was seen last, a list may be another', () => {
  const { page, drawAgain } = setupAtRest(800)
  const { layouts } = page
  drawAgain((place) => `P${place > 7 ? place + 20 : place}`)
  expect(page.layouts).toBe(layouts + 1)
})

test('drawn again as it was, a list is watched as before as soon as something moves', () => {
  const { page, tileWindow, watchedPids, drawAgain } = setupAtRest(800)
  const { layouts } = page
  drawAgain()
  tileWindow.changed()
  expect(page.layouts).toBe(layouts + 1)
  tileWindow.laidOut()
  expect(watchedPids().length).toBeGreaterThan(24)
})

test('drawn again with a new product near the window, that is watched at once', () => {
  const { watchedPids, inSight, drawAgain } = setupAtRest(800)
  drawAgain((place) => (place === 20 ? 'new' : `P${place}`))
  expect(watchedPids()).toEqual([...inSight, 'new'].sort())
})

test('drawn again right after a scroll, a list may be anywhere', () => {
  const { page, tileWindow, clock, watchedPids, drawAgain } = setupAtRest(800)
  tileWindow.moved()
  clock.advance(100)
  const { layouts } = page
  drawAgain()
  expect(page.layouts).toBe(layouts + 1)
  expect(watchedPids().length).toBeGreaterThan(16)
})

test('tiles that come into an empty page are watched', () => {
  const { page, tileWindow, watchedPids } = setup(0)
  Object.assign(page, lazily(grid(8)))
  tileWindow.add(page.list, false)
  expect(watchedPids()).toHaveLength(8)
})

test('drawn again with other products, a long list is searched for the window at once, and only once', () => {
  const { page, watched, say, tileWindow, findWindow, drawAgain: draw } = setup(800)
  const drawAgain = () => draw((place) => `other ${place}`)
  say([...watched], 1)
  tileWindow.moved()
  const { layouts } = page
  drawAgain()
  expect(page.layouts).toBe(layouts + 1)
  findWindow()
  expect(page.layouts).toBe(layouts + 1)
})

test('of tiles that may show something new, one in sight goes on and one that was passed is asked again', () => {
  const { page, tileWindow, watched, say, lost } = setup(40)
  const [seen, dropped] = Array.from(page.list) as [Element, Element]
  say([seen], 1)
  tileWindow.drop(dropped)
  expect(watched.has(dropped)).toBe(false)

  tileWindow.add([seen, dropped], false)
  expect(lost).toEqual([])
  expect(watched.has(dropped)).toBe(true)
})

test('all tiles come into sight again when they are all to be counted again', () => {
  const { page, tileWindow, watched, say, lost } = setup(40)
  const [seen] = Array.from(page.list) as [Element]
  say([seen], 1)
  tileWindow.add(page.list, true)
  expect(lost).toEqual([seen])
  expect(watched.size).toBe(40)
})
