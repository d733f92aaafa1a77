import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { CALM, calmFaultsOf, type Faults, faultsOf } from '../unit/delivery/model/faults.ts'
import { type History, histories } from '../unit/delivery/model/moves.ts'

/*
 * `npm run histories -- --count N [--seed S]`: plays random histories of a shop's tabs and its tracker, half of them with a tracker that is
 * well. Goes on after a fault, and prints how many histories had which, and one to play again. Ends with 1 if any had one.
 */

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1e9) },
    /** Prints the histories of this fault. */
    show: { type: 'string' },
  },
})
const count = Number(values.count)
const firstSeed = Number(values.seed)
if (!(count > 0)) throw new Error(`--count needs a number above 0, not ${values.count}`)

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Histories of one seed. */
const BATCH = 100

const kinds = [
  { name: 'any history', of: histories(), play: faultsOf },
  { name: 'a tracker that is well', of: histories(CALM), play: calmFaultsOf },
]

/** How many histories had a fault, and where the first one is. */
const found = new Map<string, { histories: number; first: string }>()
let done = 0

function note(name: string, place: string, faults: Faults, history: History) {
  for (const fault of Object.keys(faults)) {
    const key = `${name}: ${fault}`
    const known = found.get(key) ?? { histories: 0, first: place }
    found.set(key, { ...known, histories: known.histories + 1 })
    if (fault === values.show) say(`${place} ${JSON.stringify(history)}`)
  }
}

function play({ name, of, play: faultsIn }: (typeof kinds)[number], seed: number) {
  for (const [index, history] of fc.sample(of, { seed, numRuns: BATCH }).entries())
    note(name, `seed ${seed}, history ${index}`, faultsIn(history), history)
  done += BATCH
}

for (let seed = firstSeed; done < count; seed += 1) {
  for (const kind of kinds) play(kind, seed)
  if (done % 5_000 === 0) say(`${done} of ${count}`)
  // The contexts of pages are freed between tasks.
  await new Promise((resolve) => setTimeout(resolve))
}

say(`\n${done} histories from seed ${firstSeed}, half of them with a tracker that is well`)
for (const [fault, { histories: with_, first }] of found) say(`${with_} × ${fault} (${first})`)
if (found.size > 0) process.exitCode = 1
else say('No fault.')
