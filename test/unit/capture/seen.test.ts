import { expect, test } from '@playwright/test'
import { createSeen } from '../../../src/capture/seen'
import type { Observe } from '../../../src/platform/observers'
import { fakeClock } from '../../support/builders'

const COLUMN = 200

/** Four columns of tiles, each filled before the next; the window shows the first tiles of each. */
const tiles = Array.from({ length: 4 * COLUMN }, (_, index) => {
  const top = (index % COLUMN) * 100
  return {
    index,
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
  } as unknown as Element
})

/** A browser whose observers say something when they are told to. */
function fakeBrowser() {
  const observers: { readonly watched: Set<Element>; readonly say: (tiles: Element[]) => void }[] =
    []
  const observe: Observe = (_threshold, onSightings) => {
    const watched = new Set<Element>()
    const entry = (target: Element) =>
      ({
        target,
        intersectionRatio: 0,
        boundingClientRect: { width: 100, height: 100 },
        rootBounds: { width: 1_000, height: 800 },
      }) as unknown as IntersectionObserverEntry
    observers.push({ watched, say: (targets) => onSightings(targets.map(entry)) })
    return {
      watch: (tile) => watched.add(tile),
      unwatch: (tile) => watched.delete(tile),
      stop: () => watched.clear(),
    }
  }
  return { observe, observers }
}

test('what is watched after a jump is not let go before the browser has said anything about it', () => {
  Object.assign(globalThis, { innerWidth: 1_000, innerHeight: 800 })
  const { observe, observers } = fakeBrowser()
  const clock = fakeClock()
  const root = {} as Element
  const seen = createSeen({
    ratio: 0.5,
    dwellMs: 1_000,
    observe,
    root,
    clock,
    all: () => tiles,
    pidOf: () => 'p1',
    onSeen: () => {},
  })
  const [near, layout] = observers
  seen.add(tiles, true)
  const before = [...(near?.watched ?? [])]
  clock.advance(200)
  layout?.say([root])
  const found = [...(near?.watched ?? [])].filter((tile) => !before.includes(tile))
  expect(found.length).toBeGreaterThan(72)

  // The browser had this to say before it heard of the others.
  near?.say(before)
  expect(found.filter((tile) => !near?.watched.has(tile))).toEqual([])

  near?.say(found)
  expect(near?.watched.size).toBeLessThan(72)
})
