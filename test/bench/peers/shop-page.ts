import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import { pageOf } from '../tile-watchers.ts'
import type { Contender } from './contenders.ts'

const partFile = (name: string) => new URL(`../../../dist/svc-${name}.js`, import.meta.url)

/** A shop whose pages carry one contender each. */
export interface ShopPages {
  /** The page with a contender that reports to a collector; with so many tiles for it to watch, when there are any. */
  address(contender: Contender, collector: string, tiles?: number): string
  /** A page of the same shop without any tracker. */
  readonly bare: string
  close(): Promise<void>
}

/** Starts on a free port of loopback. */
export async function startShopPages(all: readonly Contender[]): Promise<ShopPages> {
  const app = fastify()
  const html = (head: string) =>
    `<!doctype html><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${head}</head><body><h1>Shop</h1></body>`
  // The parts of the tag, which it fetches from beside itself.
  app.get<{ Params: { part: string } }>('/svc-:part(^[a-z-]+\\.\\w{8}$).js', ({ params }, reply) =>
    reply.type('text/javascript').send(readFileSync(partFile(params.part))),
  )
  app.get('/bare', (_request, reply) => reply.type('text/html').send(html('')))
  for (const { id, script, head, watching } of all) {
    const path = `/${id}`
    app.get(`${path}.js`, (_request, reply) => reply.type('text/javascript').send(script))
    app.get(path, (request, reply) => {
      const { collector, tiles = 0 } = request.query as { collector: string; tiles?: string }
      const page = Number(tiles)
        ? pageOf(watching(collector), Number(tiles))
        : html(head(collector))
      return reply.type('text/html; charset=utf-8').send(page)
    })
  }
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    address: ({ id }, collector, tiles = 0) =>
      `${url}/${id}?${new URLSearchParams({ collector, ...(tiles > 0 && { tiles: `${tiles}` }) })}`,
    bare: `${url}/bare`,
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
