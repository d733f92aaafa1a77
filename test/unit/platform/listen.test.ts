import { expect, test } from '@playwright/test'
import { createGuard } from '../../../src/platform/guard'
import { listenNowAndThen } from '../../../src/platform/listen'
import { fakeClock } from '../../support/builders'

const REST_MS = 400

function setup(onEvent = () => {}) {
  const faults: unknown[] = []
  const guard = createGuard((_room, fault) => faults.push(fault))
  const clock = fakeClock()
  const page = new EventTarget()
  let heard = 0
  const stop = listenNowAndThen(guard, clock, page, 'scroll resize', REST_MS, () => {
    heard += 1
    onEvent()
  })
  const scroll = () => page.dispatchEvent(new Event('scroll'))
  return { clock, page, stop, scroll, faults, heard: () => heard }
}

test('of many events the first is heard, and after a rest once what came meanwhile', () => {
  const { clock, scroll, heard } = setup()
  for (let frame = 0; frame < 20; frame += 1) scroll()
  expect(heard()).toBe(1)
  clock.advance(REST_MS)
  expect(heard()).toBe(2)
  clock.advance(10 * REST_MS)
  expect(heard()).toBe(2)
  scroll()
  expect(heard()).toBe(3)
})

test('nothing is heard after the end, whenever that comes', () => {
  const awake = setup()
  awake.stop()
  awake.scroll()
  expect(awake.heard()).toBe(0)

  const resting = setup()
  resting.scroll()
  resting.stop()
  resting.clock.advance(REST_MS)
  resting.scroll()
  expect(resting.heard()).toBe(1)
})

test('a fault ends nothing', () => {
  const { clock, scroll, faults, heard } = setup(() => {
    if (heard() === 1) throw new Error('a fault')
  })
  scroll()
  clock.advance(REST_MS)
  scroll()
  expect(heard()).toBe(3)
  expect(faults).toHaveLength(1)
})
