import { expect, test } from '@playwright/test'
import { createShelf } from '../../../src/delivery/shelf'
import { keptOf } from '../../../src/send/journal-entry'
import { click, memoryStorage } from '../../support/builders'
import { createBrowser } from './model/browser'
import { well } from './model/tracker'

const tabOn = (storage = memoryStorage()) =>
  createShelf({ storage, withLock: (_name, task) => task() })

const waiting = keptOf(click('a'), 300, 0)
const leased = { ...waiting, until: 5 }

test('an event lies on the shelf as it was put, until another tab leases it or it is removed', () => {
  const storage = memoryStorage()
  const [tab, other] = [tabOn(storage), tabOn(storage)]
  expect(tab.isAsPut(waiting)).toBe(false)

  tab.put(waiting)
  expect(tab.isAsPut(waiting)).toBe(true)
  other.put(leased)
  expect(tab.isAsPut(waiting)).toBe(false)

  tab.put(waiting)
  tab.remove(waiting.key)
  expect(tab.isAsPut(waiting)).toBe(false)
})

test('what another tab has put is not taken for this one’s own, even where it says the same', () => {
  const storage = memoryStorage()
  const [tab, other] = [tabOn(storage), tabOn(storage)]
  other.put(waiting)
  expect(tab.isAsPut(waiting)).toBe(false)
})

test('where the storage refuses, an event lies in the memory of its page', () => {
  const tab = tabOn({ ...memoryStorage(), write: () => false })
  tab.put(waiting)
  expect(tab.isAsPut(waiting)).toBe(true)
})

const kind = { openMs: 60, isBlocked: false, hasCors: true, isCorsKnown: true }

test('what was answered as its page was left is not sent again, though the next page finds the shelf before the database', () => {
  const browser = createBrowser({ ...kind, trackerDropsRepeats: false, isCalm: true })
  const tab = browser.open()
  browser.add(tab, 'order', 1)
  // The answer comes at the last moment: the database never comes to forget the event.
  browser.close(tab, 50)
  browser.settle()
  const [, order] = browser.tracker.sent
  expect(order).toMatchObject({ wasLeft: true, wasConfirmed: true })
  expect(browser.tracker.sent.filter(({ t }) => t === order?.t)).toHaveLength(1)
  expect(browser.disk.contents()).toEqual([])
})

test('what waited as its page was left is sent once, though the next page finds the shelf, and has its answer, before the database', () => {
  const browser = createBrowser({ ...kind, trackerDropsRepeats: false, isCalm: true })
  const tab = browser.open()
  // One more than may be under way at once.
  for (let count = 0; count < 65; count += 1) browser.add(tab, 'order', 1)
  browser.freeze(tab)
  browser.settle()
  const times = browser.tracker.sent.map(({ t }) => t)
  expect(times).toHaveLength(new Set(times).size)
  expect(browser.disk.contents()).toEqual([])
})

/** A page that is frozen in the moment in which it writes to the database what it cannot send yet, and another that looks for that. */
function freezeWriting() {
  const browser = createBrowser({ ...kind, openMs: 5, trackerDropsRepeats: false, isCalm: true })
  const [tab, other] = [browser.open(), browser.open()]
  browser.show(other)
  browser.add(tab, 'order', 65)
  browser.add(other, 'order', 1)
  browser.freeze(tab)
  return browser
}

test('what another tab takes from the shelf stays that tab’s until it is forgotten, though its page writes it to the database after that', () => {
  const browser = freezeWriting()
  // A third looks for what waits.
  browser.settle()
  const times = browser.tracker.sent.map(({ t }) => t)
  expect(times).toHaveLength(70)
  expect(times).toHaveLength(new Set(times).size)
  expect(browser.disk.contents()).toEqual([])
})

test('what another tab has taken from the shelf, and failed to send, is sent again when its pause is over', () => {
  const { timeline, tracker, setMood } = freezeWriting()
  setMood({ ...well, status: 503, isKept: false })
  timeline.advance(1_000)
  setMood(well)
  timeline.advance(10_000)
  const tries = tracker.sent.filter(({ pids }) => pids.includes('pid66'))
  expect(tries[0]?.isKept).toBe(false)
  expect(tries.filter(({ isKept }) => isKept)).toHaveLength(1)
})

test('what got no answer on a page that was hidden, before the database was open, is sent by the next page', () => {
  const browser = createBrowser({ ...kind, hasCors: false, trackerDropsRepeats: false })
  const tab = browser.open()
  browser.setMood({ ...well, status: undefined, isKept: false })
  browser.add(tab, 'order', 1)
  // Before the answer, and the answer before the database.
  browser.hide(tab)
  browser.timeline.advance(300)
  browser.crash(tab, false)
  browser.settle()
  const orders = browser.tracker.sent.filter(({ pids }) => pids.includes('pid0'))
  expect(orders.filter(({ isKept }) => isKept)).toHaveLength(1)
  expect(browser.disk.contents()).toEqual([])
})

test('where the database fails, what the tracker refuses for a while is sent again by its own page', () => {
  const { timeline, tracker, disk, ...browser } = createBrowser({
    ...kind,
    trackerDropsRepeats: false,
    isCalm: true,
  })
  const tab = browser.open()
  disk.fail(true)
  browser.setMood({ ...well, status: 503, isKept: false })
  browser.add(tab, 'order', 3)
  timeline.advance(1_000)
  browser.setMood(well)
  timeline.advance(10_000)
  expect(tracker.sent.filter(({ isKept }) => isKept)).toHaveLength(4)
  expect(disk.contents()).toEqual([])
})

test('once the database is open, an event comes and goes without a read of the storage', () => {
  const browser = createBrowser({ ...kind, trackerDropsRepeats: false })
  const tab = browser.open()
  browser.add(tab, 'click', 1)
  browser.timeline.advance(1_000)

  const before = browser.disk.storageReads()
  browser.add(tab, 'cart', 50)
  browser.timeline.advance(1_000)
  expect(browser.tracker.sent).toHaveLength(51)
  expect(browser.disk.storageReads()).toBe(before)
  expect(browser.disk.contents()).toEqual([])
})
