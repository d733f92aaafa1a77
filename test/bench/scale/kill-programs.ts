import { parseArgs } from 'node:util'
import { isWhole } from './compare-stores.ts'
import { importRun, replayRun } from './import-log.ts'
import { killRun } from './kill.ts'
import { lossRun } from './loss-run.ts'
import {
  backlogRun,
  diskFullRun,
  fullSpoolRun,
  networkCutRun,
  streamFullRun,
} from './planted-faults.ts'
import { missingPrograms } from './programs.ts'
import { canMount } from './small-disk.ts'

/**
 * Proves that no answered event is lost, with real programs on this machine: `npm run bench -- loss`
 * for short runs, `-- --events 100000 --runs 10` for long ones, `-- --only kill` for one of them.
 * Exits with code 1 when a run did not end as it should.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '1' },
    lines: { type: 'string', default: '100000' },
    backlog: { type: 'string', default: '20000' },
    only: { type: 'string' },
  },
})
const [events, runs, backlog] = [values.events, values.runs, values.backlog].map(Number) as [
  number,
  number,
  number,
]

async function check<Result>(
  name: string,
  run: () => Promise<Result>,
  isRight: (result: Result) => boolean,
) {
  if (values.only && values.only !== name) return
  const result = await run()
  const state = isRight(result) ? 'ok' : 'FAILED'
  console.log(`${state}  ${name}  ${JSON.stringify(result)}`)
  if (state !== 'ok') process.exitCode = 1
}

await check(
  'loss',
  () => lossRun(1_000, 0.05),
  ({ apart }) => apart <= 0.5,
)
await check(
  'import',
  () => importRun(Number(values.lines)),
  ({ reports }) => Object.values(reports).every(({ good }) => good > 0),
)
await check(
  'replay',
  () => replayRun(Math.min(Number(values.lines), 100_000)),
  ({ isSameReport, isSameOrder, good }) => isSameReport && isSameOrder && good > 0,
)
const missing = missingPrograms()
if (missing.length > 0) {
  console.log(
    `Skipped: ${missing.join(', ')} not installed (Debian: nats-server postgresql nginx).`,
  )
} else {
  for (let run = 1; run <= runs; run += 1) await check('kill', () => killRun(events), isWhole)
  if (canMount()) await check('disk-full', () => diskFullRun(events), isWhole)
  else console.log('Skipped: disk-full, which has to mount a small disk: only root can.')
  await check('stream-full', () => streamFullRun(events), isWhole)
  await check('network-cut', () => networkCutRun(events), isWhole)
  await check('backlog', () => backlogRun(backlog, Math.max(2_000, backlog / 50)), isWhole)
  await check('full-spool', fullSpoolRun, (found) => {
    const { PRODUCT_IMPRESSIONS: impressions = 0, order = 0 } = found.refused
    return isWhole(found) && impressions > order
  })
}
