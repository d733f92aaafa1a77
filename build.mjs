import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { rollup } from 'rollup'
import { loadConfigFile } from 'rollup/loadConfigFile'

// Builds dist: the tag and its other files on two threads, then the products beside it, then the release folder. A warning is an
// error.
//
// --if-stale: does nothing if dist is newer than all its sources.
// --tag: builds only the tag, uncompressed, while you work on it.

const root = new URL('.', import.meta.url)
const dist = new URL('dist/', root)
const here = (path) => fileURLToPath(new URL(path, root))
const SOURCES = ['src', 'demo-site/shop', 'demo-site/catalog', 'console/pages', 'kit'].filter(
  (path) => existsSync(here(path)),
)
const SETTINGS = [
  'build.mjs',
  'rollup.config.mjs',
  'rollup-parts.mjs',
  'release.mjs',
  'package.json',
  'tsconfig.json',
]

const THREADS = 2

/** The products that are built from the tag or into its package, each by its own configuration, unless its folder is missing. */
const PRODUCTS = ['kit', 'demo-site', 'console']

/** The time of the newest change below a path, in milliseconds. A folder's own time changes when a file is deleted. */
function changedAt(path) {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  const below = readdirSync(path).map((name) => changedAt(`${path}/${name}`))
  return Math.max(mtimeMs, ...below)
}

/** Whether dist is complete (the manifest is written last) and newer than its sources. */
function isFresh() {
  const manifest = statSync(new URL('manifest.json', dist), { throwIfNoEntry: false })
  const sources = [...SOURCES, ...SETTINGS].map((path) =>
    changedAt(fileURLToPath(new URL(path, root))),
  )
  return manifest !== undefined && manifest.mtimeMs > Math.max(...sources)
}

const config = () => loadConfigFile(fileURLToPath(new URL('rollup.config.mjs', root)))

async function buildEntry({ output, ...input }) {
  const bundle = await rollup(input)
  for (const options of output) await bundle.write(options)
  await bundle.close()
}

/** A warning is an error. */
function check({ warnings }) {
  if (warnings.count === 0) return
  warnings.flush()
  throw new Error('The build has warnings.')
}

/** Builds entries until all are taken. The threads share the number of those taken. */
async function buildEntries(entries, taken) {
  for (const entry of entries) {
    if (Atomics.add(taken, 0, 1) >= entries.length) return
    await buildEntry(entry)
  }
}

/** Runs a step, and names it when it begins and ends: the demo shop's waiting page shows this. */
async function step(name, work) {
  process.stdout.write(`${name}: building\n`)
  await work()
  process.stdout.write(`${name}: built\n`)
}

/** Runs Rollup in a product's folder. */
function buildProduct(product) {
  const rollupCommand = here('node_modules/rollup/dist/bin/rollup')
  const args = [rollupCommand, '--config', 'rollup.config.mjs', '--silent', '--failAfterWarnings']
  const child = spawn(process.execPath, args, { cwd: here(product), stdio: 'inherit' })
  return new Promise((resolve, reject) =>
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${product} was not built.`)),
    ),
  )
}

async function buildProducts() {
  const present = PRODUCTS.filter((product) => existsSync(here(product)))
  const work = async () => {
    for (let next = present.shift(); next; next = present.shift())
      await step(next, () => buildProduct(next))
  }
  await Promise.all(Array.from({ length: THREADS }, work))
}

const settled = (worker) =>
  new Promise((resolve, reject) => worker.once('error', reject).once('exit', resolve))

/** Removes the scripts of earlier builds, because the names of parts change with their content, and their notices. */
function removeOldFiles() {
  mkdirSync(dist, { recursive: true })
  rmSync(new URL('notices', dist), { recursive: true, force: true })
  for (const file of readdirSync(dist))
    if (/^svc[\w.-]*\.js(\.map)?$/.test(file)) rmSync(new URL(file, dist))
}

async function build(isTagOnly) {
  if (isTagOnly) process.env.SVC_PLAIN = '1'
  removeOldFiles()
  const loaded = await config()
  if (isTagOnly) for (const entry of loaded.options.slice(0, 2)) await buildEntry(entry)
  else await step('tag', () => buildAll(loaded.options))
  check(loaded)
  if (isTagOnly) return
  await buildProducts()
  await step('release', () => import('./release.mjs'))
}

/** Builds the snippet, which other entries contain, and then these. */
async function buildAll([snippet, ...rest]) {
  await buildEntry(snippet)
  // This thread begins at the front, where entries share what they read, and the other at the back.
  const taken = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(import.meta.url), { workerData: taken })
  await Promise.all([settled(worker), buildEntries(rest, taken)])
}

if (isMainThread) {
  const { values } = parseArgs({
    options: {
      'if-stale': { type: 'boolean' },
      tag: { type: 'boolean' },
      products: { type: 'boolean' },
    },
  })
  const isKept = values['if-stale'] && isFresh()
  if (values.products) await buildProducts()
  else if (!isKept) await build(values.tag ?? false)
  process.stdout.write(isKept ? 'dist is up to date\n' : 'dist is built\n')
} else {
  const loaded = await config()
  await buildEntries(loaded.options.slice(1).reverse(), workerData)
  check(loaded)
}
