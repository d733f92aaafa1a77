import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { type AssistantSettings, languageModelFrom } from '../agent/assistant-contract.ts'
import { type Catalog, loadCatalog, openCatalog } from '../catalog/catalog.ts'
import { demoKeys } from '../http/keys.ts'
import { openSqliteLog } from '../log/drain-spool.ts'
import { openJetStreamLog } from '../log/jetstream-log.ts'
import type { EventLog } from '../log/log-consumer.ts'
import { type Db, openDatabase } from '../store/database.ts'
import { lockFile } from '../store/file-lock.ts'
import { forgetBefore } from '../store/forget.ts'
import { openPostgres } from '../store/postgres.ts'
import type { Sql } from '../store/sql.ts'
import { sqliteStore } from '../store/sqlite.ts'
import { createProductStore } from '../store/stored-products.ts'
import { loadInstalled, missingLines, neededConsole } from './installed.ts'
import { checkPort, createStages, type Stage, selfMadeCertificate } from './prepare-start.ts'
import { createService, type ServiceOptions } from './service.ts'
import { type Options, readOptions, SERVE_USAGE } from './service-options.ts'

/** The parts that a program, such as the demo shop, adds to the service that it starts. */
export interface Extras extends Pick<ServiceOptions, 'assistant' | 'banners' | 'addPages'> {
  /** The folders of the files to serve; the first that has a file wins. Missing ones are left out. */
  readonly folders?: (catalog: Catalog) => readonly string[]
  /** The feed to use if the command line names none. */
  readonly catalogFile?: () => Promise<string>
  /** The database file to use if the command line names none. */
  readonly dbFile?: string
  /** Builds what the pages need, for `--build`. Resolves with whether anything had to be built. */
  readonly build?: (signal: AbortSignal) => Promise<boolean>
  /** Prints the URLs to open, once the service listens. */
  readonly welcome?: (url: string, products: number, options: Options) => string
}

/**
 * Starts the service with the given arguments, and stops it cleanly on SIGINT or SIGTERM. If it cannot start, it
 * prints the reason in one line and exits with code 1.
 */
export function start(args: readonly string[], extras: Extras = {}) {
  run(args, extras).catch(fail)
}

/** Ends the process with a one-line message. */
export function fail(error: unknown) {
  console.error((error as Error).message ?? error)
  process.exit(1)
}

async function run(args: readonly string[], extras: Extras): Promise<void> {
  const options = readOptions(args, extras.dbFile ?? 'service.db')
  if (!options) return console.log(SERVE_USAGE)

  await checkInstalled(options)
  const stage = createStages(options.build ? console.log : () => {})
  const db = await stage(
    async () => {
      await checkPort(options)
      return openFiles(options)
    },
    () => 'Port and database checked',
  )
  const catalog = await readAndBuild(db, options, extras, stage)
  // What is written from now on, such as the columns of Analytics, is about people; the build above was not.
  process.umask(0o077)
  for (const notice of catalog.notices) console.warn(notice)
  const keys = { ...demoKeys, ...(options.site && { siteKey: options.site }) }
  const log = openLog(options)
  const store = await openStore(options, db)
  const service = await createService({
    ...{ catalog, db, store, log, keys },
    ...{ role: options.role, admin: options.admin, token: options.token },
    assistant: await assistantOf(options, extras),
    ...{ currency: options.currency, timeZone: options.timeZone, ubi: options.ubi },
    dbFile: options.db,
    isVendor: options.vendor,
    certificate: options.https ? await selfMadeCertificate(options.host) : undefined,
    ...(extras.banners && { banners: extras.banners }),
    ...(extras.addPages && { addPages: extras.addPages }),
    languageModel: languageModelFrom(process.env, options.llm),
    folders: foldersOf(extras, catalog),
  })
  await service.ready()
  if (options.sample > 0) await service.addSample?.(options.sample)
  const url = await service.listen({ port: options.port, host: options.host })
  stopAtSignals(service, store)
  forgetOld(store, db, options)
  console.log((extras.welcome ?? welcome)(url, catalog.size, options))
}

/** Reserves the files of a process for it, so that no second one empties its catalogue or reads its spool. */
function openFiles({ role, db, spool }: Options): Db {
  const file = role === 'intake' ? ':memory:' : db
  lockFile(file)
  if (role !== 'consume') lockFile(spool)
  return openDatabase(file)
}

async function assistantOf(
  { assistant: file }: Options,
  extras: Extras,
): Promise<AssistantSettings | undefined> {
  if (file === undefined) return extras.assistant
  const { assistant } = await loadInstalled()
  if (assistant) return assistant.readAssistantFile(file)
  throw new Error(`--assistant ${file}: the assistant is not installed.`)
}

const foldersOf = ({ folders }: Extras, catalog: Catalog) =>
  (folders?.(catalog) ?? []).filter((folder) => existsSync(folder))

/** Says what is not installed. @throws Error for an option that needs it. */
async function checkInstalled({ sample, ubi }: Options): Promise<void> {
  for (const line of missingLines(await loadInstalled())) console.log(line)
  if (sample > 0) await neededConsole('--sample')
  if (ubi !== undefined) await neededConsole('--ubi')
}

/** Reads the feed while the pages are being built. If one of them fails, the other is stopped. */
async function readAndBuild(
  db: Db,
  options: Options,
  extras: Extras,
  stage: Stage,
): Promise<Catalog> {
  if (options.build && !extras.build) {
    throw new Error('--build: the package is built already; only the demo shop has this option.')
  }
  const building = new AbortController()
  const [catalog] = await Promise.all([
    stage(
      async () => readCatalog(db, options.catalog ?? (await extras.catalogFile?.())),
      ({ size }) => `${size.toLocaleString('en')} products read`,
    ),
    options.build &&
      extras.build &&
      stage(
        async () => extras.build?.(building.signal),
        (isBuilt) => `Tag and pages ${isBuilt ? 'built' : 'up to date'}`,
      ),
  ]).catch((error: unknown) => {
    building.abort()
    throw error
  })
  return catalog
}

async function readCatalog(db: Db, feed: string | undefined): Promise<Catalog> {
  const products = createProductStore(db)
  return feed ? openCatalog(products, feed) : loadCatalog(products, [])
}

function openLog(options: Options): EventLog {
  const { log, replicas, logLimitBytes: maxBytes } = options
  const spool = { file: options.spool, limitBytes: options.spoolLimitBytes }
  return log ? openJetStreamLog({ url: log, replicas, maxBytes }, spool) : openSqliteLog(spool)
}

const openStore = async ({ store }: Options, db: Db): Promise<Sql> =>
  store ? openPostgres(store) : sqliteStore(db)

const FORGET_EVERY_MS = 3_600_000

/** Deletes what is too old, now and every hour. */
function forgetOld(store: Sql, db: Db, { keepMs, role }: Options) {
  if (keepMs === undefined || role === 'intake') return
  const local = store.kind === 'sqlite' ? store : sqliteStore(db)
  const forget = () =>
    forgetBefore(store, Date.now() - keepMs, local).catch((error: unknown) =>
      console.error(`--keep: ${(error as Error).message}`),
    )
  setInterval(forget, FORGET_EVERY_MS).unref()
  void forget()
}

/** A second signal ends the process at once, because its sender does not want to wait. */
function stopAtSignals(service: FastifyInstance, store: Sql) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // The client of an engine that has never responded retries forever and cannot give up its first connection.
      void service
        .close()
        .then(() => store.close())
        .then(() => process.exit())
    })
  }
}

/** Who may open the console, in a sentence for the start. */
export const accessOf = (token: string | undefined) =>
  token === undefined
    ? 'open to everyone on this machine, closed to requests through a proxy'
    : 'add ?token=… to the address once'

const welcome = (url: string, products: number, { role, token }: Options) => `
  Role               ${role}
  Events, live       ${url}/events
  Tracker            ${url}/v2/1p.jpg
  Metrics            ${url}/metrics
  Private pages      ${accessOf(token)}

  ${products.toLocaleString('en')} products. Stop with Ctrl+C.
`
