import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

const home = mkdtempSync(join(tmpdir(), 'svc-kit-'))
const env = plainEnvironment()
const run = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { cwd: home, env, encoding: 'utf8' })

try {
  const tarball = packProject(home)
  say('packed')
  const options = { cwd: home, env, stdio: 'ignore' } as const
  execFileSync('npm', ['init', '-y'], options)
  const [, playwright = ''] = /(@playwright\/test@[\d.]+)/.exec(page) ?? []
  execFileSync('npm', ['install', '--save-dev', tarball, playwright], options)
  say('installed')

  writeFileSync(join(home, 'playwright.config.mjs'), configuration())
  writeFileSync(join(home, 'cart.spec.ts'), firstTest())
  const good = run('npx', 'playwright', 'test')
  if (good.status !== 0) throw new Error(`the first test fails:\n${good.stdout}`)
  say('the first test is green')

  const help = run('npx', 'svc-tag', 'audit', '--help')
  if (help.status !== 0) throw new Error(`svc-tag audit does not start:\n${help.stderr}`)
  say('svc-tag audit starts')
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
