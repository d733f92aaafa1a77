import { readFileSync, writeFileSync } from 'node:fs'
import { figures } from './figures.ts'
import { replaceBetween } from './markers.ts'

/*
 * `npm run figures`: prints the tables of sizes and figures, and writes them into their pages.
 */

for (const { page, marker, table } of figures()) {
  const file = new URL(`../../${page}`, import.meta.url)
  writeFileSync(file, replaceBetween(readFileSync(file, 'utf8'), marker, table))
  console.log(`${page}, ${marker}\n${table}\n`)
}
