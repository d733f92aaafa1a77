import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { type Decision, decisions } from './mutated-modules.ts'

/*
 * Makes one small change at a time in the modules that make decisions, and runs their unit tests,
 * which should fail. Prints the changes that no test detected, and the share of detected ones. `npm
 * run mutation -- left-overs facet` selects the modules with one of these words in their path.
 */

const words = process.argv.slice(2)
const isChosen = ({ file }: Decision) => !words.length || words.some((word) => file.includes(word))
const chosen = decisions.filter(isChosen)

Object.assign(process.env, {
  // For the configuration of vitest. Stryker's own `testFiles` makes no change in what a module does while it is imported.
  SVC_TESTS: [...new Set(chosen.flatMap(({ tests }) => tests))].join(' '),
  // A change shows in only a few of a property's sequences, or in none, so a limited number is enough.
  SVC_RUNS: '20',
})

await new Stryker({
  mutate: chosen.map(({ file }) => file),
  // Changed strings are not used: most of them are texts for people, or the compiler would reject them.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['dist', 'build', 'docs', 'demo-site', 'test/fixtures'],
  // Outside the project, where other commands would find the tests of the copy.
  tempDirName: mkdtempSync(join(tmpdir(), 'svc-mutation-')),
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  concurrency: 2,
  // Tests take longer while two of them run on a busy machine; only an endless loop takes this long.
  timeoutMS: 30_000,
}).runMutationTest()
