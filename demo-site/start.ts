import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  openDocumentation,
  registerDocumentation,
} from '../service/documentation/documentation-routes.ts'
import { demoKeys } from '../service/keys.ts'
import { start } from '../service/run.ts'
import { type Options, readOptions } from '../service/service-options.ts'
import { buildIfStale } from './build.ts'
import { generateCatalog } from './catalog/generate.ts'
import { writeCatalog } from './catalog/write.ts'
import { demoAssistant } from './demo-assistant.ts'
import { demoBanners } from './demo-banners.ts'
import { registerShopPages } from './shop-pages.ts'
import { showProgress } from './waiting-page.ts'

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const inData = (file: string) => inProject(`demo-site/data/${file}`)

/** The same products on every machine. */
const CATALOG = { file: inData('catalog.json'), seed: 1, products: 2_400 }

const DOCUMENTATION = {
  folder: inProject('dist/docs'),
  sources: ['docs', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'].map(inProject),
  builder: [
    inProject('node_modules/vitepress/bin/vitepress.js'),
    'build',
    inProject('docs'),
    '--outDir',
  ],
}

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
  Documentation      ${url}/docs/
  Browse and search  ${url}/${demoKeys.apiKey}/${demoKeys.siteKey}/category  …/search
  Tracker            ${url}/v2/1p.jpg

  ${products.toLocaleString('en')} products. Stop with Ctrl+C.
`

const withToken = (token?: string) => (token ? `?token=${encodeURIComponent(token)}` : '')

mkdirSync(dirname(CATALOG.file), { recursive: true })

const args = process.argv.slice(2)
const dbFile = inData('service.db')

/** Builds, and meanwhile shows a page that says so where the shop will be. */
async function build(signal: AbortSignal): Promise<boolean> {
  const options = readOptions(args, dbFile)
  const hide = options && (await showProgress(options))
  return buildIfStale(signal).finally(hide)
}

start(args, {
  catalogFile,
  displayNames: { color: 'Colour' },
  dbFile,
  assistant: demoAssistant,
  banners: demoBanners,
  build,
  welcome,
  addPages(app, catalog) {
    registerShopPages(app, { catalog })
    const [documentation, stopBuilding] = openDocumentation(DOCUMENTATION)
    app.addHook('onClose', async () => stopBuilding())
    registerDocumentation(app, documentation)
  },
})
