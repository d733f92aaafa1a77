import { expect, test } from '@playwright/test'
import type { Timestamp } from '../../../src/brand'
import { createEmitter } from '../../../src/delivery/emitter'
import type { Guard } from '../../../src/platform/guard'
import type { OnAnswer } from '../../../src/platform/pixel-request'
import { eventOf } from './events'
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
  const answers: OnAnswer[] = []
  const delays: number[] = []
  const tasks: (() => void)[] = []
  let now = 1_800_000_000_000
  const emitter = createEmitter({
    urlOf: () => 'https://tracker.example/v2/1p.jpg',
    clock: {
      now: () => now as Timestamp,
      schedule(_, delayMs) {
        delays.push(delayMs)
        return () => {}
      },
    },
    soon: (task) => tasks.push(task),
    guard: ((_, task) => task) as Guard,
    outbox: { keep() {}, forget() {}, leave() {}, claim() {} },
    request(_, onAnswer) {
      answers.push(onAnswer)
      return () => {}
    },
    isOnline: () => true,
    isVisible: () => true,
    random: () => 1,
    trackerDropsRepeats: false,
    onStep() {},
  })
  emitter.add(eventOf(), 100)
  emitter.add(eventOf(), 100)
  for (const task of tasks) task()
  const [first, second] = answers
  first?.(503)
  now -= 3_600_000
  second?.(503)
  expect(second).toBeDefined()
  expect(Math.max(...delays)).toBeLessThan(60_000)
})
