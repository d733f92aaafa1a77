import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { type KitBreakage, kitBreakages } from '../support/fakes/kit-breakages.ts'
import { packProject, plainEnvironment } from '../support/fixtures/clean-project.ts'
import { which } from '../support/runner/engines.ts'

// Does in an empty folder what docs/test-kit.md says, with the packed package: `npm run build && tsx test/package/kit.ts`.

const project = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(project, 'docs/test-kit.md'), 'utf8')

const startedAt = Date.now()
const say = (text: string) =>
  console.log(`${String(Math.round((Date.now() - startedAt) / 1000)).padStart(4)} s  ${text}`)

/** The test that the page has a newcomer save. */
function firstTest(): string {
  const [, code] = /```ts\n(\s*import { expect, test }.*?)```/s.exec(page) ?? []
  if (!code) throw new Error('docs/test-kit.md has no first test')
  return code
}

/** A machine without Playwright's own browser uses its Chromium. */
function configuration(): string {
  const program = which('chromium')
  const launch = program
    ? `channel: 'chromium', launchOptions: { executablePath: '${program}' }`
    : ''
  return `export default { timeout: 120_000, expect: { timeout: 20_000 }, use: { ${launch} } }\n`
}

/** The first test with one mistake. */
function brokenTest({ name, from, to }: KitBreakage): string {
  const code = firstTest()
  if (!code.includes(from)) throw new Error(`${name}: the first test has no ${from}`)
  return code.replace(from, to)
}

interface JsonReport {
  readonly suites: readonly {
    readonly file: string
    readonly specs: readonly {
      readonly tests: readonly {
        readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[]
      }[]
    }[]
  }[]
}

/** The breakages whose test is green, or fails without the cause. */
function unnamedCauses(json: string): readonly string[] {
  const { suites } = JSON.parse(json) as JsonReport
  return kitBreakages.flatMap(({ name, says }, place) => {
    const own = suites.filter(({ file }) => file === `breakage-${place}.spec.ts`)
    const results = own.flatMap(({ specs }) => specs.flatMap(({ tests }) => tests))
    const errors = results.flatMap((one) => one.results.flatMap(({ errors }) => errors))
    const said = errors.map(({ message = '' }) => stripVTControlCharacters(message)).join('\n')
    return says.test(said) ? [] : [`${name}: ${said || 'the test is green'}`]
  })
}

const home = mkdtempSync(join(tmpdir(), 'svc-kit-'))
const env = plainEnvironment()
const run = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { cwd: home, env, encoding: 'utf8' })

try {
  const tarball = packProject(home)
  say('packed')
  const options = { cwd: home, env, stdio: ['ignore', 'ignore', 'inherit'] as const }
  execFileSync('npm', ['init', '-y'], { ...options, stdio: 'ignore' })
  const [, playwright = ''] = /(@playwright\/test@[\d.]+)/.exec(page) ?? []
  execFileSync('npm', ['install', '--save-dev', tarball, playwright], {
    ...options,
    stdio: 'ignore',
  })
  say('installed')

  const file = join(home, 'cart.spec.ts')
  writeFileSync(join(home, 'playwright.config.mjs'), configuration())
  writeFileSync(file, firstTest())
  const good = run('npx', 'playwright', 'test')
  if (good.status !== 0) throw new Error(`the first test fails:\n${good.stdout}`)
  say('the first test is green')

  for (const [place, breakage] of kitBreakages.entries())
    writeFileSync(join(home, `breakage-${place}.spec.ts`), brokenTest(breakage))
  rmSync(file)
  const bad = run('npx', 'playwright', 'test', '--reporter=json')
  const unnamed = unnamedCauses(bad.stdout)
  if (bad.status === 0 || unnamed.length) throw new Error(unnamed.join('\n\n'))
  say(`red for ${kitBreakages.length} breakages, each time with the cause`)

  const help = run('npx', 'svc-tag', 'audit', '--help')
  if (help.status !== 0) throw new Error(`svc-tag audit does not start:\n${help.stderr}`)
  say('svc-tag audit starts')
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
