import { expect, test } from 'vitest'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

const PAUSE_MS = 400

/** A page that listens to its scrolling, and how often it was called back. */
function scene(onEvent = () => {}) {
  const browser = createBrowser()
  const { tag, run, warnings, window } = openPage(browser)
  let calls = 0
  const stop = run(() =>
    tag.listenThrottled.listenThrottled(window, 'scroll resize', PAUSE_MS, () => {
      calls += 1
      onEvent()
    }),
  )
  return {
    clock: browser.timeline,
    stop: () => run(stop),
    scroll: () => void run(() => window.dispatchEvent(new Event('scroll'))),
    warnings,
    calls: () => calls,
  }
}

test('a throttled listener is called for the first event, and once after a pause', () => {
  const { clock, scroll, calls } = scene()
  for (let frame = 0; frame < 20; frame += 1) scroll()
  expect(calls()).toBe(1)
  clock.advance(PAUSE_MS - 1)
  expect(calls()).toBe(1)
  clock.advance(1)
  expect(calls()).toBe(2)
  clock.advance(10 * PAUSE_MS)
  expect(calls()).toBe(2)
  scroll()
  expect(calls()).toBe(3)
})

test('a throttled listener that is stopped before any event is never called', () => {
  const { stop, scroll, calls } = scene()
  stop()
  scroll()
  expect(calls()).toBe(0)
})

test('a throttled listener that is stopped in its pause is not called after it', () => {
  const { clock, stop, scroll, calls } = scene()
  scroll()
  stop()
  clock.advance(PAUSE_MS)
  scroll()
  expect(calls()).toBe(1)
  expect(clock.timers()).toBe(0)
})

test('an error of a throttled listener is one warning, and the listener goes on', () => {
  const { clock, scroll, warnings, calls } = scene(() => {
    throw new Error('a fault')
  })
  scroll()
  clock.advance(PAUSE_MS)
  scroll()
  expect(calls()).toBe(3)
  expect(warnings).toEqual(['svc-tag: an internal error; please report it'])
  expect(clock.mishaps).toEqual([])
})
