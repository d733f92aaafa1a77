import { test } from '@playwright/test'
import fc from 'fast-check'

/** Where fast-check begins, and how many it plays. */
interface Runs {
  readonly numRuns: number
  readonly seed?: number
  readonly path?: string
}

/**
 * Plays random histories in a test, each of some seconds: by default the known ones, which have found something; with a number in
 * `SVC_MODEL_RUNS`, so many others.
 *
 * @throws fast-check's report of the first that fails, with the seed and path that play it again.
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
