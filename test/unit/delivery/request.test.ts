import { expect, test } from '@playwright/test'
import { createRequest } from '../../../src/parts/recovery/cors-detection'
import type { OnAnswer } from '../../../src/platform/pixel-request'
import { fakeClock, memoryStorage, noon } from '../../support/builders'

const REMEMBERED = 'cors https://tracker.example'

/** A tracker that answers as it is told, and what was asked of it. */
function openTracker(texts: Map<string, string>, clock = fakeClock()) {
  const reads: string[] = []
  const modes: string[] = []
  const waiting: OnAnswer[] = []
  const storage = memoryStorage(texts)
  const request = createRequest({
    requestPixel(_url, { mode }, onAnswer) {
      modes.push(mode)
      waiting.push(onAnswer)
      return () => {}
    },
    trackerUrl: 'https://tracker.example',
    trackerDropsRepeats: false,
    isOnline: () => true,
    clock,
    storage: {
      ...storage,
      read(key) {
        reads.push(key)
        return storage.read(key)
      },
    },
  })
  return {
    reads,
    modes,
    send: () => void request('https://tracker.example/v2/1p.jpg', () => {}),
    answer: (status?: number) => waiting.shift()?.(status),
  }
}

test('what is known of the tracker is asked for when there is something to send', () => {
  const tracker = openTracker(new Map([[REMEMBERED, `${noon} false`]]))
  expect(tracker.reads).toEqual([])
  tracker.send()
  expect(tracker.reads).toEqual([REMEMBERED])
  expect(tracker.modes).toEqual(['no-cors'])
})

test('what is known of another tracker says nothing of this one', () => {
  const tracker = openTracker(new Map([['cors https://other.example', `${noon} false`]]))
  tracker.send()
  expect(tracker.modes).toEqual(['cors'])
})

test('what was found out is doubted after three silences in a row, by the next page too', () => {
  const texts = new Map<string, string>()
  const tracker = openTracker(texts)
  tracker.send()
  tracker.answer(200)
  expect(texts.get(REMEMBERED)).toBe(`${noon} true`)

  for (const isLast of [false, false, true]) {
    tracker.send()
    tracker.answer()
    expect(texts.has(REMEMBERED)).toBe(!isLast)
  }
  tracker.send()
  tracker.answer()
  // It is found out again: is there an answer at all?
  expect(tracker.modes).toEqual(['cors', 'cors', 'cors', 'cors', 'cors', 'no-cors'])
})

test('what was found out is believed for half an hour, also when the clock was set back', () => {
  const isAsked = (minutes: number) => {
    const tracker = openTracker(
      new Map([[REMEMBERED, `${noon} false`]]),
      fakeClock(noon + minutes * 60_000),
    )
    tracker.send()
    return tracker.modes.includes('cors')
  }
  expect([-31, -29, 0, 29, 31].map(isAsked)).toEqual([true, false, false, false, true])
})
