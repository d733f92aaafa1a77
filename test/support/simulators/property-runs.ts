import { test } from '@playwright/test'
import fc from 'fast-check'

/** The seed for fast-check, and the number of runs. */
interface Runs {
  readonly numRuns: number
  readonly seed?: number
  readonly path?: string
}

/**
 * Runs random sequences in a test, each of which takes some seconds: by default the known ones,
 * which have found faults; with a number in `SVC_MODEL_RUNS`, that many others.
 *
 * @throws fast-check's report of the first failure, with the seed and path that reproduce it.
 */
export async function playHistories<History>(
  histories: fc.Arbitrary<History>,
  known: readonly Runs[],
  play: (history: History) => Promise<void>,
) {
  const asked = Number(process.env.SVC_MODEL_RUNS ?? 0)
  test.setTimeout(120_000 + asked * 30_000)
  const property = fc.asyncProperty(histories, play)
  for (const runs of asked > 0 ? [{ numRuns: asked }] : known)
    await fc.assert(property, { ...runs, endOnFailure: true })
}
