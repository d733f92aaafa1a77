import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateCatalog } from '../../demo-site/catalog/generate.ts'
import { writeCatalog } from '../../demo-site/catalog/make-feed.ts'
import { demoKeys } from '../../service/http/keys.ts'
import { eventPath, formNames } from '../support/fixtures/event-requests.ts'
import { adminClient } from '../support/fixtures/local-service.ts'
import { smallFeed } from '../support/fixtures/made-feed.ts'
import { type RunningService, runService } from './running-service.ts'

/*
 * Measures the local service: how long a large catalogue takes to load and Browse to answer from it, one request after another; how many
 * events a second the tracker keeps, and what is left of them when the process is killed while they arrive. Exits with code 1 when an
 * answered event is lost.
 */
const PRODUCTS = 100_000
const REQUESTS = 400
const EVENTS = 30_000
const AT_ONCE = 32
const KILL_AFTER = 10_000

const facets = {
  facet: 'true',
  'facet.multilevel': 'categoryPath',
  'facet.multiselect': 'true',
  selectedfacet: 'true',
}

/** A request as a shop makes it: every facet, two filters and an order. */
const narrowed = (count: number) => ({
  p: `categoryPath:"${nth(['Men', 'Women', 'Women>Clothing', 'Men>Shoes', 'Home', 'Kids'], count)}"`,
  pagetype: 'boolean',
  ...facets,
  filter: [
    `color_uFilter:"${nth(['Navy', 'Black', 'Teal'], count)}" OR color_uFilter:"Sand"`,
    `price:[${count % 40} TO ${120 + (count % 80)}]`,
  ],
  sort: nth(['price asc', 'rating desc,price asc', 'title asc'], count),
  rows: '24',
  start: String(24 * (count % 5)),
})

/** The same over the whole catalogue, which no shop page shows: the most there is to count. */
const everything = (count: number) => ({
  q: '*',
  ...facets,
  filter: ['availability:"true"', 'price:[* TO *]'],
  sort: nth(['price asc', 'rating desc,price asc'], count),
  rows: '24',
})

const searched = (count: number) => ({
  q: nth(['navy sneakers', 'linen dress', 'wool', 'leather boots', 'mug', 'stone jacket'], count),
  ...facets,
  rows: '24',
})

type Parameters = Readonly<Record<string, string | readonly string[]>>

function nth(values: readonly string[], index: number): string {
  return values[index % values.length] ?? ''
}

async function ask({ url }: RunningService, kind: string, parameters: Parameters): Promise<number> {
  const pairs = Object.entries(parameters).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  )
  const path = `${demoKeys.apiKey}/${demoKeys.siteKey}/${kind}?${new URLSearchParams(pairs)}`
  const begun = performance.now()
  const reply = await fetch(`${url}/${path}`)
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${reply.status} for ${path}`)
  return performance.now() - begun
}

async function measure(
  service: RunningService,
  name: string,
  kind: string,
  parametersOf: (count: number) => Parameters,
) {
  for (let count = 0; count < 20; count += 1) await ask(service, kind, parametersOf(count))
  const times: number[] = []
  const before = service.processorMs() ?? Number.NaN
  for (let count = 0; count < REQUESTS; count += 1) {
    times.push(await ask(service, kind, parametersOf(count)))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => `${times[Math.floor(times.length * share)]?.toFixed(1)} ms`
  const each = ((service.processorMs() ?? Number.NaN) - before) / REQUESTS
  const wall = `p50 ${at(0.5)}, p95 ${at(0.95)}, worst ${at(0.999)}`
  console.log(`${name.padEnd(9)}${wall}; ${each.toFixed(1)} ms of processor time each`)
}

async function measureStart(name: string, feed: string, dbFile: string): Promise<RunningService> {
  const begun = performance.now()
  const service = await runService(feed, dbFile)
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  const processor = ((service.processorMs() ?? Number.NaN) / 1_000).toFixed(1)
  const peak = service.peakMegabytes() ?? '?'
  console.log(
    `${name.padEnd(9)}${seconds} s (${processor} s of processor time), at most ${peak} MB, ${PRODUCTS} products`,
  )
  return service
}

/** A screenful, as the tag gathers it. */
const PIDS = Array.from({ length: 24 }, (_, index) => `product-${index}`)

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

/** All forms of all actions in turn, each event with a moment of its own. */
function pathOf(count: number): string {
  const form = formNames[count % formNames.length] ?? 'visitor'
  const data = form.startsWith('impressions') ? { pids_list: PIDS } : {}
  return eventPath(form, { uid: `uid-${count % 100}`, t: tOf(count), data })
}

const tOf = (count: number) => `${1_793_786_400_000 + count}|0.5`

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
async function sendAll(url: string, events: number, onAnswer?: (count: number) => void) {
  const times: number[] = []
  let next = 0
  async function sender() {
    while (next < events) {
      const count = next++
      const start = performance.now()
      if ((await send(url, count)) !== 200) return
      times.push(performance.now() - start)
      onAnswer?.(count)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  return times.sort((a, b) => a - b)
}

async function measureIntake(catalog: string) {
  const service = await runService(catalog, join(folder, 'intake.db'))
  await sendAll(service.url, 2_000)
  await fetch(`${service.url}/admin/reset`, { method: 'POST' })
  const start = performance.now()
  const times = await sendAll(service.url, EVENTS)
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

async function measureKill(catalog: string) {
  const file = join(folder, 'kill.db')
  const service = await runService(catalog, file)
  const answered = new Set<string>()
  let killed: Promise<void> | undefined
  await sendAll(service.url, EVENTS, (count) => {
    answered.add(tOf(count))
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

const folder = mkdtempSync(join(tmpdir(), 'svc-speed-'))
try {
  const feed = join(folder, 'catalog.json')
  const dbFile = join(folder, 'service.db')
  await writeCatalog(feed, generateCatalog({ seed: 1, products: PRODUCTS }))
  await (await measureStart('load', feed, dbFile)).kill()
  const service = await measureStart('restart', feed, dbFile)
  await measure(service, 'browse', 'category', narrowed)
  await measure(service, 'widest', 'search', everything)
  await measure(service, 'search', 'search', searched)
  console.log(`memory   at most ${service.peakMegabytes() ?? '?'} MB`)
  await service.kill()

  const small = join(folder, 'small.json')
  writeFileSync(small, JSON.stringify(smallFeed()))
  await measureIntake(small)
  await measureKill(small)
} finally {
  agent.destroy()
  rmSync(folder, { recursive: true })
}
