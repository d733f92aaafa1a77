import { readFileSync, writeFileSync } from 'node:fs'
import { type Figure, figures } from './figures.ts'
import { listTests } from './listed-tests.ts'
import { replaceBetween } from './markers.ts'
import { countTable } from './test-counts.ts'

/*
 * `npm run figures`: prints the tables of sizes, figures and numbers of tests, and writes them into their pages.
 */

/** Not one of {@link figures}, whose test is itself in the list. */
const counts: Figure = {
  page: 'CONTRIBUTING.md',
  marker: 'figures:tests',
  table: countTable(listTests()),
}

for (const { page, marker, table } of [...figures(), counts]) {
  const file = new URL(`../../${page}`, import.meta.url)
  writeFileSync(file, replaceBetween(readFileSync(file, 'utf8'), marker, table))
  console.log(`${page}, ${marker}\n${table}\n`)
}
