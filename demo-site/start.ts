import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { registerDocs } from '../service/docs/routes.ts'
import { demoKeys } from '../service/keys.ts'
import type { Options } from '../service/options.ts'
import { start } from '../service/run.ts'
import { buildIfStale } from './build.ts'
import { generateCatalog } from './catalog/generate.ts'
import { writeCatalog } from './catalog/write.ts'
import { demoAssistant } from './demo-assistant.ts'
import { demoBanners } from './demo-banners.ts'
import { registerShopPages } from './shop-pages.ts'

const inData = (file: string) => fileURLToPath(new URL(`data/${file}`, import.meta.url))

/** The same products on every machine. */
const CATALOG = { file: inData('catalog.json'), seed: 1, products: 2_400 }

/** The demo's own feed, made when it is not there yet. */
async function catalogFile(): Promise<string> {
  const { file, ...options } = CATALOG
  if (!existsSync(file)) await writeCatalog(file, generateCatalog(options))
  return file
}

const welcome = (url: string, products: number, { token }: Options) => `
  The shop           ${url}/
  Events, live       ${url}/events${withToken(token)}
  Analytics          ${url}/analytics${withToken(token)}
  Browse and search  ${url}/${demoKeys.apiKey}/${demoKeys.siteKey}/category  …/search
  Tracker            ${url}/v2/1p.jpg
  Documentation      ${url}/docs

  ${products.toLocaleString('en')} products. Stop with Ctrl+C.
`

const withToken = (token?: string) => (token ? `?token=${encodeURIComponent(token)}` : '')

mkdirSync(dirname(CATALOG.file), { recursive: true })

start(process.argv.slice(2), {
  catalogFile,
  dbFile: inData('service.db'),
  assistant: demoAssistant,
  banners: demoBanners,
  build: buildIfStale,
  welcome,
  addPages(app, catalog) {
    registerShopPages(app, { catalog })
    registerDocs(app)
  },
})
