import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { CALM, calmFaultsOf, faultsOf } from './model/faults'
import { histories } from './model/moves'

/** The same histories each time, in a few seconds; `npm run histories` plays others. */
const runs = { numRuns: 60, seed: 1 }

test('an event arrives or has a reason, and is never in flight twice', () => {
  fc.assert(
    fc.property(histories(), (history) => {
      expect(faultsOf(history)).toEqual({})
    }),
    runs,
  )
})

test('with a tracker that has answered each page, every event arrives exactly once', () => {
  fc.assert(
    fc.property(histories(CALM), (history) => {
      expect(calmFaultsOf(history)).toEqual({})
    }),
    runs,
  )
})
