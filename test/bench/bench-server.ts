import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** Serves a page, the built tag, and whatever is told to it: as little as there can be, to leave the machine to the browser. */
export interface BenchServer {
  readonly url: string
  /** The page that `/` is from now on. */
  show(html: string): void
  /** Products told as seen since the last time it was asked, repeats included. */
  takeTold(): readonly string[]
  close(): void
}

const dist = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url))

/** Starts on a free port. */
export async function startBenchServer(): Promise<BenchServer> {
  // The tag, and the parts that it fetches from beside itself.
  const names = (await readdir(dist(''))).filter((name) => /^svc[\w.-]*\.js$/.test(name))
  const scripts = new Map<string, Buffer>()
  for (const name of names) scripts.set(`/${name}`, await readFile(dist(name)))
  let html = ''
  let told: string[] = []

  function hear({ pathname, searchParams }: URL) {
    if (pathname === '/told') told.push(...JSON.parse(searchParams.get('pids') ?? '[]'))
    else if (searchParams.get('action') === 'PRODUCT_IMPRESSIONS')
      told.push(...JSON.parse(searchParams.get('data') ?? '{}').pids_list)
  }

  function fileAt(path: string): readonly [type: string, body: string | Buffer] {
    if (path === '/') return ['text/html; charset=utf-8', html]
    const script = scripts.get(path)
    return script ? ['text/javascript', script] : ['image/gif', '']
  }

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, reply) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const [type, body] = fileAt(url.pathname)
    hear(url)
    reply.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    show(page) {
      html = page
    },
    takeTold() {
      const taken = told
      told = []
      return taken
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
