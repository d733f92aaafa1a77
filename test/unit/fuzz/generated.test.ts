import { expect, test } from '@playwright/test'
import { addresses } from '../../fuzz/addresses.ts'
import { findIn, keptSeeds } from '../../fuzz/run-class.ts'

/** The same cases each time. */
const SEED = 32

for (const one of [addresses]) {
  test(`5,000 generated ${one.name} are handled, and those that found something`, async () => {
    test.setTimeout(120_000)
    for (const seed of keptSeeds(one))
      expect(await findIn(one, { ...seed, numRuns: 1 })).toBeUndefined()
    expect(await findIn(one, { seed: SEED, numRuns: 5_000 })).toBeUndefined()
  })
}
