import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { eventPath } from '../support/fixtures/event-requests.ts'

// Packs the service and runs it as an operator would, compiled and outside the project:
// `npx tsx test/package/check-service.ts`.

const project = fileURLToPath(new URL('../..', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'svc-service-'))
const command = join(home, 'package', 'build', 'main.js')

/** Unpacks the tarball; its dependencies are the packages that are installed here. */
function unpack() {
  const args = ['pack', '--silent', '--workspace', 'svc-tag-service', '--pack-destination', home]
  const tarball = execFileSync('npm', args, { cwd: project, encoding: 'utf8' }).trim()
  execFileSync('tar', ['-xzf', join(home, tarball.split('\n').at(-1) ?? ''), '-C', home])
  symlinkSync(join(project, 'node_modules'), join(home, 'node_modules'))
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
    const page = await fetch(`${url}/events`)
    expect('the events page is there', page.status, 200)
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
  unpack()
  await startAndSend()
  importLogs()
} finally {
  rmSync(home, { recursive: true, force: true })
}
