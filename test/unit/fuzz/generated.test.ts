import { expect, test } from 'vitest'
import { addresses } from '../../fuzz/addresses.ts'
import { findIn, keptSeeds } from '../../fuzz/run-class.ts'
import { RECORDS_AT_ONCE, storedRecords } from '../../fuzz/stored-records.ts'

/** The same cases each time. */
const SEED = 32

const CASES = 5_000

for (const [one, perRun] of [
  [addresses, 1],
  [storedRecords, RECORDS_AT_ONCE],
] as const)
  test(`${CASES} generated ${one.name} are handled, and those that found something`, async () => {
    for (const seed of keptSeeds(one))
      expect(await findIn(one, { ...seed, numRuns: 1 })).toBeUndefined()
    expect(await findIn(one, { seed: SEED, numRuns: CASES / perRun })).toBeUndefined()
  })
