import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import {
  accessOf,
  type Catalog,
  demoKeys,
  type Options,
  openDocumentation,
  readOptions,
  registerDocumentation,
  start,
} from 'svc-tag-service'
import { generateCatalog } from './catalog/generate.ts'
import { writeCatalog } from './catalog/make-feed.ts'
import { writeOwnFeedPages } from './own-feed-pages.ts'
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
  Events, live       ${url}/events
  Analytics          ${url}/analytics
                     ${accessOf(token)}
  Documentation      ${url}/docs/
  Browse and search  ${url}/${demoKeys.apiKey}/${demoKeys.siteKey}/category  …/search
  Tracker            ${url}/v2/1p.jpg

  ${products.toLocaleString('en')} products. Stop with Ctrl+C.
`

mkdirSync(dirname(CATALOG.file), { recursive: true })

const args = process.argv.slice(2)
const dbFile = inData('service.db')

const hasOwnFeed = args.some((arg) => /^--catalog(=|$)/.test(arg))

const built = ['dist/shop', 'dist'].map(inProject)

/** The folders of the shop's pages. A feed of the reader's own has pages of its own. */
function foldersFor(catalog: Catalog): readonly string[] {
  const own = inData(`own-shop-${process.pid}`)
  const [shop = ''] = built
  if (!hasOwnFeed || !existsSync(shop)) return built
  writeOwnFeedPages(shop, own, catalog)
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  return [own, ...built]
}

/** Builds the shop. In the meantime, its URL shows a waiting page. */
async function build(signal: AbortSignal): Promise<boolean> {
  const options = readOptions(args, dbFile)
  const waiting = options && (await showProgress(options))
  return buildIfStale(signal, waiting?.note).finally(waiting?.hide)
}

start(args, {
  catalogFile,
  dbFile,
  folders: foldersFor,
  assistant: demoAssistant,
  ...(!hasOwnFeed && { banners: demoBanners }),
  build,
  welcome,
  addPages(app, catalog) {
    registerShopPages(app, catalog, !hasOwnFeed)
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
 * @param note - Called with each line of its output: `tag: building`, `tag: built`.
 * @returns Whether anything had to be built.
 * @throws Error with the build's own output if it fails.
 */
export function buildIfStale(
  signal: AbortSignal,
  note: (line: string) => void = () => {},
): Promise<boolean> {
  const build = spawn(process.execPath, [script, '--if-stale'], { signal })
  let output = ''
  for (const stream of [build.stdout, build.stderr]) stream.on('data', (text) => (output += text))
  createInterface(build.stdout).on('line', note)
  return new Promise((settle, fail) => {
    build.once('error', fail)
    build.once('close', (code) =>
      code === 0
        ? settle(output.includes('dist is built'))
        : fail(new Error(`The build failed:\n${output.trimEnd()}`)),
    )
  })
}
