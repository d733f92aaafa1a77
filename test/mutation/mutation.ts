import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Instrumenter, type InstrumenterOptions } from '@stryker-mutator/instrumenter'
import { type Decision, decisions } from './mutated-modules.ts'

/*
 * Makes one small change at a time in the modules that make decisions, and runs their unit tests,
 * which should fail. Prints the changes that no test detected, and the share of detected ones. `npm
 * run mutation -- left-overs facet` selects the modules with one of these words in their path.
 */

/** Copies of the project, one for each processor core in use. */
const COPIES = 2

const project = join(import.meta.dirname, '../..')

/** Copies the project, with links to its packages, so that a command can change its files. Returns the folder. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'svc-copy-'))
  const isCopied = (path: string) => !/\/(node_modules|\.git|test-results)$/.test(path)
  cpSync(project, copy, { recursive: true, filter: isCopied })
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Makes the tests of a copy import {@link file://./collect-tests.ts} instead of vitest. */
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

/** One small change of a module that its tests should notice. */
interface Mutant {
  /** The line of the change, from 1. */
  readonly line: number
  readonly from: string
  readonly to: string
  /** The module's complete text with the change. */
  readonly text: string
}

interface Position {
  readonly line: number
  readonly column: number
}

const isOff = (): boolean => false

/** Logs nothing: every level is off. */
const logger = Object.fromEntries(
  ['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal'].flatMap((level) => [
    [`is${level}Enabled`, isOff],
    [level.toLowerCase(), isOff],
  ]),
) as unknown as ConstructorParameters<typeof Instrumenter>[0]

/** Changed strings are not used as mutants: the compiler rejects most of them, and the others are texts for people. */
const options: InstrumenterOptions = {
  plugins: null,
  ignorers: [],
  excludedMutations: ['StringLiteral'],
}

/** Returns the mutants of a module, by the [mutators of Stryker](https://stryker-mutator.io/docs/mutation-testing-elements/supported-mutators/). */
async function mutantsOf(name: string, content: string): Promise<readonly Mutant[]> {
  const { mutants } = await new Instrumenter(logger).instrument(
    [{ name, content, mutate: true }],
    options,
  )
  const starts = [0, ...[...content.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const offset = ({ line, column }: Position) => (starts[line] ?? 0) + column
  const made = mutants.filter(({ status }) => status !== 'Ignored')
  return made.map(({ location: { start, end }, replacement }) => {
    const [from, to] = [offset(start), offset(end)]
    return {
      line: start.line + 1,
      from: content.slice(from, to),
      to: replacement,
      text: content.slice(0, from) + replacement + content.slice(to),
    }
  })
}

/** Whether the tests pass in a copy. A change that causes an endless loop fails by the time limit. */
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

/** Returns the number of a module's mutants, and how many of them its tests detected. Prints the others. */
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
