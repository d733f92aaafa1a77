import type fc from 'fast-check'

/** A class of generated cases: what the tests run with fixed seeds, and `npx tsx test/support/fuzz/fuzz.ts` with new ones. */
export interface FuzzClass {
  /** The name in `kept-seeds.json`. */
  readonly name: string
  /** Fails by an error that says what was found. */
  readonly property: () => fc.IRawProperty<unknown>
}
