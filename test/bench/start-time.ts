import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Measures what `npm start` takes until the first page is answered: cold (nothing built, an empty
 * database) and warm (both there). Prints the stages of each start, and the whole in seconds.
 */
const LIMITS = { cold: 25, warm: 10 } as const

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

async function firstPage(dbFile: string): Promise<{ seconds: number; stages: string }> {
  const begun = performance.now()
  const args = ['--import', 'tsx', inProject('demo-site/start.ts'), '--build', '--port', '0']
  const service = spawn(process.execPath, [...args, '--db', dbFile])
  let output = ''
  for await (const text of service.stdout) {
    output += text
    const [url] = /http:\S+(?=\/events)/.exec(output) ?? []
    if (!url) continue
    await (await fetch(`${url}/`)).text()
    break
  }
  const seconds = (performance.now() - begun) / 1_000
  service.kill('SIGTERM')
  await once(service, 'exit')
  const stages = output.split('\n').filter((line) => / s$/.test(line))
  return { seconds, stages: stages.join('\n') }
}

const folder = mkdtempSync(join(tmpdir(), 'svc-start-'))
// Written last by a build, so that without it nothing counts as built.
rmSync(inProject('dist/manifest.json'), { force: true })
for (const [name, limit] of Object.entries(LIMITS)) {
  const { seconds, stages } = await firstPage(join(folder, 'service.db'))
  console.log(`${name}: first page after ${seconds.toFixed(1)} s (limit ${limit} s)\n${stages}\n`)
  if (seconds > limit) process.exitCode = 1
}
rmSync(folder, { recursive: true })
