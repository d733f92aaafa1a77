import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'

/** Faults of a collector. */
export interface Trouble {
  /** Answers so late. */
  readonly delayMs?: number
  /** Answers with this status, and keeps nothing. */
  readonly status?: number
  /** Ends every connection without an answer. */
  readonly isDown?: boolean
  /** Never answers, and keeps nothing. */
  readonly isHanging?: boolean
}

/** A server that takes whatever a tracker sends, and knows the events by their ids. */
export interface Collector {
  readonly url: string
  /** How often each id arrived in a request that was answered well. */
  readonly arrived: ReadonlyMap<string, number>
  /** Traffic so far, without what browsers ask by themselves: requests, and bytes of their addresses and bodies. */
  readonly sent: { readonly requests: number; readonly bytes: number }
  /** Goes wrong from now on; `trouble({})` heals. */
  readonly trouble: (trouble: Trouble) => void
  close(): Promise<void>
}

/** An event's id, in whatever it is wrapped. */
const EVENT_ID = /ev-\d+-\d+/g

/** A tile's product on the pages of the scenes. */
export const TILE_ID = /\bP\d{1,5}\b/g

const isZipped = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b

/** A request's body, unpacked. */
const textOf = (body: unknown): string =>
  body instanceof Buffer ? (isZipped(body) ? gunzipSync(body) : body).toString() : ''

/**
 * PostHog packs its requests once it knows that the server can read that, and only then do they survive the page; it watches clicks once
 * it knows that the server does not mind.
 */
const ANSWER = '{"status":1,"supportedCompression":["gzip-js"],"autocapture_opt_out":false}'

const sizeOf = (body: unknown) => (body instanceof Buffer ? body.length : 0)

/**
 * Starts on a free port of loopback. Speaks CORS to everybody, with credentials.
 *
 * @param id - What the ids look like.
 */
export async function startCollector(id = EVENT_ID): Promise<Collector> {
  const arrived = new Map<string, number>()
  const sent = { requests: 0, bytes: 0 }
  let now: Trouble = {}

  /** Some write an event's id in more than one place of one request. */
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
    // Another host than the page's: trackers are on another origin.
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
