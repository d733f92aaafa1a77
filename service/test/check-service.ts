import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { eventPath } from '../../test/support/fixtures/event-requests.ts'

// Packs the service, the console and the assistant, and runs them as an operator would, compiled and outside the project:
// `npx tsx service/test/check-service.ts`.

const project = fileURLToPath(new URL('../..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'svc-service-'))
const installed = join(home, 'site', 'node_modules')
const command = join(installed, 'svc-tag-service', 'main.js')

/** Packs a product and unpacks it as if it had been installed. Its dependencies are the packages that are installed here. */
function install(product: string) {
  const args = ['pack', '--silent', `./${product}/build`, '--pack-destination', home]
  const tarball = execFileSync('npm', args, { cwd: project, encoding: 'utf8' }).trim()
  const folder = join(installed, `svc-tag-${product}`)
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', join(home, tarball), '-C', folder, '--strip-components', '1'])
}

/** The first URL that the service prints, which it does when it listens. */
async function printedAddress({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The service has no output.')
  for await (const line of createInterface(stdout)) {
    const [address] = /http:\/\/[\d.]+:\d+/.exec(line) ?? []
    if (address) return address
  }
  throw new Error('The service ended before it listened.')
}

async function startAndSend() {
  const service = spawn(process.execPath, [command, '--port', '0', '--db', join(home, 'live.db')], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await printedAddress(service)
    const { status, headers } = await fetch(`${url}${eventPath('click')}`)
    expect('a pixel is answered', [status, headers.get('content-type')], [200, 'image/gif'])
    const statusOf = async (path: string) => (await fetch(url + path)).status
    expect('the events page', await statusOf('/events'), 200)
    expect('its script', await statusOf('/console/events.js'), 200)
    expect('the agent', await statusOf('/v1/sites/demo-site/conversation?uid=u1'), 200)
  } finally {
    service.kill()
    await once(service, 'exit')
  }
}

/** When compiled, the service reads logs in a thread, whose errors must end the command. */
function importLogs() {
  const log = join(home, 'access.log')
  const line = `127.0.0.1 - - [24/Nov/2026:12:00:01 +0200] "GET ${eventPath('click')} HTTP/1.1" 200 43 "-" "-"`
  writeFileSync(log, `${line}\n${line}\nbroken\n`)
  const { lines, good, repeats, refused } = JSON.parse(runCommand('import', log))
  expect(
    'a log is imported',
    { lines, good, repeats, refused },
    {
      ...{ lines: 3, good: 1, repeats: 1 },
      refused: { 'The line is not in the combined format.': 1 },
    },
  )
  const missing = join(home, 'missing.log')
  expect('a missing log is named', errorOf(missing).includes(missing), true)
}

/** The message of an import that fails. */
function errorOf(log: string): string {
  try {
    return runCommand('import', log)
  } catch (error) {
    return String((error as { readonly stderr?: unknown }).stderr)
  }
}

const runCommand = (...args: readonly string[]) =>
  execFileSync(process.execPath, [command, ...args, '--into', join(home, 'imported.db')], {
    encoding: 'utf8',
    stdio: 'pipe',
  })

function expect(what: string, found: unknown, wanted: unknown) {
  const [is, should] = [found, wanted].map((value) => JSON.stringify(value))
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}`)
  console.log(`good: ${what}`)
}

try {
  mkdirSync(installed, { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(home, 'node_modules'))
  execFileSync('npm', ['run', '--silent', 'build:packages'], { cwd: project, stdio: 'inherit' })
  for (const product of ['service', 'console', 'assistant']) install(product)
  await startAndSend()
  importLogs()
} finally {
  rmSync(home, { recursive: true, force: true })
}
