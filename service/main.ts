import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { generateCatalog } from '../demo-site/catalog/generate.ts'
import { writeCatalog } from '../demo-site/catalog/write.ts'
import { languageModelFrom } from './agent/language-model.ts'
import { openCatalog } from './catalog/catalog.ts'
import { demoAssistant } from './demo-assistant.ts'
import { demoBanners } from './demo-banners.ts'
import { openDocumentation } from './documentation/site.ts'
import { demoKeys } from './keys.ts'
import { isLoopback } from './private.ts'
import { MAX_SAMPLE_VISITS } from './sample/sample-traffic.ts'
import { createService } from './service.ts'
import { buildIfStale } from './start/build.ts'
import { selfMadeCertificate } from './start/certificate.ts'
import { checkStart } from './start/check.ts'
import { createStages } from './start/stages.ts'
import { openDatabase } from './store/database.ts'
import { createProductStore } from './store/products.ts'

const USAGE = `npm start -- [options]
  --port N         where to listen (8080)
  --host HOST      on which address (127.0.0.1: this machine only)
  --catalog FILE   a feed: JSON array, NDJSON or CSV (an invented one)
  --db FILE        where events and the loaded feed are kept (demo-site/data/service.db)
  --build          builds the tag and the pages first, unless they are up to date
  --https          serves HTTPS with a self-made certificate, for pages that need a secure context
  --facets         Browse sends facets when a request does not mention them
  --sample N       adds invented traffic of N visits, in place of what was invented before
  --currency CODE  what the feed's prices are in, for /analytics (EUR)
  --admin          opens /admin/*, which can read and erase every event
  --token TEXT     who may see /events, /analytics and /admin, once others can reach the host`

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** The same products on every machine. */
const DEMO_CATALOG = { file: inProject('demo-site/data/catalog.json'), seed: 1, products: 2_400 }

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      catalog: { type: 'string' },
      db: { type: 'string', default: inProject('demo-site/data/service.db') },
      build: { type: 'boolean', default: false },
      https: { type: 'boolean', default: false },
      facets: { type: 'boolean', default: false },
      sample: { type: 'string', default: '0' },
      currency: { type: 'string', default: 'EUR' },
      admin: { type: 'boolean', default: false },
      token: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new Error(`--port ${values.port}: not a port (0 to 65535).`)
  }
  if (!isLoopback(values.host) && !values.token) {
    throw new Error(
      `--host ${values.host}: others can reach it; choose a --token for /events and /analytics.`,
    )
  }
  const sample = Number(values.sample)
  if (!/^\d+$/.test(values.sample) || sample > MAX_SAMPLE_VISITS) {
    throw new Error(
      `--sample ${values.sample}: not a number of visits (0 to ${MAX_SAMPLE_VISITS}).`,
    )
  }
  if (!Intl.supportedValuesOf('currency').includes(values.currency)) {
    throw new Error(`--currency ${values.currency}: not a currency; write a code like EUR or USD.`)
  }
  return { ...values, port, sample }
}

/** The demo's own feed, made when it is not there yet. */
async function demoCatalog(): Promise<string> {
  const { file, ...options } = DEMO_CATALOG
  if (!existsSync(file)) await writeCatalog(file, generateCatalog(options))
  return file
}

async function start() {
  const options = readOptions()
  if (options.help) return console.log(USAGE)

  const stage = createStages(options.build ? console.log : () => {})
  mkdirSync(dirname(DEMO_CATALOG.file), { recursive: true })
  const db = await stage(
    async () => {
      await checkStart(options)
      return openDatabase(options.db)
    },
    () => 'Port, catalogue and database checked',
  )
  const building = new AbortController()
  const [catalog] = await Promise.all([
    stage(
      async () => openCatalog(createProductStore(db), options.catalog ?? (await demoCatalog())),
      ({ size }) => `${size.toLocaleString('en')} products read`,
    ),
    options.build &&
      stage(
        () => buildIfStale(building.signal),
        (isBuilt) => `Tag and pages ${isBuilt ? 'built' : 'up to date'}`,
      ),
  ]).catch((error: unknown) => {
    building.abort()
    throw error
  })
  const [documentation, stopBuilding] = openDocumentation({
    folder: inProject('dist/docs'),
    sources: ['docs', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'].map(inProject),
    builder: [
      inProject('node_modules/vitepress/bin/vitepress.js'),
      'build',
      inProject('docs'),
      '--outDir',
    ],
  })
  const service = await createService({
    catalog,
    db,
    keys: demoKeys,
    banners: demoBanners,
    hasFacetsByDefault: options.facets,
    certificate: options.https ? await selfMadeCertificate(options.host) : undefined,
    admin: options.admin,
    token: options.token,
    assistant: demoAssistant,
    currency: options.currency,
    languageModel: languageModelFrom(process.env),
    documentation,
    folders: [inProject('dist/shop'), inProject('dist')],
  })
  await service.ready()
  if (options.sample > 0) await service.sampleTraffic.add(options.sample)
  const url = await service.listen({ port: options.port, host: options.host })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopBuilding()
      void service.close().then(() => db.close())
    })
  }
  console.log(welcome(url, catalog.size, options.token))
}

const welcome = (url: string, size: number, token?: string) => `
  The shop           ${url}/
  Events, live       ${url}/events${withToken(token)}
  Analytics          ${url}/analytics${withToken(token)}
  Documentation      ${url}/docs/
  Browse and search  ${url}/${demoKeys.apiKey}/${demoKeys.siteKey}/category  …/search
  Tracker            ${url}/v2/1p.jpg

  ${size.toLocaleString('en')} products. Stop with Ctrl+C.
`

const withToken = (token?: string) => (token ? `?token=${encodeURIComponent(token)}` : '')

/** One line for a person; a port in use is the commonest. */
function explain(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number }
  return code === 'EADDRINUSE'
    ? `Port ${port} is in use; choose another with --port N.`
    : (message ?? String(error))
}

start().catch((error: unknown) => {
  console.error(explain(error))
  process.exit(1)
})
