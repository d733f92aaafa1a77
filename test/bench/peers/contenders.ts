import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'
import { DWELL_MS, headOf } from '../tile-watchers.ts'

/** A tracker that a bench can drive: its page calls `peer.track(id)` for each event. */
export interface Contender {
  /** How it is named in addresses. */
  readonly id: string
  /** How it is named in tables. */
  readonly name: string
  /** Everything that a page loads of it, as one script. */
  readonly script: string
  /** The head of a page that uses it, served at `/<id>.js`. */
  readonly head: (collector: string) => string
  /** The same for one that has tiles to watch. */
  readonly watching: (collector: string) => string
  /** The script's name in a trace where there are tiles, when that is not as the page. */
  readonly watcher?: string
  /** How it watches tiles, when not all of that is its own. */
  readonly note?: string
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const BY_HAND = "impressions and clicks by the naive observer and a listener of the shop's own"

const peers: readonly Pick<Contender, 'id' | 'name' | 'note'>[] = [
  {
    id: 'snowplow',
    name: 'Snowplow, keepalive, element tracking',
    note: "clicks by a listener of the shop's own",
  },
  {
    id: 'posthog',
    name: 'PostHog, autocapture',
    note: "impressions by the naive observer of the shop's own",
  },
  { id: 'search-insights', name: 'Algolia search-insights', note: BY_HAND },
  { id: 'relay', name: 'Coveo Relay', note: BY_HAND },
]

/** Installs the peers at their locked versions where they are missing. They are no part of the project's own install. */
function install() {
  const { dependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'))
  if (Object.keys(dependencies).every((name) => existsSync(here(`node_modules/${name}`)))) return
  console.log('Installing the peers.')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', args, { cwd: here('.'), stdio: ['ignore', 'ignore', 'inherit'] })
}

/** One self-contained, minified script of a file and what it imports. */
export async function bundle(file: string): Promise<string> {
  const built = (await build({
    root: here('.'),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: here(file), formats: ['iife'], name: 'adaptor' },
    },
  })) as Rollup.RollupOutput[]
  return built[0]?.output[0].code ?? ''
}

const withStart =
  (id: string, then = '') =>
  (collector: string) =>
    `<script src="/${id}.js"></script><script>peer.start('${collector}');${then}</script>`

/** The tag itself, as a page has it. */
function ours(id: string, name: string, attributes = ''): Contender {
  const script = readFileSync(here('../../../dist/svc.js'), 'utf8')
  const head = (more: string) => (collector: string) =>
    `
      <script src="/${id}.js" data-site-key="demo-site" data-tracker-url="${collector}" data-record-bots ${more}></script>
      <script>window.peer = { track: function (id) { svc.track('cart', { pid: id, qty: 1 }) } }</script>`
  return {
    id,
    name,
    script,
    head: head(attributes),
    watching: head(`data-impressions='{"ratio":0.5,"dwellMs":${DWELL_MS}}' ${attributes}`),
  }
}

/** The tag on a site whose tracker counts each `(uid, t)` once: there what may have arrived is sent again. */
export const strict = (): Contender =>
  ours('svc-tag-strict', 'svc-tag, trackerDropsRepeats', 'data-tracker-drops-repeats')

/** The least that reports an event at all: no queue, no consent, no second try. */
const FLOOR = `
  window.peer = {
    start(url) { this.url = url },
    track(id) {
      fetch(this.url + '/v2/1p.jpg?data=' + encodeURIComponent(JSON.stringify({ pid: id, qty: '1', url: location.href })), { keepalive: true, mode: 'no-cors' })
    },
  }`

/** Nothing that is kept, and nothing that is sent at the start. Where there are tiles it watches a window of them. */
export const least: Contender = {
  id: 'least',
  name: 'the least',
  script: FLOOR,
  head: withStart('least'),
  watching: (collector) => headOf('windowed', '', collector),
  watcher: 'windowed.js',
}

/** The code of every tutorial for tiles, and nothing else. */
export const naive: Contender = {
  id: 'naive',
  name: 'an observer on every tile',
  script: '',
  head: () => '',
  watching: (collector) => headOf('naive', '', collector),
  watcher: 'naive.js',
}

/** The cost of a page by itself. */
export const nothing: Contender = {
  id: 'nothing',
  name: 'nothing',
  script: '',
  head: () => '',
  watching: () => '',
}

/** The least that keeps what it sends, which is what a start is to be compared with. */
export async function keeping(): Promise<Contender> {
  const head = (collector: string) =>
    `<script src="/keeping.js" data-site-key="demo-site" data-tracker-url="${collector}" data-dwell-ms="${DWELL_MS}"></script>`
  return {
    id: 'keeping',
    name: 'the least that keeps what it sends',
    script: await bundle('../references/keeping.js'),
    head,
    watching: head,
  }
}

/** The built tag and its peers, each as a shop would set it up for events that must not be lost. */
export async function contenders(): Promise<readonly Contender[]> {
  install()
  const others = peers.map(
    async (peer): Promise<Contender> => ({
      ...peer,
      script: await bundle(`adaptors/${peer.id}.js`),
      head: withStart(peer.id),
      watching: withStart(peer.id, `peer.watch(${DWELL_MS})`),
    }),
  )
  return [ours('svc-tag', 'svc-tag'), ...(await Promise.all(others))]
}
