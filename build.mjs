import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { rollup } from 'rollup'
import { loadConfigFile } from 'rollup/loadConfigFile'

// Builds dist: the tag, then everything else on two threads, then the release folder. A warning is
// an error.
//
// --if-stale: does nothing if dist is newer than all its sources.
// --tag: builds only the tag, uncompressed, while you work on it.

const root = new URL('.', import.meta.url)
const dist = new URL('dist/', root)
const SOURCES = ['src', 'demo-site/shop', 'demo-site/catalog', 'service/console/pages']
const SETTINGS = ['build.mjs', 'rollup.config.mjs', 'release.mjs', 'package.json', 'tsconfig.json']
const THREADS = 2

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

/** Builds the tag: the parts first, because `svc.js` contains their names. */
async function buildTag(isPlain) {
  if (isPlain) process.env.SVC_PLAIN = '1'
  const loaded = await config()
  const last = loaded.options.findIndex(({ input }) => input === 'src/tag.ts')
  for (const entry of loaded.options.slice(0, last + 1)) await buildEntry(entry)
  check(loaded)
  return last + 1
}

/** Builds the entries from `first` on. The threads share the counter. */
async function buildRest({ first, next }) {
  const loaded = await config()
  const entries = loaded.options.slice(first)
  for (let at = Atomics.add(next, 0, 1); at < entries.length; at = Atomics.add(next, 0, 1))
    await buildEntry(entries[at])
  check(loaded)
}

const settled = (worker) =>
  new Promise((resolve, reject) => worker.once('error', reject).once('exit', resolve))

/** Removes the scripts of earlier builds, because the names of parts change with their content. */
function removeOldScripts() {
  mkdirSync(dist, { recursive: true })
  for (const file of readdirSync(dist))
    if (/^svc[\w.-]*\.js(\.map)?$/.test(file)) rmSync(new URL(file, dist))
}

async function build(isTagOnly) {
  removeOldScripts()
  const first = await buildTag(isTagOnly)
  if (isTagOnly) return
  const next = new Int32Array(new SharedArrayBuffer(4))
  const workers = Array.from(
    { length: THREADS },
    () => new Worker(new URL(import.meta.url), { workerData: { first, next } }),
  )
  await Promise.all(workers.map(settled))
  await import('./release.mjs')
}

if (isMainThread) {
  const { values } = parseArgs({
    options: { 'if-stale': { type: 'boolean' }, tag: { type: 'boolean' } },
  })
  const isKept = values['if-stale'] && isFresh()
  if (!isKept) await build(values.tag ?? false)
  process.stdout.write(isKept ? 'dist is up to date\n' : 'dist is built\n')
} else {
  await buildRest(workerData)
}
