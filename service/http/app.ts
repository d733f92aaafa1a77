import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import files from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Certificate } from '../start/prepare-start.ts'
import type { RefusedRequests } from '../tracker/refused-requests.ts'
import { traceUnreadable } from '../tracker/refused-requests.ts'
import { answerErrors, answerUnreadable, refuseUnrouted } from './error-handler.ts'
import { readFirst, setFileHeaders } from './page-files.ts'
import { RequestError } from './request-error.ts'

/** Parts of an HTTP server. */
export interface AppOptions {
  /** Folders whose files are served unchanged; the first folder that has a file wins. */
  readonly folders?: readonly string[]
  /** Returns the page for a path; called before everything else, so that tests can add pages. */
  readonly pageFor?: (path: string) => Page | undefined
  /** Whether closing the server cuts open requests, such as those that a simulated fault leaves hanging. */
  readonly cutsRequests?: boolean
  readonly certificate?: Certificate | undefined
  /** How long a request, headers and body, may take to arrive; 30 s if absent. */
  readonly requestTimeoutMs?: number
  readonly refused: RefusedRequests
}

/** A page that is not in any folder. */
export interface Page {
  readonly html: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Larger than Node's default, so that the tracker's own rules refuse long tracker URLs. */
const HEADER_LIMIT_BYTES = 128 * 1024

const REQUEST_TIMEOUT_MS = 30_000

/** How often Node looks for requests that take too long. */
const LOOK_EVERY_MS = 1_000

const PLUGIN_TIMEOUT_MS = 120_000

/** The response header with the request's id. */
export const REQUEST_ID = 'x-request-id'

/** Creates an HTTP server with files, compression, request ids and named errors, but without routes. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { certificate, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options
  const server = {
    maxHeaderSize: HEADER_LIMIT_BYTES,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  }
  const app = fastify({
    ...(certificate ? { https: { ...certificate, ...server } } : { http: server }),
    // A body that arrives a byte at a time would otherwise keep its connection forever.
    requestTimeout: requestTimeoutMs,
    routerOptions: { maxParamLength: HEADER_LIMIT_BYTES },
    forceCloseConnections: options.cutsRequests ? true : 'idle',
    // Preparing a page's tables can take longer than the default of 10 s on a busy machine.
    pluginTimeout: PLUGIN_TIMEOUT_MS,
    // By default, a wrong type is converted and an unknown name removed.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    schemaErrorFormatter([fault], part) {
      const { instancePath = '', message, params } = fault ?? {}
      const found = `${part}${instancePath} ${message} (${JSON.stringify(params)}).`
      return new RequestError(400, 'bad-body', found)
    },
    genReqId: () => randomUUID(),
    clientErrorHandler(error, socket) {
      traceUnreadable(error, socket, options.refused)
      answerUnreadable(error, socket)
    },
    frameworkErrors: (error, _request, reply) => void refuseUnrouted(reply as FastifyReply, error),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ [REQUEST_ID]: request.id, 'x-content-type-options': 'nosniff' })
    const fault = faultOfTarget(request.url)
    if (fault) return refuseUnrouted(reply, fault)
  })
  await app.register(compress, { encodings: ['gzip'] })
  closeAfterResponses(app)
  answerErrors(app, readFirst('missing.html', options.folders))
  servePages(app, options)
  return app
}

/**
 * Closes each connection that finishes a response while the server is closing. Fastify closes only those that are idle when closing begins;
 * a browser would keep the others open for the 72 seconds of Fastify's keep-alive timeout.
 */
function closeAfterResponses(app: FastifyInstance) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onResponse', async () => {
    // Node marks the connection as idle only after this event.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
  })
}

/**
 * Why a target is not a path of this service. Without this check, an absolute URL in the request line would become the
 * target of the service's redirects.
 */
function faultOfTarget(url: string): RequestError | undefined {
  if (!url.startsWith('/'))
    return new RequestError(
      400,
      'bad-request',
      'The request line must hold a path of this service.',
    )
  return url.startsWith('//')
    ? new RequestError(404, 'not-found', 'Nothing answers at this path.')
    : undefined
}

function servePages(app: FastifyInstance, { folders = [], pageFor }: AppOptions) {
  if (folders.length > 0) {
    app.register(files, {
      root: [...folders],
      extensions: ['html'],
      dotfiles: 'deny',
      cacheControl: false,
      setHeaders: setFileHeaders,
    })
  }
  if (!pageFor) return
  app.addHook('onRequest', async (request, reply) => {
    const page = pageFor(request.url.replace(/\?.*/, ''))
    if (!page) return
    const type = { 'content-type': 'text/html; charset=utf-8' }
    reply.headers({ 'cache-control': 'no-cache', ...type, ...page.headers })
    return reply.code(page.status ?? 200).send(page.html)
  })
}
