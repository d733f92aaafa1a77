import { createServer } from 'node:http'
import type { Options } from '../service/start/service-options.ts'

/** Reloads the page until the shop responds. */
const SCRIPT = `
const begin = Date.now()
setInterval(async () => {
  seconds.textContent = Math.round((Date.now() - begin) / 1000)
  const { status } = await fetch(location.href, { cache: 'no-store' }).catch(() => ({ status: 0 }))
  if (status && status !== 503) location.reload()
}, 1000)`

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The demo shop is being built</title>
<style>
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1.25rem }
  progress { width: 100% }
</style>
<main>
  <h1>The demo shop is being built</h1>
  <p role="status">The first start builds the tag, the shop and its pages, and invents a catalogue. This takes a minute or more. The shop opens here by itself.</p>
  <progress aria-label="Build"></progress>
  <p>You have waited <span id="seconds">0</span> s. The console of <code>npm start</code> names each step that is done.</p>
  <noscript>Load this page again in a minute.</noscript>
</main>
<script type="module">${SCRIPT}</script>
`

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'retry-after': '2',
}

/**
 * Shows a waiting page (503) at the service's address until the service starts.
 *
 * @returns A function that removes the page and frees the port; its promise resolves when that is
 * done. There is no page if the port is in use or the service will use HTTPS.
 */
export async function showProgress({ port, host, https }: Options): Promise<() => Promise<void>> {
  const server = createServer((_request, response) => response.writeHead(503, HEADERS).end(PAGE))
  if (https || port === 0) return async () => {}
  const isShown = await new Promise<boolean>((settle) => {
    server.once('error', () => settle(false))
    server.listen(port, host, () => settle(true))
  })
  if (!isShown) return async () => {}
  process.stdout.write(
    `  Open http://${host}:${port}/ now: it shows the shop as soon as it is built.\n`,
  )
  return () =>
    new Promise((settle) => {
      server.close(() => settle())
      server.closeAllConnections()
    })
}
