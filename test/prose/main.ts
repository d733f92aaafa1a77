import { pages, readFile } from '../support/fixtures/docs.ts'
import { lintProse } from './linter.ts'

/*
 * `npm run prose`: checks the sentences of every page, or of the Markdown files given as arguments.
 */

/** Pages that are not written by hand, or not yet by these rules. */
const EXCEPTIONS = [
  // Written from the docstrings of `src`.
  'docs/api.md',
  'docs/architecture.md',
]

const files = process.argv.slice(2)
let findings = 0
for (const page of files.length ? files : pages) {
  if (!files.length && EXCEPTIONS.includes(page)) continue
  for (const { loc, ruleId, message } of await lintProse(readFile(page), page)) {
    findings++
    console.log(`${page}:${loc.start.line}  ${message}  (${ruleId})`)
  }
}
if (findings) {
  console.log(`${findings} sentences to rewrite. CONTRIBUTING.md has the rules.`)
  process.exitCode = 1
}
