import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PlantedFault, plantedFaults } from './faults.ts'

/*
 * Plants one mistake at a time in a copy of the project and runs the unit tests that must notice it. `npm run planted -- words` plants
 * those whose description has these words.
 */

const repository = fileURLToPath(new URL('../..', import.meta.url))

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'svc-planted-'))
  const isCopied = (path: string) => !/\/(node_modules|\.git|test-results)$/.test(path)
  cpSync(repository, copy, { recursive: true, filter: isCopied })
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

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
