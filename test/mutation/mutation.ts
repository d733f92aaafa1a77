import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProject } from '../support/runner/copy-project.ts'
import { type Mutant, mutantsOf } from './mutants.ts'
import { type Decision, decisions } from './mutated-modules.ts'

/*
 * Makes one small change at a time in the modules that decide, and runs their unit tests, which should fail. Prints the changes that
 * no test noticed, and the share of the others. `npm run mutation -- left-overs facet` takes the modules with one of these words in
 * their path.
 */

/** Copies of the project, one for each core that works. */
const COPIES = 2

/** Lets the tests of a copy find {@link file://./collect-tests.ts} where they ask for vitest. */
function prepareCopy(): string {
  const folder = copyProject()
  const home = join(folder, 'test/node_modules/vitest')
  mkdirSync(home, { recursive: true })
  writeFileSync(
    join(home, 'package.json'),
    '{"name":"vitest","type":"module","exports":"./index.js"}',
  )
  writeFileSync(
    join(home, 'index.js'),
    `export * from ${JSON.stringify(join(folder, 'test/mutation/collect-tests.ts'))}\n`,
  )
  return folder
}

/** Whether tests pass in a copy. A change that makes an endless loop fails by the time limit. */
function passes(copy: string, tests: readonly string[], limitMs: number): Promise<boolean> {
  return new Promise((settle) => {
    const files = tests.map((path) => join(copy, path))
    const args = ['--import', 'tsx', join(copy, 'test/mutation/run-tests.ts'), ...files]
    const child = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    child.on('close', (code) => {
      clearTimeout(timer)
      settle(code === 0)
    })
  })
}

const inOneLine = (code: string) => {
  const text = code.replace(/\s+/g, ' ')
  return text.length > 90 ? `${text.slice(0, 89)}…` : text
}

const share = (noticed: number, count: number) => `${((100 * noticed) / count).toFixed(1)} %`

/** Returns how many mutants a module has, and how many its tests noticed. Prints the others. */
async function measure({ file, tests }: Decision, copies: readonly string[]) {
  const [first] = copies
  const begin = Date.now()
  if (!first || !(await passes(first, tests, 120_000)))
    throw new Error(`these do not pass without a change: ${tests.join(' ')}`)
  const limitMs = 5_000 + 4 * (Date.now() - begin)
  const content = readFileSync(join(first, file), 'utf8')
  const queue = [...(await mutantsOf(file, content))]
  const count = queue.length
  const survivors: Mutant[] = []
  const work = async (copy: string) => {
    const path = join(copy, file)
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      writeFileSync(path, mutant.text)
      if (await passes(copy, tests, limitMs)) survivors.push(mutant)
      if (process.stdout.isTTY)
        process.stdout.write(`\r${file}: ${count - queue.length} of ${count} `)
    }
    writeFileSync(path, content)
  }
  await Promise.all(copies.map(work))
  if (process.stdout.isTTY) process.stdout.write('\r\u001b[K')
  const noticed = count - survivors.length
  console.log(`${file}: ${noticed} of ${count}, ${share(noticed, count)}`)
  for (const { line, from, to } of survivors.toSorted((one, other) => one.line - other.line))
    console.log(`  ${line}  ${inOneLine(from)}  →  ${inOneLine(to)}`)
  return { count, noticed }
}

const words = process.argv.slice(2)
const isChosen = ({ file }: Decision) => !words.length || words.some((word) => file.includes(word))
const copies = Array.from({ length: COPIES }, prepareCopy)
try {
  let all = 0
  let noticed = 0
  for (const decision of decisions.filter(isChosen)) {
    const score = await measure(decision, copies)
    all += score.count
    noticed += score.noticed
  }
  console.log(`${noticed} of ${all} changes noticed, ${share(noticed, all)}`)
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true })
}
