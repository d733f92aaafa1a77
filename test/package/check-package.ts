import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build } from 'vite'

// Packs the built project and uses the tarball as a shop would: `npm run check -- package`.

const project = fileURLToPath(new URL('../..', import.meta.url))

/** The code of an application. Every name must be in the package's types; otherwise `tsc` rejects it. */
const application = `import { loadTag, svc, type BrowseReply, type Svc } from 'svc-tag'
import { svcPixel } from 'svc-tag/shopify'

export const onPage: Svc = window.svc
export function start() {
  loadTag({ src: '/svc/svc.js' }, { siteKey: 'SITE', trackerUrl: 'https://tracker.example' })
  svc.track('cart', { pid: 'P1', qty: 2 })
}
export const shoes = (): Promise<BrowseReply> => svc.browse({ page: { path: ['Men', 'Shoes'] } })
export const pixel = svcPixel({ siteKey: 'SITE', trackerUrl: 'https://tracker.example', ids: 'sku' })
// @ts-expect-error A cart needs a product.
export const wrong = () => svc.track('cart', { qty: 2 })
`

/** The code of a server that renders the application. */
const server = `import { loadTag, svc } from 'svc-tag'
loadTag({ src: '/svc.js' }, { siteKey: 'SITE', trackerUrl: '' })
svc.track('cart', { pid: 'P1' })
svc.on('sent', () => {})()
if (svc.version !== undefined || svc.user !== undefined) throw new Error('a server has no visitor')
await svc.ready.then(() => { throw new Error('ready without a page') }, () => {})
for (const [call, wanted] of [[svc.browse({}), 'BrowseError'], [svc.search(), 'BrowseError'], [svc.agent.ask('a mug'), 'AgentError']])
  await call.then(() => { throw new Error('an answer without a page') }, ({ name, fault, message }) => {
    if (name !== wanted || fault !== 'bad-request' || !message.includes('browser')) throw new Error(name + ' without its fault')
  })
if (globalThis.svc) throw new Error('the import left something behind')
`

/** The code of a backend without a DOM, and possibly without Node's types. */
const backend = `import { createTracker, newEventId, TrackError, visitorFromCookies, type EventStore, type TrackFault } from 'svc-tag/server'

export const tracker = (store: EventStore) =>
  createTracker({ siteKey: 'SITE', trackerUrl: 'https://tracker.example', store })
export async function paid(store: EventStore, cookie: string): Promise<string | TrackFault | undefined> {
  const visitor = visitorFromCookies(cookie)
  if (!visitor) return undefined
  const origin = { ...visitor, url: 'https://shop.example/', consent: 'granted', t: newEventId() } as const
  try {
    return await tracker(store).track('order', { pid: 'P1', price: 1 }, origin)
  } catch (error) {
    return error instanceof TrackError ? error.fault : undefined
  }
}
declare const origin: Parameters<ReturnType<typeof tracker>['track']>[2]
declare const store: EventStore
// @ts-expect-error A cart needs a product.
export const wrong = () => tracker(store).track('cart', { qty: 2 }, origin)
// @ts-expect-error A server has no current list.
export const listless = () => tracker(store).track('PRODUCT_IMPRESSIONS', { pids_list: ['P1'] }, origin)
const { consent, ...unasked } = origin
// @ts-expect-error Consent is required.
export const silent = () => tracker(store).track('cart', { pid: 'P1' }, unasked)
export { consent }
`

/** The code of a backend that has neither Node nor a page. */
const edge = `import { createTracker } from 'svc-tag/server'
const { exit } = process
for (const name of ['process', 'Buffer', 'navigator', 'global']) delete globalThis[name]
const tracker = createTracker({ siteKey: 'SITE', trackerUrl: 'http://127.0.0.1:1' })
const visitor = { uid: 'u', visitId: 'v', visit_type: 'repeat' }
const t = await tracker.track('cart', { pid: 'P1' }, { ...visitor, url: 'https://shop.example/', consent: 'granted' })
if (!t || (await tracker.close(50)) !== 1) throw new Error('a tracker without Node keeps what it could not send')
exit(0)
`

/** The environments in which the types must compile without `skipLibCheck`: their libraries, and the code. */
const environments = [
  ['in a page', '--lib es2022,dom', 'main.ts backend.ts'],
  ['in a page with types of Node', '--lib es2022,dom --types node', 'main.ts backend.ts'],
  ['in a backend with types of Node', '--lib es2022 --types node', 'backend.ts'],
  ['in a Worker', '--lib es2022 --types @cloudflare/workers-types', 'backend.ts'],
  ['with neither', '--lib es2022', 'backend.ts'],
] as const
const resolutions = ['--module esnext --moduleResolution bundler', '--module nodenext']

const say = (text: string) => console.log(text)

function refuse(faults: readonly string[], by: string) {
  if (faults.length) throw new Error(`${by}:\n${faults.join('\n')}`)
  say(`${by}: good`)
}

async function lint(tarball: Buffer) {
  const bytes = new Uint8Array(tarball)
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true })
  refuse(
    messages.map((message) => formatMessage(message, pkg) ?? message.code),
    'publint',
  )
  const { types, ...rest } = (await checkPackage(createPackageFromTarballData(bytes))) as {
    types: unknown
    problems?: readonly { readonly kind: string; readonly resolutionKind?: string }[]
  }
  // The package is for bundlers and browsers, so there is no CommonJS version.
  const faults = (rest.problems ?? []).filter(
    ({ kind, resolutionKind }) =>
      kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs',
  )
  refuse(types ? faults.map((fault) => JSON.stringify(fault)) : ['no types'], 'are the types wrong')
}

/** An empty project with the tarball installed. */
async function install(root: string, tarball: string): Promise<string> {
  const home = join(root, 'app')
  const inside = join(home, 'node_modules/svc-tag')
  await mkdir(inside, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', inside, '--strip-components=1'])
  for (const types of ['@types/node', '@cloudflare/workers-types']) {
    await mkdir(join(home, 'node_modules', dirname(types)))
    await symlink(join(project, 'node_modules', types), join(home, 'node_modules', types))
  }
  await writeFile(join(home, 'package.json'), '{"type":"module"}')
  await writeFile(join(home, 'main.ts'), application)
  await writeFile(join(home, 'server.js'), server)
  await writeFile(join(home, 'backend.ts'), backend)
  await writeFile(join(home, 'edge.js'), edge)
  await writeFile(join(home, 'unused.js'), "import 'svc-tag'\n")
  return home
}

/** The Tag Manager template is in the package, and its metadata names a commit that holds the same template. */
async function checkTemplate(folder: string) {
  const template = await readFile(join(folder, 'template.tpl'), 'utf8')
  const metadata = await readFile(join(folder, 'metadata.yaml'), 'utf8')
  const [, sha] = /^ {2}- sha: (\S+)$/m.exec(metadata) ?? []
  // A copy without history names none.
  if (!sha)
    return refuse(
      metadata.includes('COMMIT') ? [metadata] : [],
      'Tag Manager template without a commit',
    )
  const git = ['show', `${sha}:src/gtm/template.tpl`]
  const held = execFileSync('git', git, { cwd: project, encoding: 'utf8' })
  refuse(held === template ? [] : [`${sha} holds another template.tpl`], 'Tag Manager template')
}

async function bundle(home: string, entry: string): Promise<string> {
  const outDir = join(home, 'out', entry)
  await build({
    root: home,
    logLevel: 'warn',
    build: { outDir, lib: { entry: join(home, entry), formats: ['es'], fileName: 'app' } },
  })
  const [file = ''] = (await readdir(outDir)).filter((name) => /\.m?js$/.test(name))
  return readFile(join(outDir, file), 'utf8')
}

async function main() {
  const root = await mkdtemp(join(tmpdir(), 'svc-package-'))
  try {
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', root], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const tarball = join(root, packed.toString().trim().split('\n').at(-1) ?? '')
    await lint(await readFile(tarball))

    const home = await install(root, tarball)
    await checkTemplate(join(home, 'node_modules/svc-tag/dist/gtm'))
    execFileSync(process.execPath, [join(home, 'server.js')], { stdio: 'inherit' })
    execFileSync(process.execPath, [join(home, 'edge.js')], { stdio: 'inherit' })
    say('import where there is no window: good')

    const tsc = join(project, 'node_modules/typescript/bin/tsc')
    for (const [where, options, files] of environments)
      for (const resolution of resolutions) {
        const all = `--noEmit --strict --target es2022 ${resolution} ${options} ${files}`.split(' ')
        execFileSync(process.execPath, [tsc, ...all], { cwd: home, stdio: 'inherit' })
        say(`types ${where}, ${all.includes('nodenext') ? 'nodenext' : 'bundler'}: good`)
      }

    const used = await bundle(home, 'main.ts')
    const unused = await bundle(home, 'unused.js')
    refuse(
      [
        ...(used.includes('agent.ask') ? [] : ['the bundle lacks the handle']),
        ...(unused.includes('agent.ask') ? ['an import of nothing is not shaken out'] : []),
      ],
      'Vite',
    )
  } finally {
    await rm(root, { recursive: true })
  }
}

await main()
