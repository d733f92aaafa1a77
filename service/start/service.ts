import { existsSync } from 'node:fs'
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { registerAgent, registerMissingAgent } from '../agent/agent-routes.ts'
import type {
  AssistantModule,
  AssistantSettings,
  LanguageModelSettings,
} from '../agent/assistant-contract.ts'
import type { PageBanners } from '../browse/banners.ts'
import { IGNORED_HEADER, registerBrowse } from '../browse/browse-routes.ts'
import { recordReplies } from '../browse/record-replies.ts'
import { createRequestLog, logBrowseRequests, type RequestLog } from '../browse/request-log.ts'
import type { Catalog } from '../catalog/catalog.ts'
import {
  type AnswerFaultModes,
  type AnswerFaults,
  createFaultMode,
  type FaultMode,
  meetFaults,
  registerAnswerFaults,
} from '../http/answer-faults.ts'
import { type AppOptions, createApp, REQUEST_ID } from '../http/app.ts'
import type { Keys } from '../http/keys.ts'
import { type Rates, usualRates } from '../http/rates.ts'
import { openSqliteLog } from '../log/drain-spool.ts'
import { type EventLog, storeEvents } from '../log/log-consumer.ts'
import { createIntakeMetrics, createRegistry } from '../operate/metrics.ts'
import {
  consumerTroubles,
  intakeNotes,
  intakeTroubles,
  registerOperate,
  soon,
} from '../operate/operate-routes.ts'
import { createConversationStore } from '../store/conversations.ts'
import type { Db } from '../store/database.ts'
import { createEventStore, type EventStore } from '../store/event-table.ts'
import { createReplyStore, type ReplyStore } from '../store/replies.ts'
import type { Sql } from '../store/sql.ts'
import { sqliteStore } from '../store/sqlite.ts'
import { registerAdmin } from '../tracker/admin.ts'
import { readEvent } from '../tracker/judge-event.ts'
import { rules } from '../tracker/payload-rules.ts'
import { DROPS_REPEATS_HEADER, REASONS_HEADER, VERDICT_HEADER } from '../tracker/pixel-answer.ts'
import {
  createRefusedRequests,
  type RefusedRequests,
  traceRefused,
} from '../tracker/refused-requests.ts'
import type { Faults } from '../tracker/simulated-faults.ts'
import { createAccept, registerTracker } from '../tracker/tracker-routes.ts'
import { type ConsoleParts, type OpenConsole, registerMissingConsole } from './console-contract.ts'
import { type Installed, loadInstalled } from './installed.ts'
import type { Role } from './service-options.ts'

export type { Page } from '../http/app.ts'

/** The dependencies and settings of a service. */
export interface ServiceOptions extends Omit<AppOptions, 'cutsRequests' | 'refused'> {
  readonly catalog: Catalog
  /** Stores conversations, and also events if there is no `store`. */
  readonly db: Db
  readonly keys: Keys
  /** The role of this process; `all` if absent. */
  readonly role?: Role
  /** The event log; an in-memory log by default. */
  readonly log?: EventLog
  /** Stores the events; `db` if absent. */
  readonly store?: Sql
  /** Content that Browse shows above the products of some pages. */
  readonly banners?: readonly PageBanners[]
  /** Whether Browse answers what a request leaves open as the vendor does; as the contract does if absent. */
  readonly isVendor?: boolean
  /** Opens `/admin/*`, which can read and delete every event. Only for tests and tools. */
  readonly admin?: boolean
  /** The Shopping Agent's currency, and its answers about returns, delivery and similar topics. */
  readonly assistant?: AssistantSettings | undefined
  /** The language model that phrases the Shopping Agent's answers; if absent, the agent uses its own texts. */
  readonly languageModel?: LanguageModelSettings | undefined
  /** The token for the console and the admin path; if absent, everyone on this machine may use them. */
  readonly token?: string | undefined
  /** The ISO 4217 code of the prices in the console; EUR if absent. */
  readonly currency?: string | undefined
  /** The IANA time zone in which days begin and end in Analytics; the machine's time zone if absent. */
  readonly timeZone?: string | undefined
  /** The database file, beside which the console keeps its own copy of the events; in memory if absent. */
  readonly dbFile?: string | undefined
  /** The URL of the OpenSearch server that receives User Behavior Insights; none if absent. */
  readonly ubi?: string | undefined
  /** Limits that differ from the usual ones. */
  readonly rates?: Partial<Rates>
  /** Adds further pages, as the demo shop does. */
  readonly addPages?: (app: FastifyInstance, catalog: Catalog) => void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Replaces the console's invented traffic by this many visits; absent where there is no console. */
    addSample?: OpenConsole['addSample']
  }
}

/** Browse and the tracker accept requests from any shop's pages, and expose their headers to them. */
const openToAll = {
  origin: '*',
  exposedHeaders: [
    REQUEST_ID,
    IGNORED_HEADER,
    VERDICT_HEADER,
    REASONS_HEADER,
    DROPS_REPEATS_HEADER,
  ],
  maxAge: 86_400,
}

/** How long stopping the service, or a page that shows events, waits until recently received events are stored. */
const SETTLE_MS = { atClose: 10_000, atRequest: 2_000 }

const actions = [...rules.keys()]

/**
 * Creates a whole service, or one role of it. Start it with `await service.listen({ port: 0 })`. Closing it stores the events that are in
 * the log, and closes the log; `db` and `store` stay open, because they belong to the caller.
 */
export async function createService(options: ServiceOptions): Promise<FastifyInstance> {
  const { role = 'all', log = openSqliteLog({ file: ':memory:' }) } = options
  const refused = createRefusedRequests()
  const installed = await loadInstalled()
  const folders = [...(options.folders ?? []), ...consoleFolders(installed)]
  const cutsRequests = options.admin ?? false
  const app = await createApp({ ...options, folders, refused, cutsRequests })
  options.addPages?.(app, options.catalog)
  const rates = { ...usualRates, ...options.rates }
  const store = options.store ?? sqliteStore(options.db)
  const parts: Parts = {
    ...{ ...options, log, rates, store, refused },
    faultMode: createFaultMode<Faults>(),
    answerFaults: {
      browse: createFaultMode<AnswerFaults>(),
      agent: createFaultMode<AnswerFaults>(),
    },
    requestLog: createRequestLog(),
  }

  const events = role === 'intake' ? undefined : await createEventStore(store)
  const { keys } = options
  const opened = events && (await installed.console?.openConsole(consoleParts(parts, events)))
  const replies = role === 'all' ? await createReplyStore(store) : undefined
  const consumer = events && storeEvents(log, events, (query) => readEvent(query, keys.siteKey))
  app.addHook('preClose', async () => {
    await opened?.close()
  })
  app.addHook('onClose', async () => {
    if (role !== 'intake') await log.settled(SETTLE_MS.atClose)
    await consumer?.stop()
    await log.close(SETTLE_MS.atClose)
  })
  const registry = createRegistry(log, events && { events, store })
  app.register(async (open) => {
    await open.register(cors, openToAll)
    if (role !== 'consume') registerIntake(open, parts, registry)
    if (replies) registerShop(open, parts, replies, installed.assistant)
  })
  if (events) registerPages(app, parts, events, opened)
  registerOperate(app, {
    registry,
    token: options.token,
    troubles: async () => [
      ...(role === 'consume' ? [] : await intakeTroubles(log)),
      ...(consumer && events ? await consumerTroubles(consumer, () => soon(events.counts())) : []),
    ],
    notes: async () => (role === 'intake' ? intakeNotes(log) : []),
  })
  return app
}

const consoleFolders = ({ console }: Installed): readonly string[] =>
  console && existsSync(console.folder) ? [console.folder] : []

type Parts = ServiceOptions & {
  readonly log: EventLog
  readonly store: Sql
  readonly rates: Rates
  readonly refused: RefusedRequests
  readonly faultMode: FaultMode<Faults>
  readonly answerFaults: AnswerFaultModes
  readonly requestLog: RequestLog
}

function registerIntake(app: FastifyInstance, parts: Parts, registry: Registry) {
  const { log, faultMode, keys, rates, refused } = parts
  const metrics = createIntakeMetrics(registry, actions)
  const accept = createAccept({ log, metrics, keys })
  traceRefused(app, { refused, accept, rate: rates.tracker })
  registerTracker(app, { accept, faultMode, keys, rate: rates.tracker })
}

function registerShop(
  app: FastifyInstance,
  parts: Parts,
  replies: ReplyStore,
  agent: AssistantModule | undefined,
) {
  const { catalog, db, keys, banners = [], isVendor = false, answerFaults } = parts
  app.register(async (browse) => {
    logBrowseRequests(browse, parts.requestLog)
    recordReplies(browse, replies)
    meetFaults(browse, answerFaults.browse)
    registerBrowse(browse, { catalog, keys, banners, isVendor })
  })
  if (!agent) return registerMissingAgent(app)
  const { assistant: settings, languageModel } = parts
  app.register(async (answering) => {
    meetFaults(answering, answerFaults.agent)
    registerAgent(answering, {
      assistant: agent.createAssistant(catalog, { settings, languageModel }),
      keys,
      conversations: createConversationStore(db),
      rate: parts.rates.agent,
    })
  })
}

function consoleParts(parts: Parts, events: EventStore): ConsoleParts {
  const { catalog, keys, token, rates, store, refused, requestLog, dbFile, ubi } = parts
  return {
    ...{ catalog, store, events, refused, requestLog, actions, token, dbFile, ubi },
    siteKey: keys.siteKey,
    timeZone: parts.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    currency: parts.currency ?? 'EUR',
    rate: rates.console,
  }
}

function registerPages(
  app: FastifyInstance,
  parts: Parts,
  events: EventStore,
  opened: OpenConsole | undefined,
) {
  const { token, log, faultMode } = parts
  if (opened) app.decorate('addSample', opened.addSample)
  app.register(async (settled) => {
    // A page that is opened right after an event was sent shows that event.
    settled.addHook('onRequest', () => log.settled(SETTLE_MS.atRequest))
    if (opened) opened.register(settled)
    else registerMissingConsole(settled)
    if (!parts.admin) return
    registerAdmin(settled, { events, faultMode, token })
    registerAnswerFaults(settled, parts.answerFaults, token)
  })
}
