import { readdirSync, rmSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { rollup } from 'rollup'
import { loadConfigFile } from 'rollup/loadConfigFile'

// Builds dist: every entry of rollup.config.mjs on two threads, then the release folder. A warning is an error.
// --if-stale: does nothing when dist is newer than all its sources.

const root = new URL('.', import.meta.url)
const SOURCES = ['src', 'demo-site/shop', 'demo-site/catalog', 'service/console/pages']
const SETTINGS = ['build.mjs', 'rollup.config.mjs', 'release.mjs', 'package.json', 'tsconfig.json']
const THREADS = 2

/** The newest change below a path in milliseconds. A folder's own time tells of deleted files. */
function changedAt(path) {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  const below = readdirSync(path).map((name) => changedAt(`${path}/${name}`))
  return Math.max(mtimeMs, ...below)
}

/** Whether dist is complete (the manifest is written last) and newer than its sources. */
function isFresh() {
  const manifest = statSync(new URL('dist/manifest.json', root), { throwIfNoEntry: false })
  const sources = [...SOURCES, ...SETTINGS].map((path) =>
    changedAt(fileURLToPath(new URL(path, root))),
  )
  return manifest !== undefined && manifest.mtimeMs > Math.max(...sources)
}

/** Takes the next entry of the configuration until there is none; the threads share the counter. */
async function buildEntries(next) {
  const config = await loadConfigFile(fileURLToPath(new URL('rollup.config.mjs', root)))
  for (let at = Atomics.add(next, 0, 1); at < config.options.length; at = Atomics.add(next, 0, 1)) {
    const { output, ...input } = config.options[at]
    const bundle = await rollup(input)
    for (const options of output) await bundle.write(options)
    await bundle.close()
  }
  if (config.warnings.count === 0) return
  config.warnings.flush()
  throw new Error('The build has warnings.')
}

const settled = (worker) =>
  new Promise((resolve, reject) => worker.once('error', reject).once('exit', resolve))

/** Removes scripts that this build did not write: a release would hand on a part that is gone. */
function removeOldScripts(since) {
  const dist = new URL('dist/', root)
  for (const file of readdirSync(dist)) {
    const path = new URL(file, dist)
    if (/^svc[\w-]*\.js(\.map)?$/.test(file) && statSync(path).mtimeMs < since) rmSync(path)
  }
}

async function build() {
  const since = Date.now()
  const next = new Int32Array(new SharedArrayBuffer(4))
  const workers = Array.from(
    { length: THREADS },
    () => new Worker(new URL(import.meta.url), { workerData: next }),
  )
  await Promise.all(workers.map(settled))
  removeOldScripts(since)
  await import('./release.mjs')
}

if (isMainThread) {
  const { values } = parseArgs({ options: { 'if-stale': { type: 'boolean' } } })
  const isKept = values['if-stale'] && isFresh()
  if (!isKept) await build()
  process.stdout.write(isKept ? 'dist is up to date\n' : 'dist is built\n')
} else {
  await buildEntries(workerData)
}
