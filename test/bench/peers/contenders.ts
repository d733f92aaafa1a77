import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'

/** A tracker that a bench can drive: its page calls `peer.start(url)` once and `peer.track(id)` for each event. */
export interface Contender {
  /** How it is named in addresses. */
  readonly id: string
  /** How it is named in tables. */
  readonly name: string
  /** Everything that a page loads of it, as one script. */
  readonly script: string
  /** What stands in the head of a page that uses it, served at `/<id>.js`. */
  readonly head: (collector: string) => string
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const peers = {
  snowplow: 'Snowplow, keepalive',
  posthog: 'PostHog',
  'search-insights': 'Algolia search-insights',
  relay: 'Coveo Relay',
}

/** Installs the peers at their locked versions where they are missing. They are no part of the project's own install. */
function install() {
  if (existsSync(here('node_modules'))) return
  console.log('Installing the peers.')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', args, { cwd: here('.'), stdio: ['ignore', 'ignore', 'inherit'] })
}

/** One self-contained, minified script of an adaptor and what it imports. */
async function bundle(adaptor: string): Promise<string> {
  const built = (await build({
    root: here('.'),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: here(`adaptors/${adaptor}.js`), formats: ['iife'], name: 'adaptor' },
    },
  })) as Rollup.RollupOutput[]
  return built[0]?.output[0].code ?? ''
}

const withStart = (id: string) => (collector: string) =>
  `<script src="/${id}.js"></script><script>peer.start('${collector}')</script>`

/** The tag itself, as a page has it. */
function ours(id: string, name: string, attributes = ''): Contender {
  const script = readFileSync(here('../../../dist/svc.js'), 'utf8')
  return {
    id,
    name,
    script,
    head: (collector) => `
      <script src="/${id}.js" data-site-key="demo-site" data-tracker-url="${collector}" data-record-bots ${attributes}></script>
      <script>window.peer = { track: function (id) { svc.track('cart', { pid: id, qty: 1 }) } }</script>`,
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

export const floor: Contender = {
  id: 'floor',
  name: 'the least',
  script: FLOOR,
  head: withStart('floor'),
}

/** The built tag and its peers, each as a shop would set it up for events that must not be lost. */
export async function contenders(): Promise<readonly Contender[]> {
  install()
  const others = Object.entries(peers).map(
    async ([id, name]): Promise<Contender> => ({
      id,
      name,
      script: await bundle(id),
      head: withStart(id),
    }),
  )
  return [ours('svc-tag', 'svc-tag'), ...(await Promise.all(others))]
}
