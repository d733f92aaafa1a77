import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALM, calmFaultsOf, faultsOf } from './model/model-faults'
import { histories, ORDERLY, ROUGH } from './model/moves'

const { SVC_HISTORIES } = process.env

/** Runs the same sequences each time, in a few seconds; `SVC_HISTORIES=2000 npm run unit -- journal-properties` runs 2,000 others. */
const runs = (numRuns: number) =>
  SVC_HISTORIES ? { numRuns: Number(SVC_HISTORIES) } : { numRuns, seed: 1 }

for (const [what, made, count] of [
  ['anything happens', histories(), 50],
  ['nothing happens that a page cannot hear of', histories(ORDERLY, 8), 150],
  ['pages die or cannot write', histories(ROUGH, 4), 100],
] as const)
  test(`an event arrives or has a reason, and is never in flight twice, when ${what}`, () => {
    fc.assert(
      fc.property(made, (history) => {
        expect(faultsOf(history)).toEqual({})
      }),
      runs(count),
    )
  })

test('with a tracker that has answered each page, every event arrives exactly once', () => {
  fc.assert(
    fc.property(histories(CALM), (history) => {
      expect(calmFaultsOf(history)).toEqual({})
    }),
    runs(50),
  )
})
