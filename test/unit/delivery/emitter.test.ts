import { expect, test } from '@playwright/test'
import { createBrowser } from './model/browser'
import { well } from './model/tracker'

const kind = { openMs: 60, isBlocked: false, hasCors: true, isCorsKnown: true }

/** A browser, and how often a page of it has looked for what others left. */
function openBrowser() {
  const browser = createBrowser({ ...kind, trackerDropsRepeats: false })
  const { storage } = browser.disk
  const { keys } = storage
  let looks = 0
  storage.keys = () => {
    looks += 1
    return keys()
  }
  return { ...browser, looks: () => looks }
}

test('a page whose first event is answered has looked once for what others left', () => {
  const browser = openBrowser()
  browser.add(browser.open(), 'visitor', 1)
  browser.timeline.advance(1_000)
  expect(browser.tracker.sent).toHaveLength(1)
  expect(browser.looks()).toBe(1)
})

test('what was under way when its page was left waits for the next page’s first answer, and is then looked for again', () => {
  const browser = openBrowser()
  browser.setMood({ ...well, isHanging: true })
  const tab = browser.open()
  browser.timeline.advance(1_000)
  browser.add(tab, 'order', 1)
  browser.timeline.advance(1_000)
  browser.close(tab, 10)
  browser.setMood(well)

  const before = browser.looks()
  const next = browser.open()
  browser.timeline.advance(1_000)
  expect(browser.looks()).toBe(before + 1)
  browser.add(next, 'click', 1)
  browser.timeline.advance(1_000)
  expect(browser.looks()).toBe(before + 2)

  // When its lease has ended it is settled.
  browser.timeline.advance(120_000)
  expect(browser.disk.contents()).toEqual([])
})

test('a clock that is set back in a pause makes it no longer, whatever fails meanwhile', () => {
  const browser = openBrowser()
  const tab = browser.open()
  browser.add(tab, 'visitor', 1)
  browser.timeline.advance(1_000)
  for (const latencyMs of [50, 500]) {
    browser.setMood({ latencyMs, status: 503, isKept: false, askedMs: 2_000 })
    browser.add(tab, 'order', 1)
  }
  browser.timeline.advance(100)
  browser.setClock(-3_600_000)
  browser.timeline.advance(500)
  browser.setMood(well)
  browser.timeline.advance(60_000)
  // The first one has a lease until the tracker may be asked, by the old time.
  const arrived = browser.tracker.sent.filter(({ isKept }) => isKept)
  expect(arrived.flatMap(({ pids }) => pids)).toContain('pid2')
})

test('what is gathered is written each time that something comes, and not again when it leaves', () => {
  const browser = openBrowser()
  const tab = browser.open()
  browser.add(tab, 'visitor', 1)
  browser.timeline.advance(1_000)

  const before = browser.disk.transactions()
  browser.add(tab, 'PRODUCT_IMPRESSIONS', 1)
  browser.timeline.advance(1_000)
  browser.add(tab, 'PRODUCT_IMPRESSIONS', 1)
  browser.timeline.advance(10_000)
  expect(browser.tracker.sent).toHaveLength(2)
  expect(browser.disk.contents()).toEqual([])
  // The third has it forgotten.
  expect(browser.disk.transactions() - before).toBe(3)
})
