import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateCatalog } from '../../demo-site/catalog/generate.ts'
import { writeCatalog } from '../../demo-site/catalog/make-feed.ts'
import { demoKeys } from '../../service/http/keys.ts'
import { type RunningService, runService } from './running-service.ts'

/**
 * Measures Browse on a large catalogue: how long it takes to load and in how much memory, and how
 * long answers take, over HTTP and one after another.
 */
const PRODUCTS = 100_000
const REQUESTS = 400

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

const folder = mkdtempSync(join(tmpdir(), 'svc-browse-'))
const feed = join(folder, 'catalog.json')
const dbFile = join(folder, 'service.db')
try {
  await writeCatalog(feed, generateCatalog({ seed: 1, products: PRODUCTS }))
  const first = await measureStart('load', feed, dbFile)
  await first.kill()
  const service = await measureStart('restart', feed, dbFile)
  await measure(service, 'browse', 'category', narrowed)
  await measure(service, 'widest', 'search', everything)
  await measure(service, 'search', 'search', searched)
  console.log(`memory   at most ${service.peakMegabytes() ?? '?'} MB`)
  await service.kill()
} finally {
  rmSync(folder, { recursive: true })
}
