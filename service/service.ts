import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import files from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { LanguageModelSettings } from './agent/language-model.ts'
import { registerAgent } from './agent/routes.ts'
import type { PageBanners } from './browse/banners.ts'
import { registerBrowse } from './browse/routes.ts'
import type { Catalog } from './catalog/catalog.ts'
import type { Product } from './catalog/product.ts'
import { registerConsole } from './console/routes.ts'
import { registerDocumentation } from './documentation/routes.ts'
import type { DocumentationSite } from './documentation/site.ts'
import type { Keys } from './keys.ts'
import { type Rates, usualRates } from './rates.ts'
import { answerErrors, refuse } from './refusals.ts'
import { readMissingPage, registerShopPages } from './shop-pages.ts'
import { createConversationStore } from './store/conversations.ts'
import type { Db } from './store/database.ts'
import { createEventStore } from './store/events.ts'
import { registerAdmin } from './tracker/admin.ts'
import { createFaultMode } from './tracker/faults.ts'
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
  /** Served as they are; the first folder that has a file wins. */
  readonly folders?: readonly string[]
  /** Shown below `/docs/`. */
  readonly documentation?: DocumentationSite | undefined
  /** Opens `/admin/*`, which can read and erase every event: for tests and tools only. */
  readonly admin?: boolean
  /** Who finds the Shopping Agent's words; when absent, the agent itself. */
  readonly languageModel?: LanguageModelSettings | undefined
  /** Who may see the console and the admin path; when absent, whoever sits at this machine. */
  readonly token?: string | undefined
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

/** Long tracker URLs are refused by the tracker's own rules, not by Node's smaller limit. */
const HEADER_LIMIT_BYTES = 128 * 1024

const REQUEST_ID = 'x-request-id'

/** Browse and the tracker answer any shop's pages, and let them read the request id. */
const openToAll = { origin: '*', exposedHeaders: [REQUEST_ID], maxAge: 86_400 }

/**
 * Builds the whole service. It listens when told: `await service.listen({ port: 0 })`.
 * Closing it leaves `db` open, which belongs to the caller.
 */
export async function createService(options: ServiceOptions): Promise<FastifyInstance> {
  const { catalog, db, keys, banners = [] } = options
  const rates = { ...usualRates, ...options.rates }
  const app = fastify({
    http: { maxHeaderSize: HEADER_LIMIT_BYTES },
    routerOptions: { maxParamLength: HEADER_LIMIT_BYTES },
    // A request that hangs on purpose must not keep the service from closing.
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, _request, reply) => void refuse(reply as FastifyReply, error),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ [REQUEST_ID]: request.id, 'x-content-type-options': 'nosniff' })
  })
  await app.register(compress, { encodings: ['gzip'] })
  answerErrors(app, readMissingPage(options.folders))
  servePages(app, options)
  if (options.folders?.length) registerShopPages(app, { catalog })
  if (options.documentation) registerDocumentation(app, options.documentation)

  const events = createEventStore(db)
  const faultMode = createFaultMode()
  app.register(async (open) => {
    await open.register(cors, openToAll)
    registerBrowse(open, { catalog, keys, banners })
    registerTracker(open, { events, faultMode, keys, rate: rates.tracker })
    registerAgent(open, {
      catalog,
      keys,
      conversations: createConversationStore(db),
      languageModel: options.languageModel,
      rate: rates.agent,
    })
  })
  const { token } = options
  registerConsole(app, {
    db,
    events,
    actions: [...rules.keys()],
    titleOf: (pid) => titleOf(catalog.find(pid)),
    token,
    rate: rates.console,
  })
  if (options.admin) registerAdmin(app, { events, faultMode, token })
  return app
}

const titleOf = (product: Product | undefined) =>
  typeof product?.title === 'string' ? product.title : undefined

function servePages(app: FastifyInstance, { folders = [], pageFor }: ServiceOptions) {
  if (folders.length > 0) {
    app.register(files, { root: [...folders], extensions: ['html'], dotfiles: 'deny' })
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
