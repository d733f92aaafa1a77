import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** One page of a shop made for the audit. */
export interface PlantedPage {
  readonly body: string
  /** Another script element than the usual one, or none. */
  readonly tag?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A shop on a port of this machine. */
export interface PlantedShop {
  readonly url: string
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[]
  readonly close: () => Promise<void>
}

const built = new URL('../../dist/', import.meta.url)

/** The usual script element; the tracker is never reached, because the audit answers for it. */
export const plantedTag = (attributes = '') =>
  `<script async src="/svc/svc.js" data-site-key="SITE" data-tracker-url="https://tracker.example" ${attributes}></script>`

/** Starts a shop. Its tag is served compressed at `/svc/`, uncompressed at `/plain/`; `/KEY/SITE/category` is a Browse without products. */
export async function startPlantedShop(
  pages: Readonly<Record<string, PlantedPage | string>>,
  robots = '',
): Promise<PlantedShop> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop')
    asked.push(request.url ?? '')
    const [, folder = '', file = ''] = /^\/(svc|plain)\/([\w-]+\.js)$/.exec(pathname) ?? []
    const script = new URL(file, built)
    if (folder && existsSync(script)) {
      const body = readFileSync(script)
      response.setHeader('content-type', 'text/javascript')
      if (folder === 'plain') return response.end(body)
      return response.setHeader('content-encoding', 'br').end(brotliCompressSync(body))
    }
    if (pathname.endsWith('/category')) return response.end('{"response":{"numberOfProducts":0}}')
    if (pathname === '/robots.txt' && robots) return response.end(robots)
    const given = pages[pathname]
    const page = typeof given === 'string' ? { body: given } : given
    response.writeHead(page ? (page.status ?? 200) : 404, {
      'content-type': 'text/html; charset=utf-8',
      ...page?.headers,
    })
    return response.end(
      `<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Shop</title>${page?.tag ?? plantedTag()}${page?.body ?? 'nothing here'}`,
    )
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
