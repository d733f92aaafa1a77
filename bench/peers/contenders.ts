import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import { build, type Rollup } from 'vite'
import { keepingScript } from '../../test/support/runner/keeping-script.ts'
import { DWELL_MS, headOf, pageOf } from '../../test/support/runner/tile-watchers.ts'

/** A tracker that a bench can run: its page calls `peer.track(id)` for each event. */
export interface Contender {
  /** The name in URLs. */
  readonly id: string
  /** The name in tables. */
  readonly name: string
  /** Everything that a page loads for it, as one script. */
  readonly script: string
  /** The head of a page that uses it; the script is served at `/<id>.js`. */
  readonly head: (collector: string) => string
  /** The same for a page with tiles to watch. */
  readonly watching: (collector: string) => string
  /** The script's name in a trace of a page with tiles, if it is different there. */
  readonly watcher?: string
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const peers: readonly (readonly [id: string, name: string])[] = [
  ['snowplow', 'Snowplow, keepalive, element tracking'],
  ['posthog', 'PostHog, autocapture'],
  ['search-insights', 'Algolia search-insights'],
  ['relay', 'Coveo Relay'],
]

/** Installs the peers at their locked versions if they are missing. They are not part of the project's own installation. */
function install() {
  const { dependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'))
  if (Object.keys(dependencies).every((name) => existsSync(here(`node_modules/${name}`)))) return
  console.log('Installing the peers.')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  execFileSync('npm', args, { cwd: here('.'), stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Bundles a file and its imports to one minified script. */
async function bundle(file: string): Promise<string> {
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

/** The tag itself, as a page uses it. */
export function ours(id = 'svc-tag', name = id, attributes = ''): Contender {
  const script = readFileSync(here('../../dist/svc.js'), 'utf8')
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

/** The tag on a site whose tracker counts each `(uid, t)` once, so that the tag resends events that may have arrived. */
export const strict = (): Contender =>
  ours('svc-tag-strict', 'svc-tag, trackerDropsRepeats', 'data-tracker-drops-repeats')

/** The smallest script that reports an event at all: no queue, no consent, no retry. */
const FLOOR = `
  window.peer = {
    start(url) { this.url = url },
    track(id) {
      fetch(this.url + '/v2/1p.jpg?data=' + encodeURIComponent(JSON.stringify({ pid: id, qty: '1', url: location.href })), { keepalive: true, mode: 'no-cors' })
    },
  }`

/** Stores nothing, and sends nothing at the start. With tiles, it watches a window of them. */
export const least: Contender = {
  id: 'least',
  name: 'the least',
  script: FLOOR,
  head: withStart('least'),
  watching: (collector) => headOf('windowed', '', collector),
  watcher: 'windowed.js',
}

/** The usual tutorial code for tiles, and nothing else. */
export const naive: Contender = {
  id: 'naive',
  name: 'an observer on every tile',
  script: '',
  head: () => '',
  watching: (collector) => headOf('naive', '', collector),
  watcher: 'naive.js',
}

/** The cost of the page itself. */
export const nothing: Contender = {
  id: 'nothing',
  name: 'nothing',
  script: '',
  head: () => '',
  watching: () => '',
}

/** The smallest tracker that stores its events, with which a start is compared. */
export function keeping(): Contender {
  const head = (collector: string) =>
    `<script src="/keeping.js" data-site-key="demo-site" data-tracker-url="${collector}" data-dwell-ms="${DWELL_MS}"></script>`
  return {
    id: 'keeping',
    name: 'the least that keeps what it sends',
    script: keepingScript(),
    head,
    watching: head,
  }
}

/** Comparable trackers, each set up as a shop would do it for events that must not be lost. */
export async function others(): Promise<readonly Contender[]> {
  install()
  return Promise.all(
    peers.map(async ([id, name]) => ({
      id,
      name,
      script: await bundle(`adaptors/${id}.js`),
      head: withStart(id),
      watching: withStart(id, `peer.watch(${DWELL_MS})`),
    })),
  )
}

/** A shop whose pages have one contender each. */
export interface ShopPages {
  /** The URL of a page with a contender that reports to a collector, optionally with this many tiles to watch. */
  address(contender: Contender, collector: string, tiles?: number): string
  /** A page of the same shop without any tracker. */
  readonly bare: string
  close(): Promise<void>
}

/** Starts the shop on a free local port. */
export async function startShopPages(all: readonly Contender[]): Promise<ShopPages> {
  const app = fastify()
  const html = (head: string) =>
    `<!doctype html><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${head}</head><body><h1>Shop</h1></body>`
  // The parts that the tag loads from its own folder.
  app.get<{ Params: { part: string } }>('/svc-:part(^[a-z-]+\\.\\w{8}$).js', ({ params }, reply) =>
    reply.type('text/javascript').send(readFileSync(here(`../../dist/svc-${params.part}.js`))),
  )
  app.get('/bare', (_request, reply) => reply.type('text/html').send(html('')))
  for (const { id, script, head, watching } of all) {
    app.get(`/${id}.js`, (_request, reply) => reply.type('text/javascript').send(script))
    app.get(`/${id}`, (request, reply) => {
      const { collector, tiles } = request.query as Record<'collector' | 'tiles', string>
      const page = Number(tiles)
        ? pageOf(watching(collector), Number(tiles))
        : html(head(collector))
      return reply.type('text/html; charset=utf-8').send(page)
    })
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    address: ({ id }, collector, tiles = 0) =>
      `${url}/${id}?${new URLSearchParams({ collector, tiles: `${tiles}` })}`,
    bare: `${url}/bare`,
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
