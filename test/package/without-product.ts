import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/*
 * Deletes each product that may be missing, one from each copy of the project: the rest must install, build, pass the tag's checks
 * and start a service, which says in one line what is missing. Needs `npm run build`. `npx tsx test/package/without-product.ts console`
 * deletes only this one.
 */

interface Product {
  /** What the service prints without it, and the address that says so. */
  readonly said?: { readonly line: string; readonly path: string; readonly status: number }
}

const PRODUCTS: Readonly<Record<string, Product>> = {
  console: { said: { line: 'console: not installed', path: '/events', status: 404 } },
  assistant: {
    said: {
      line: 'assistant: not installed',
      path: '/v1/sites/demo-site/conversation?uid=u1',
      status: 503,
    },
  },
  kit: {},
  bench: {},
  'demo-site': {},
}

const project = fileURLToPath(new URL('../..', import.meta.url))
const node = process.execPath

/** Unit tests that end quickly. That the others do not need the product either, the compiler shows. */
const TESTS = ['test/unit/identity', 'test/unit/events']

/** Copies the files that belong to the project, but not those of one product. */
function copyWithout(product: string, home: string) {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', list, { cwd: project, encoding: 'utf8' }).split('\0')
  for (const file of files.filter((path) => path && !path.startsWith(`${product}/`))) {
    cpSync(join(project, file), join(home, file), { recursive: true, preserveTimestamps: true })
  }
  // Links need no second copy of several hundred megabytes; npm replaces files and does not write into them.
  execFileSync('cp', ['-al', join(project, 'node_modules'), join(home, 'node_modules')])
  cpSync(join(project, 'dist'), join(home, 'dist'), {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/dist\/(kit|shop|docs)$/.test(path),
  })
}

async function run(home: string, program: string, args: readonly string[]) {
  try {
    await promisify(execFile)(program, args, { cwd: home, maxBuffer: Number.POSITIVE_INFINITY })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as {
      readonly stdout?: string
      readonly stderr?: string
    }
    throw new Error(
      `${program} ${args.join(' ')} failed:\n${stdout.slice(-4_000)}\n${stderr.slice(-4_000)}`,
    )
  }
}

/** Everything that the service prints until it listens, and its URL. */
async function listening({ stdout }: ChildProcess): Promise<{ said: string; url: string }> {
  if (!stdout) throw new Error('The service has no output.')
  let said = ''
  for await (const line of createInterface(stdout)) {
    said += `${line}\n`
    const [url] = /http:\/\/[\d.]+:\d+/.exec(line) ?? []
    if (url) return { said, url }
  }
  throw new Error(`The service ended before it listened:\n${said}`)
}

async function checkService(home: string, { said: missing }: Product) {
  const args = ['--import', 'tsx', 'service/main.ts', '--port', '0', '--db', join(home, 'live.db')]
  const service = spawn(node, args, { cwd: home, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const { said, url } = await listening(service)
    const lines = said.match(/^\S+: not installed$/gm) ?? []
    expect('what the service says', lines, missing ? [missing.line] : [])
    const event = `${url}/v2/1p.jpg?data=%7B%22pid%22%3A%22P1%22%7D&SvcKey=demo-site&action=click&uid=u1&t=1|0.1`
    expect('an event is answered', (await fetch(event)).status, 200)
    if (!missing) return
    const answer = await fetch(url + missing.path)
    expect(`the answer of ${missing.path}`, answer.status, missing.status)
    expect('it says why', /not installed/.test(await answer.text()), true)
  } finally {
    service.kill()
  }
}

function expect(what: string, found: unknown, wanted: unknown) {
  const [is, should] = [found, wanted].map((value) => JSON.stringify(value))
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}`)
}

async function checkWithout(name: string, product: Product) {
  const begin = Date.now()
  const home = mkdtempSync(join(tmpdir(), `without-${name}-`))
  try {
    copyWithout(name, home)
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
    await run(home, 'npm', ['install', ...quiet])
    await run(home, node, ['build.mjs', '--products'])
    // With the modules of src, which the tests import.
    await run(home, node, ['node_modules/typescript7/bin/tsc', '-p', 'test'])
    await run(home, node, [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'svc-tag',
      ...TESTS,
    ])
    await checkService(home, product)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  console.log(`without ${name}: ${Math.ceil((Date.now() - begin) / 1_000)} s`)
}

/** Two copies at a time: npm and the compiler wait for files half of the time. */
const AT_ONCE = 2

const asked = process.argv.slice(2)
const wanted = Object.entries(PRODUCTS).filter(
  ([name]) => asked.length === 0 || asked.includes(name),
)
async function checkNext(): Promise<void> {
  const next = wanted.shift()
  if (!next) return
  await checkWithout(...next)
  await checkNext()
}
await Promise.all(Array.from({ length: AT_ONCE }, checkNext))
