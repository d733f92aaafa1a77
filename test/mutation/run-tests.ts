import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { runCollected } from './collect-tests.ts'

/* Runs the unit tests whose paths are its arguments, in a copy of the project, and exits with 1 at the first failure. */

// A change shows in only a few of a property's sequences, or in none, so a limited number is enough.
fc.configureGlobal({ numRuns: 20 })

// An unhandled rejection is a failure, too.
process.on('unhandledRejection', () => process.exit(1))
try {
  for (const path of process.argv.slice(2)) await import(pathToFileURL(path).href)
  await runCollected()
  process.exit(0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
