import { createServer } from 'node:http'
import type { Options } from 'svc-tag-service'

/** The steps of the build, by their names in its output. */
const STEPS = {
  tag: 'The tag and its parts',
  kit: 'The test kit',
  'demo-site': 'The demo shop',
  console: 'Events and Analytics',
  release: 'The folder of the release',
} as const

const STATES = ['waiting', 'building', 'built'] as const

type StepName = keyof typeof STEPS
type State = (typeof STATES)[number]

/** Shows the state of the steps, and reloads the page when the shop responds. */
const SCRIPT = `
const begin = Date.now()
setInterval(async () => {
  seconds.textContent = Math.round((Date.now() - begin) / 1000)
  const response = await fetch('/build-steps', { cache: 'no-store' }).catch(() => undefined)
  if (!response) return
  if (response.status !== 503) return location.reload()
  for (const [name, state] of Object.entries(await response.json())) {
    const row = document.getElementById(name)
    if (row.className === state) continue
    row.className = state
    row.querySelector('i').textContent = state
  }
}, 1000)`

const rows = Object.entries(STEPS).map(
  ([name, title]) => `<li id="${name}" class="waiting">${title} <i>waiting</i></li>`,
)

/** In the shop's own colours, because its stylesheet is not built yet. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The demo shop is being built</title>
<style>
  :root { color-scheme: light dark; --ink: light-dark(#1e1d1a, #ece8e0); --muted: light-dark(#686259, #a8a297); --line: light-dark(#e2dcd0, #38352f); --accent: light-dark(#2f5140, #b3d2bd) }
  body { margin: 0; background: light-dark(#faf8f4, #171614); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
  header { padding: 1.1rem 1.25rem; border-bottom: 1px solid var(--line); font: 1.35rem Georgia, "Times New Roman", serif }
  main { max-width: 34rem; margin: 10vh auto; padding: 0 1.25rem }
  h1 { margin: 0 0 0.75rem; font: 2rem/1.2 Georgia, "Times New Roman", serif }
  ol { margin: 1.75rem 0; padding: 0; list-style: none; border-top: 1px solid var(--line) }
  li { display: flex; justify-content: space-between; padding: 0.6rem 0; border-bottom: 1px solid var(--line) }
  i, .muted { color: var(--muted); font-style: normal }
  .building, .built i { color: var(--accent); font-weight: 600 }
  .building i { color: var(--accent) }
</style>
<header>Alder <em>&amp;</em> Tide</header>
<main>
  <h1>The demo shop is being built</h1>
  <p>Only the first start builds it. This takes about half a minute, longer on a busy machine. The shop opens here by itself.</p>
  <ol aria-live="polite">${rows.join('')}</ol>
  <p class="muted">You have waited <span id="seconds">0</span> s.</p>
  <noscript>Load this page again in a minute.</noscript>
</main>
<script type="module">${SCRIPT}</script>
`

const HEADERS = { 'cache-control': 'no-store', 'retry-after': '2' }

/** The page that a browser sees during the build. */
interface WaitingPage {
  /** Takes a line of the build's output. Lines that are not about a step are ignored. */
  readonly note: (line: string) => void
  /** Removes the page and frees the port; the promise resolves when that is done. */
  readonly hide: () => Promise<void>
}

const isStep = (name: string): name is StepName => Object.hasOwn(STEPS, name)

/**
 * Shows a waiting page (503) at the service's address until the service starts. There is none if the port is in use or the service will
 * use HTTPS.
 */
export async function showProgress({ port, host, https }: Options): Promise<WaitingPage> {
  const steps = Object.fromEntries(Object.keys(STEPS).map((name) => [name, 'waiting'])) as Record<
    StepName,
    State
  >
  const note = (line: string) => {
    const [name = '', text] = line.split(': ')
    const state = STATES.find((one) => one === text)
    if (isStep(name) && state) steps[name] = state
  }
  const server = createServer(({ url }, response) => {
    const [type, body] =
      url === '/build-steps' ? ['application/json', JSON.stringify(steps)] : ['text/html', PAGE]
    response.writeHead(503, { ...HEADERS, 'content-type': `${type}; charset=utf-8` }).end(body)
  })
  const none = { note, hide: async () => {} }
  if (https || port === 0) return none
  const isShown = await new Promise<boolean>((settle) => {
    server.once('error', () => settle(false))
    server.listen(port, host, () => settle(true))
  })
  if (!isShown) return none
  process.stdout.write(
    `  Open http://${host}:${port}/ now: it names each step, and shows the shop as soon as it is built.\n`,
  )
  const hide = () =>
    new Promise<void>((settle) => {
      server.close(() => settle())
      server.closeAllConnections()
    })
  return { note, hide }
}
