import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDocumentation, registerDocumentation } from '../service/http/documentation.ts'
import { demoKeys } from '../service/http/keys.ts'
import { start } from '../service/start/run.ts'
import { type Options, readOptions } from '../service/start/service-options.ts'
import { generateCatalog } from './catalog/generate.ts'
import { writeCatalog } from './catalog/make-feed.ts'
import { demoAssistant, demoBanners, registerShopPages } from './shop-pages.ts'
import { showProgress } from './waiting-page.ts'

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const inData = (file: string) => inProject(`demo-site/data/${file}`)

/** Fixed, so that every machine has the same products. */
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

/** Builds the shop. In the meantime, its URL shows a waiting page. */
async function build(signal: AbortSignal): Promise<boolean> {
  const options = readOptions(args, dbFile)
  const hide = options && (await showProgress(options))
  return buildIfStale(signal).finally(hide)
}

start(args, {
  catalogFile,
  dbFile,
  assistant: demoAssistant,
  banners: demoBanners,
  build,
  welcome,
  addPages(app, catalog) {
    registerShopPages(app, catalog)
    const [documentation, stopBuilding] = openDocumentation(DOCUMENTATION)
    app.addHook('onClose', async () => stopBuilding())
    registerDocumentation(app, documentation)
  },
})

const script = fileURLToPath(new URL('../build.mjs', import.meta.url))

/**
 * Builds the tag and the pages in a separate process, unless `dist` is newer than its sources.
 *
 * @param signal - Aborting it ends the build.
 * @returns Whether anything had to be built.
 * @throws Error with the build's own output if it fails.
 */
export function buildIfStale(signal: AbortSignal): Promise<boolean> {
  const build = spawn(process.execPath, [script, '--if-stale'], { signal })
  let output = ''
  for (const stream of [build.stdout, build.stderr]) stream.on('data', (text) => (output += text))
  return new Promise((settle, fail) => {
    build.once('error', fail)
    build.once('close', (code) =>
      code === 0
        ? settle(output.includes('dist is built'))
        : fail(new Error(`The build failed:\n${output.trimEnd()}`)),
    )
  })
}
