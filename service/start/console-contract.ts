import type { FastifyInstance } from 'fastify'
import type { RequestLog } from '../browse/request-log.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventStore } from '../store/event-table.ts'
import type { Sql } from '../store/sql.ts'
import type { RefusedRequests } from '../tracker/refused-requests.ts'

/** What the package `svc-tag-console` exports. The service loads it if it is installed. */
export interface ConsoleModule {
  /** The folder of the pages' scripts, which the service serves. */
  readonly folder: string
  /** Opens the console of a service. The caller closes it. */
  openConsole(parts: ConsoleParts): Promise<OpenConsole>
  /** Yields the events or searches of a store in the format of User Behavior Insights, one line each. */
  exportUbi(store: Sql, wanted: UbiExport): AsyncIterable<string>
  /**
   * Makes the columnar copy of a store's events anew. Resolves with its file and the number of its events.
   *
   * @param onProgress - Called now and then with how many events have been read.
   */
  rebuildColumns(store: Sql, db: string, onProgress: (events: number) => void): Promise<Rebuilt>
  /** Compares the shop's orders with the events of a store, as the command line asks. Resolves with the exit code. */
  runBooks(args: readonly string[], deps: BooksCommandDeps): Promise<number>
}

/** What the command for books uses of the service. */
export interface BooksCommandDeps {
  /** Opens an existing store. */
  openStore(name: string): Promise<Sql>
  /** The site key if the command line names none. */
  readonly siteKey: string
}

/** What the console reads, and how it is set up. */
export interface ConsoleParts {
  readonly catalog: Catalog
  readonly store: Sql
  readonly events: EventStore
  readonly refused: RefusedRequests
  readonly requestLog: RequestLog
  /** The actions that the tracker's contract knows. */
  readonly actions: readonly string[]
  readonly siteKey: string
  /** The access token; `undefined` if everyone on this machine may read the console. */
  readonly token: string | undefined
  /** ISO 4217. */
  readonly currency: string
  /** IANA; days begin and end in this time zone for every reader. */
  readonly timeZone: string
  /** Requests that one address may make in ten seconds. */
  readonly rate: number
  /** The database file, beside which the columnar copy of the events is kept; in memory if absent. */
  readonly dbFile: string | undefined
  /** The URL of the OpenSearch server that receives User Behavior Insights; none if absent. */
  readonly ubi: string | undefined
}

/** The console of one service. */
export interface OpenConsole {
  /** Adds the pages and their data. */
  register(app: FastifyInstance): void
  /** Replaces the invented traffic by this many visits. Resolves with the number of their events. */
  addSample(visits: number): Promise<number>
  close(): Promise<void>
}

/** The form and the period, in milliseconds since 1970, of an export. */
export interface UbiExport {
  readonly format: 'ubi-queries' | 'ubi-events'
  /** Adds the action lines of OpenSearch's `_bulk`. */
  readonly bulk: boolean
  readonly from: number
  readonly to: number
}

/** What a rebuild wrote. */
export interface Rebuilt {
  readonly file: string
  readonly events: number
}

/** The pages that the console serves. */
const PAGES = ['events', 'analytics', 'attribution', 'books', 'requests']

const MISSING_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>The console is not installed</title>
<body style="font:1rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.25rem">
<h1>The console is not installed</h1>
<p>This page belongs to the package <code>svc-tag-console</code>. Install it beside <code>svc-tag-service</code>, and start the service again. Events are received and stored meanwhile.</p>
</html>`

/** Answers the console's addresses, where it is not installed, with a page that says so. */
export function registerMissingConsole(app: FastifyInstance) {
  for (const page of PAGES)
    app.get(`/${page}`, (_request, reply) =>
      reply.code(404).type('text/html; charset=utf-8').send(MISSING_PAGE),
    )
}
