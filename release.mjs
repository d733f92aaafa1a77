import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'

// Runs after the build. Writes the release folder, which a shop copies to its site, a manifest of
// its files, the script element that makes the browser check them, and the Tag Manager template.

const dist = new URL('dist/', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const folder = `svc-${version}`

const factsOf = (file) => {
  const content = readFileSync(new URL(file, dist))
  return {
    bytes: content.length,
    brotliBytes: brotliCompressSync(content).length,
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
  }
}

const isScript = (file) => /^svc[\w.-]*\.js$/.test(file)
const scripts = readdirSync(dist).filter(isScript).sort()
rmSync(new URL(`${folder}/`, dist), { recursive: true, force: true })
mkdirSync(new URL(`${folder}/`, dist))
for (const file of readdirSync(dist)) {
  if (isScript(file.replace(/\.map$/, '')))
    cpSync(new URL(file, dist), new URL(`${folder}/${file}`, dist))
}
const files = Object.fromEntries(scripts.map((file) => [file, factsOf(file)]))
const manifest = { version, folder, files }
writeFileSync(new URL('manifest.json', dist), `${JSON.stringify(manifest, null, 2)}\n`)

// The tag loads neither of these two.
const { 'svc.js': main, 'svc-snippet.js': _pasted, 'svc-pixel.js': _pixel, ...beside } = files
const hashes = Object.fromEntries(
  Object.entries(beside).map(([file, { integrity }]) => [file, integrity]),
)
writeFileSync(
  new URL('script-element.html', dist),
  `<script async src="/svc/${folder}/svc.js"
        integrity="${main?.integrity}" crossorigin="anonymous"
        data-integrity='${JSON.stringify(hashes)}'
        data-site-key="SITE" data-tracker-url="https://tracker.example"
        data-consent="hold"></script>
<!-- hold: nothing is stored or sent until the shopper answers your banner. Write granted if your shop does not need consent. -->
`,
)

/** The last commit that changed the template; undefined outside a clone, or if the template has changed since. */
function templateCommit(template) {
  const git = (...args) =>
    execFileSync('git', args, {
      cwd: new URL('.', import.meta.url),
      encoding: 'utf8',
      stdio: 'pipe',
    })
  try {
    if (git('status', '--porcelain', '--', template).trim()) return undefined
    return git('log', '-1', '--format=%H', '--', template).trim() || undefined
  } catch {
    return undefined
  }
}

const gtm = new URL('gtm/', dist)
rmSync(gtm, { recursive: true, force: true })
cpSync(new URL('src/gtm/', import.meta.url), gtm, { recursive: true })
const commit = templateCommit('src/gtm/template.tpl')
const metadata = readFileSync(new URL('metadata.yaml', gtm), 'utf8')
// Without the commit, the gallery gets no version rather than a wrong one.
const versions = commit
  ? metadata.replace('COMMIT', commit)
  : metadata.replace(/^versions:.*/ms, '')
writeFileSync(new URL('metadata.yaml', gtm), versions.replace(/^ *#.*\n/gm, ''))
