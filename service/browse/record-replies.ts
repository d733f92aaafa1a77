import type { FastifyInstance, FastifyRequest } from 'fastify'
import { rawQuery } from '../http/decode-query.ts'
import type { BrowseReply, ReplyStore } from '../store/replies.ts'

/** Replies are written in batches, so that Browse does not wait for a commit. */
const WRITE_EVERY_MS = 200

/** How many replies may wait for a slow store; any more are not recorded. */
const MOST_WAITING = 10_000

const MAX_QUERY = 1_000

/** Writes the waiting replies. */
export type FlushReplies = () => Promise<void>

/**
 * Records the replies of the routes registered on `app`, with the order of their products, so that each impression
 * has a rank. A request with `analytics=false` is not recorded.
 */
export function recordReplies(app: FastifyInstance, replies: ReplyStore): FlushReplies {
  let waiting: BrowseReply[] = []
  let timer: NodeJS.Timeout | undefined

  const flush: FlushReplies = async () => {
    clearTimeout(timer)
    timer = undefined
    const written = waiting
    waiting = []
    if (written.length > 0) await replies.add(written)
  }

  app.addHook('preSerialization', async (request, _reply, body) => {
    const reply = replyOf(request, body)
    if (reply && waiting.length < MOST_WAITING) {
      waiting.push(reply)
      // If the store fails, ranks are lost but no events.
      timer ??= setTimeout(() => void flush().catch(() => undefined), WRITE_EVERY_MS).unref()
    }
    return body
  })
  app.addHook('onClose', () => flush().catch(() => undefined))
  return flush
}

interface Body {
  readonly response?: {
    readonly numberOfProducts?: unknown
    readonly start?: unknown
    readonly products?: unknown
  }
}

function replyOf(request: FastifyRequest, body: unknown): BrowseReply | undefined {
  const { numberOfProducts, start, products } = (body as Body | null)?.response ?? {}
  const query = rawQuery(request.url)
  const parameters = new URLSearchParams(query)
  if (!Array.isArray(products) || typeof numberOfProducts !== 'number') return undefined
  if (parameters.get('analytics')?.toLowerCase() === 'false') return undefined
  const uid = parameters.get('uid') ?? request.headers['svc-user-id'] ?? ''
  return {
    requestId: request.id,
    at: Date.now(),
    uid: String(uid).slice(0, MAX_QUERY),
    start: Number(start) || 0,
    found: numberOfProducts,
    pids: products.map(({ uniqueId }: { readonly uniqueId?: unknown }) => String(uniqueId)),
    query: query.slice(0, MAX_QUERY),
  }
}
