import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'

/** Simulated faults of a collector. */
export interface Trouble {
  /** Delays the response by this time. */
  readonly delayMs?: number
  /** Responds with this status, and stores nothing. */
  readonly status?: number
  /** Closes every connection without a response. */
  readonly isDown?: boolean
  /** Never responds, and stores nothing. */
  readonly isHanging?: boolean
}

/** A server that accepts the requests of any tracker and recognizes events by their ids. */
export interface Collector {
  readonly url: string
  /** How often each id arrived in a request with a successful response. */
  readonly arrived: ReadonlyMap<string, number>
  /**
   * The traffic so far, without requests that browsers make by themselves: the number of requests, and the bytes of their URLs and bodies.
   */
  readonly sent: { readonly requests: number; readonly bytes: number }
  /** Sets the faults from now on; `trouble({})` ends them. */
  readonly trouble: (trouble: Trouble) => void
  close(): Promise<void>
}

/** An event's id, in any format. */
const EVENT_ID = /ev-\d+-\d+/g

/** The product of a tile on the pages of the scenes. */
export const TILE_ID = /\bP\d{1,5}\b/g

const isZipped = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b

/** A request's body, decompressed. */
const textOf = (body: unknown): string =>
  body instanceof Buffer ? (isZipped(body) ? gunzipSync(body) : body).toString() : ''

/**
 * PostHog compresses its requests only after the server has said that it can read that, and only
 * then do they survive the page. It also records clicks only if the server allows it.
 */
const ANSWER = '{"status":1,"supportedCompression":["gzip-js"],"autocapture_opt_out":false}'

const sizeOf = (body: unknown) => (body instanceof Buffer ? body.length : 0)

/**
 * Starts the collector on a free local port. Allows CORS requests from every origin, with credentials.
 *
 * @param id - The pattern of the ids.
 */
export async function startCollector(id = EVENT_ID): Promise<Collector> {
  const arrived = new Map<string, number>()
  const sent = { requests: 0, bytes: 0 }
  let now: Trouble = {}

  /** Counted once per request, because some trackers repeat an event's id. */
  function note(said: string) {
    for (const one of new Set(said.match(id))) arrived.set(one, (arrived.get(one) ?? 0) + 1)
  }

  const app = fastify({ bodyLimit: 10_000_000, routerOptions: { maxParamLength: 100_000 } })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    const { origin = '*', 'access-control-request-headers': wanted = '*' } = request.headers
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': wanted,
      'access-control-allow-methods': 'GET, POST',
      'cache-control': 'no-store',
    })
  })
  app.all('/*', async (request, reply) => {
    const { isDown, isHanging, delayMs = 0, status = 200 } = now
    if (isDown || isHanging) {
      reply.hijack()
      return isDown && request.raw.socket.destroy()
    }
    if (request.method === 'OPTIONS') return reply.status(204).send()
    sent.requests += 1
    sent.bytes += request.url.length + sizeOf(request.body)
    if (status === 200) note(decodeURIComponent(request.url) + textOf(request.body))
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return reply.status(status).type('application/json').send(ANSWER)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return {
    // A different host from the page's, because trackers are usually on another origin.
    url: `http://localhost:${port}`,
    arrived,
    sent,
    trouble: (trouble) => {
      now = trouble
    },
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
