import { parseArgs } from 'node:util'
import { addresses } from './addresses.ts'
import { findIn, keepSeed } from './run-class.ts'
import { storedRecords } from './stored-records.ts'

/*
 * `npx tsx test/support/fuzz/fuzz.ts --minutes N`: runs the generated classes with new seeds. A finding is printed and kept in `kept-seeds.json`, which the
 * tests replay; the process then ends with 1.
 */

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } })
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error(`--minutes needs a number above 0, not ${values.minutes}`)

/** Cases between two lines of progress. */
const BATCH = { [addresses.name]: 5_000, [storedRecords.name]: 100 }

const end = Date.now() + minutes * 60_000
const done = new Map<string, number>()

while (Date.now() < end && !process.exitCode)
  for (const one of [addresses, storedRecords]) {
    const numRuns = BATCH[one.name] ?? 100
    const found = await findIn(one, { seed: Math.floor(Math.random() * 2 ** 31), numRuns })
    done.set(one.name, (done.get(one.name) ?? 0) + numRuns)
    process.stdout.write(
      `${one.name}: ${done.get(one.name)} runs, ${Math.ceil((end - Date.now()) / 1_000)} s left\n`,
    )
    if (!found) continue
    const { report, ...seed } = found
    keepSeed(one, seed)
    process.stdout.write(`Found in ${one.name}, kept: ${JSON.stringify(seed)}\n${report}\n`)
    process.exitCode = 1
  }
