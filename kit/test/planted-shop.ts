import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** One page of a shop for testing the audit. */
export interface PlantedPage {
  readonly body: string
  /** A script element that replaces the usual one; empty for none. */
  readonly tag?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A file that is served unchanged instead of a page. */
  readonly file?: Buffer
}

/** A shop on a port of this machine. */
export interface PlantedShop {
  readonly url: string
  /** Requested paths, in order. */
  readonly asked: readonly string[]
  readonly close: () => Promise<void>
}

const built = new URL('../../dist/', import.meta.url)

/** The usual script element. The tracker is never reached, because the audit answers its requests. */
export const plantedTag = (attributes = '') =>
  `<script async src="/svc/svc.js" data-site-key="SITE" data-tracker-url="https://tracker.example" data-consent="granted" ${attributes}></script>`

interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** Files other than pages: the tag's files, Browse, robots.txt. */
function fileFor(pathname: string, robots: string): Reply | undefined {
  const [, folder, file = ''] = /^\/(svc|plain)\/([\w.-]+\.js)$/.exec(pathname) ?? []
  const script = new URL(file, built)
  if (folder && existsSync(script)) {
    const body = readFileSync(script)
    const type = { 'content-type': 'text/javascript' }
    if (folder === 'plain') return { headers: type, body }
    return { headers: { ...type, 'content-encoding': 'gzip' }, body: gzipSync(body) }
  }
  if (pathname.endsWith('/category')) return { body: '{"response":{"numberOfProducts":0}}' }
  return pathname === '/robots.txt' && robots ? { body: robots } : undefined
}

const HEAD =
  '<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Shop</title>'

function pageFor(given: PlantedPage | string | undefined): Reply {
  if (given === undefined) return { status: 404, body: 'nothing here' }
  const page = typeof given === 'string' ? { body: given } : given
  if (page.file) return { body: page.file }
  return {
    ...page,
    headers: { 'content-type': 'text/html; charset=utf-8', ...page.headers },
    body: `${HEAD}${page.tag ?? plantedTag()}${page.body}`,
  }
}

/**
 * Starts a shop. Its tag is served compressed at `/svc/` and uncompressed at `/plain/`; `/KEY/SITE/category` is a Browse without products.
 */
export async function startPlantedShop(
  pages: Readonly<Record<string, PlantedPage | string>>,
  robots: string | (() => string) = '',
): Promise<PlantedShop> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop')
    asked.push(request.url ?? '')
    const {
      status = 200,
      headers,
      body,
    } = fileFor(pathname, typeof robots === 'string' ? robots : robots()) ??
    pageFor(pages[pathname])
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
