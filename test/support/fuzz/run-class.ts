import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import type { FuzzClass } from './fuzz-class.ts'

/** Where a finding begins again. */
export interface Seed {
  readonly seed: number
  readonly path?: string
}

const FILE = new URL('kept-seeds.json', import.meta.url)

const readSeeds = (): Record<string, readonly Seed[]> => JSON.parse(readFileSync(FILE, 'utf8'))

/** The seeds that have found something in a class; none if the class is new. */
export const keptSeeds = ({ name }: FuzzClass): readonly Seed[] => readSeeds()[name] ?? []

/** Keeps a seed in `kept-seeds.json`, for the tests to replay. */
export function keepSeed({ name }: FuzzClass, found: Seed) {
  const all = readSeeds()
  const seeds = { ...all, [name]: [...(all[name] ?? []), found] }
  writeFileSync(FILE, `${JSON.stringify(seeds, null, 2)}\n`)
}

/**
 * Runs so many cases of a class.
 *
 * @returns The seed of the first finding with what fast-check says of it; `undefined` if there is none.
 */
export async function findIn(
  { property }: FuzzClass,
  seed: Seed & { readonly numRuns: number },
): Promise<(Seed & { readonly report: string }) | undefined> {
  const details = await fc.check(property(), seed)
  if (!details.failed) return undefined
  const path = details.counterexamplePath ?? undefined
  return {
    seed: details.seed,
    ...(path && { path }),
    report: `${details.errorInstance}\n${fc.stringify(details.counterexample)}`,
  }
}
