import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import files from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { AssistantSettings } from './agent/assistant.ts'
import type { LanguageModelSettings } from './agent/language-model.ts'
import { registerAgent } from './agent/routes.ts'
import { createAnswerFaultMode, meetFaults, registerAnswerFaults } from './answer-faults.ts'
import type { PageBanners } from './browse/banners.ts'
import { createRequestLog, logBrowseRequests } from './browse/request-log.ts'
import { IGNORED_HEADER, registerBrowse } from './browse/routes.ts'
import type { Catalog } from './catalog/catalog.ts'
import { registerConsole } from './console/routes.ts'
import { registerDocumentation } from './documentation/routes.ts'
import type { DocumentationSite } from './documentation/site.ts'
import type { Keys } from './keys.ts'
import { type Rates, usualRates } from './rates.ts'
import { answerErrors, refuse } from './refusals.ts'
import { RequestError } from './request-error.ts'
import { createSampleTraffic, type SampleTraffic } from './sample/sample-traffic.ts'
import { readMissingPage, registerShopPages, setFileHeaders } from './shop-pages.ts'
import type { Certificate } from './start/certificate.ts'
import { createConversationStore } from './store/conversations.ts'
import type { Db } from './store/database.ts'
import { createEventStore } from './store/events.ts'
import { registerAdmin } from './tracker/admin.ts'
import { createFaultMode } from './tracker/faults.ts'
import { createRefusedRequests } from './tracker/refused-requests.ts'
import { traceRefused, traceUnreadable } from './tracker/refused-routes.ts'
import { registerTracker } from './tracker/routes.ts'
import { rules } from './tracker/rules.ts'
import { answerUnreadable } from './unreadable.ts'

/** What a service is made of. */
export interface ServiceOptions {
  readonly catalog: Catalog
  readonly db: Db
  readonly keys: Keys
  /** What Browse shows above the products of some pages. */
  readonly banners?: readonly PageBanners[]
  /** Whether Browse sends facets when a request does not mention them; `false` when absent. */
  readonly hasFacetsByDefault?: boolean
  /** Served as they are; the first folder that has a file wins. */
  readonly folders?: readonly string[]
  /** Shown below `/docs/`. */
  readonly documentation?: DocumentationSite | undefined
  /** Opens `/admin/*`, which can read and erase every event: for tests and tools only. */
  readonly admin?: boolean
  /** The Shopping Agent's currency, and what it says of returns, delivery and the like. */
  readonly assistant?: AssistantSettings | undefined
  /** Who finds the Shopping Agent's words; when absent, the agent itself. */
  readonly languageModel?: LanguageModelSettings | undefined
  /** Who may see the console and the admin path; when absent, whoever sits at this machine. */
  readonly token?: string | undefined
  /** Serves HTTPS with this; plain HTTP when absent. */
  readonly certificate?: Certificate | undefined
  /** ISO 4217: what prices are in, for the console. EUR when absent. */
  readonly currency?: string | undefined
  /** Other limits than the usual ones. */
  readonly rates?: Partial<Rates>
  /** A page to serve for a path, asked before everything else; tests bring their own pages. */
  readonly pageFor?: (path: string) => Page | undefined
}

/** One page that is not in any folder. */
export interface Page {
  readonly html: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds and removes invented traffic. */
    sampleTraffic: SampleTraffic
  }
}

/** Long tracker URLs are refused by the tracker's own rules, not by Node's smaller limit. */
const HEADER_LIMIT_BYTES = 128 * 1024

const REQUEST_ID = 'x-request-id'

/** Browse and the tracker answer any shop's pages, and let them read the request id. */
const openToAll = { origin: '*', exposedHeaders: [REQUEST_ID, IGNORED_HEADER], maxAge: 86_400 }

/**
 * Builds the whole service. It listens when told: `await service.listen({ port: 0 })`.
 * Closing it leaves `db` open, which belongs to the caller.
 */
export async function createService(options: ServiceOptions): Promise<FastifyInstance> {
  const { catalog, db, keys, banners = [], hasFacetsByDefault = false } = options
  const rates = { ...usualRates, ...options.rates }
  const refused = createRefusedRequests()
  const app = fastify({
    ...(options.certificate
      ? { https: { ...options.certificate, maxHeaderSize: HEADER_LIMIT_BYTES } }
      : { http: { maxHeaderSize: HEADER_LIMIT_BYTES } }),
    routerOptions: { maxParamLength: HEADER_LIMIT_BYTES },
    // A request that hangs on purpose must not keep the service from closing.
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    clientErrorHandler(error, socket) {
      traceUnreadable(error, socket, refused)
      answerUnreadable(error, socket)
    },
    frameworkErrors: (error, _request, reply) => void refuse(reply as FastifyReply, error),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ [REQUEST_ID]: request.id, 'x-content-type-options': 'nosniff' })
    checkTarget(request.url)
  })
  await app.register(compress, { encodings: ['gzip'] })
  answerErrors(app, readMissingPage(options.folders))
  servePages(app, options)
  if (options.folders?.length) registerShopPages(app, { catalog })
  if (options.documentation) registerDocumentation(app, options.documentation)

  const events = createEventStore(db)
  const faultMode = createFaultMode()
  const answerFaults = { browse: createAnswerFaultMode(), agent: createAnswerFaultMode() }
  const requestLog = createRequestLog()
  app.register(async (open) => {
    await open.register(cors, openToAll)
    open.register(async (browse) => {
      logBrowseRequests(browse, requestLog)
      meetFaults(browse, answerFaults.browse)
      registerBrowse(browse, { catalog, keys, banners, hasFacetsByDefault })
    })
    traceRefused(open, refused, rates.tracker)
    registerTracker(open, { events, faultMode, keys, rate: rates.tracker })
    open.register(async (agent) => {
      meetFaults(agent, answerFaults.agent)
      registerAgent(agent, {
        catalog,
        keys,
        conversations: createConversationStore(db),
        assistant: options.assistant,
        languageModel: options.languageModel,
        rate: rates.agent,
      })
    })
  })
  const sample = createSampleTraffic({ catalog, db, events, siteKey: keys.siteKey })
  app.decorate('sampleTraffic', sample)
  const { token, currency = 'EUR' } = options
  registerConsole(app, {
    ...{ catalog, db, events, refused, requestLog, sample, currency, token },
    actions: [...rules.keys()],
    rate: rates.console,
  })
  if (options.admin) {
    registerAdmin(app, { events, faultMode, token })
    registerAnswerFaults(app, answerFaults, token)
  }
  return app
}

/**
 * An absolute URL in the request line would become the target of our redirects.
 *
 * @throws RequestError 400 for anything but a path, 404 for a path that begins like a host.
 */
function checkTarget(url: string) {
  if (!url.startsWith('/')) {
    throw new RequestError(400, 'bad-request', 'The request line must hold a path of this service.')
  }
  if (url.startsWith('//'))
    throw new RequestError(404, 'not-found', 'Nothing answers at this path.')
}

function servePages(app: FastifyInstance, { folders = [], pageFor }: ServiceOptions) {
  if (folders.length > 0) {
    app.register(files, {
      root: [...folders],
      extensions: ['html'],
      dotfiles: 'deny',
      // Ours are set below.
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
