import { expect, test } from '@playwright/test'
import { lookFor } from '../../../src/platform/look-for'

/** Looks for something on a page whose time a test moves. */
function looking() {
  let now = 0
  let task: (() => void) | undefined
  let due = 0
  const looks: number[] = []
  const ends: string[] = []
  let isThere = false
  const stop = lookFor(
    (todo, delayMs) => {
      task = todo
      due = now + delayMs
      return () => {
        task = undefined
        ends.push('waiting')
      }
    },
    () => {
      looks.push(now)
      return isThere ? () => ends.push('watching') : undefined
    },
  )
  return {
    looks,
    ends,
    stop,
    appear: () => {
      isThere = true
    },
    pass(ms: number) {
      const until = now + ms
      while (task && due <= until) {
        const next = task
        task = undefined
        now = due
        next()
      }
      now = until
    },
  }
}

test('what is there is found at once, and looked for no more', () => {
  const { looks, appear, pass, stop, ends } = looking()
  pass(249)
  expect(looks).toEqual([0])
  appear()
  pass(1)
  pass(86_400_000)
  expect(looks).toEqual([0, 250])
  stop()
  expect(ends).toEqual(['watching'])
})

test('what is not there is looked for each time after twice as long, at most an hour', () => {
  const { looks, pass } = looking()
  pass(4_000)
  expect(looks).toEqual([0, 250, 750, 1_750, 3_750])
  pass(86_400_000)
  expect(Math.max(...looks.slice(1).map((at, index) => at - Number(looks[index])))).toBe(3_600_000)
  expect(looks.length).toBeLessThan(40)
})

test('nothing is looked for after the stop', () => {
  const { looks, pass, stop, ends } = looking()
  pass(300)
  stop()
  pass(86_400_000)
  expect(looks).toEqual([0, 250])
  expect(ends).toEqual(['waiting'])
})
