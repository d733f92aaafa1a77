import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventPath, formNames } from '../support/fixtures/event-requests.ts'
import { adminClient } from '../support/fixtures/local-service.ts'
import { smallFeed } from '../support/fixtures/made-feed.ts'
import { runService } from './running-service.ts'

/**
 * Measures the tracker: how many events a second it keeps, and what is left of them when the
 * process is killed while they arrive. Exits with code 1 when an answered event is lost.
 */
const EVENTS = 30_000
const AT_ONCE = 32
const KILL_AFTER = 10_000

/** A screenful, as the tag gathers it. */
const PIDS = Array.from({ length: 24 }, (_, index) => `product-${index}`)

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

/** All forms of all actions in turn, each event with a moment of its own. */
function pathOf(count: number): string {
  const form = formNames[count % formNames.length] ?? 'visitor'
  const data = form.startsWith('impressions') ? { pids_list: PIDS } : {}
  return eventPath(form, { uid: `uid-${count % 100}`, t: momentOf(count), data })
}

const momentOf = (count: number) => `${1_793_786_400_000 + count}|0.5`

/** Settles with the status, or with 0 when there was no answer. */
const send = (url: string, count: number) =>
  new Promise<number>((settle) => {
    const request = get(url + pathOf(count), { agent }, (reply) => {
      reply.resume()
      reply.once('end', () => settle(reply.statusCode ?? 0))
    })
    request.once('error', () => settle(0))
  })

/** Sends events, a few at once, until there are enough of them or nobody answers any more. */
async function sendAll(url: string, events: number, onAnswer: (count: number) => void) {
  const times: number[] = []
  let next = 0
  async function sender() {
    while (next < events) {
      const count = next++
      const start = performance.now()
      if ((await send(url, count)) !== 200) return
      times.push(performance.now() - start)
      onAnswer(count)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  return times.sort((a, b) => a - b)
}

async function measureIntake(catalog: string, folder: string) {
  const service = await runService(catalog, join(folder, 'intake.db'))
  await sendAll(service.url, 2_000, () => undefined)
  await fetch(`${service.url}/admin/reset`, { method: 'POST' })
  const start = performance.now()
  const times = await sendAll(service.url, EVENTS, () => undefined)
  const seconds = (performance.now() - start) / 1_000
  const good = (await adminClient(service.url).counts()).reduce((sum, row) => sum + row.good, 0)
  await service.kill()

  const rate = Math.round(EVENTS / seconds).toLocaleString('en')
  const p95 = times[Math.floor(times.length * 0.95)]?.toFixed(1)
  console.log(
    `intake   ${rate} events/s, p95 ${p95} ms (${EVENTS} of all kinds, ${AT_ONCE} at once)`,
  )
  console.log(`         ${good} of ${EVENTS} kept as good`)
}

async function measureKill(catalog: string, folder: string) {
  const file = join(folder, 'kill.db')
  const service = await runService(catalog, file)
  const answered = new Set<string>()
  let killed: Promise<void> | undefined
  await sendAll(service.url, EVENTS, (count) => {
    answered.add(momentOf(count))
    if (answered.size === KILL_AFTER) killed = service.kill()
  })
  await killed

  const again = await runService(catalog, file)
  const kept = new Set((await adminClient(again.url).received()).map(({ t }) => t))
  await again.kill()
  const lost = [...answered].filter((moment) => !kept.has(moment)).length
  console.log(`SIGKILL  after ${answered.size} answers: ${lost} of them lost`)
  if (lost > 0) process.exitCode = 1
}

const folder = mkdtempSync(join(tmpdir(), 'svc-intake-'))
try {
  const catalog = join(folder, 'catalog.json')
  writeFileSync(catalog, JSON.stringify(smallFeed()))
  await measureIntake(catalog, folder)
  await measureKill(catalog, folder)
} finally {
  agent.destroy()
  rmSync(folder, { recursive: true })
}
