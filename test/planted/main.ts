import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject } from '../support/runner/copy-project.ts'
import { type PlantedFault, plantedFaults } from './faults.ts'

/*
 * Plants one mistake at a time in a copy of the project and runs the unit tests that must notice it. `npm run planted -- words` plants
 * those whose description has these words.
 */

function passes(copy: string, tests: string): boolean {
  const command = ['playwright', 'test', '--project=unit', '--max-failures=1', '--reporter=dot']
  const { status } = spawnSync('npx', [...command, ...tests.split(' ')], { cwd: copy })
  return status === 0
}

/** Returns whether the tests fail with the fault. */
function isCaught(copy: string, { file, from, to, tests }: PlantedFault): boolean {
  const path = join(copy, file)
  const code = readFileSync(path, 'utf8')
  if (code.split(from).length !== 2) throw new Error(`${file} does not have this once: ${from}`)
  writeFileSync(
    path,
    code.replace(from, () => to),
  )
  try {
    return !passes(copy, tests)
  } finally {
    writeFileSync(path, code)
  }
}

const words = process.argv.slice(2).join(' ')
const chosen = plantedFaults.filter(({ what }) => what.includes(words))
const copy = copyProject()
try {
  for (const tests of new Set(chosen.map((fault) => fault.tests)))
    if (!passes(copy, tests)) throw new Error(`these fail without a fault: ${tests}`)
  const survived = chosen.filter((fault) => {
    const caught = isCaught(copy, fault)
    console.log(`${caught ? 'caught  ' : 'SURVIVED'} ${fault.what} (${fault.file})`)
    return !caught
  })
  console.log(`${chosen.length - survived.length} of ${chosen.length} caught`)
  if (survived.length > 0) process.exitCode = 1
} finally {
  rmSync(copy, { recursive: true })
}
