import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALM, calmFaultsOf, faultsOf } from './model/model-faults'
import { histories } from './model/moves'

const { SVC_HISTORIES } = process.env

/** Runs the same sequences each time, in a few seconds; `SVC_HISTORIES=2000 npm run unit -- journal-properties` runs 2,000 others. */
const runs = SVC_HISTORIES ? { numRuns: Number(SVC_HISTORIES) } : { numRuns: 60, seed: 1 }

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
