import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { demoKeys } from '../http/keys.ts'
import type { LogEntry } from '../log/log-consumer.ts'
import { forgetSpooled } from '../log/spool.ts'
import { neededConsole } from '../start/installed.ts'
import { parseOptions } from '../start/parse-options.ts'
import { spoolBeside } from '../start/service-options.ts'
import { columnsBeside, removeColumns } from '../store/columns-file.ts'
import { createEventStore } from '../store/event-table.ts'
import { lockFile, type Unlock } from '../store/file-lock.ts'
import { forgetUser } from '../store/forget.ts'
import { openKnownStore, openStore } from '../store/postgres.ts'
import type { Sql } from '../store/sql.ts'
import { readEvent } from '../tracker/judge-event.ts'
import { engineEntries, type Period, storedEntries } from './entries.ts'
import { importLog, replay } from './import-events.ts'
import { readLog, readLogInThread } from './read-log.ts'

const STORE = '--db FILE or --store postgres://…'

const USAGE: Readonly<Record<string, string>> = {
  import: `svc-service import FILE… --into STORE [--site KEY]
  Reads tracker requests from access logs (nginx combined, CloudFront; .gz; - for standard input).`,
  replay: `svc-service replay (${STORE} or --log nats://…) --into STORE [--from TIME] [--to TIME] [--site KEY]
  Reads requests again, with the rules of this version, into another store.`,
  export: `svc-service export (${STORE} or --log nats://…) [--into FILE] [--from TIME] [--to TIME]
  Writes one JSON object a line: origin, site, action, query, browser, receivedAt.
svc-service export (${STORE}) --format ubi-queries|ubi-events [--bulk] [--into FILE] [--from TIME] [--to TIME]
  Writes User Behavior Insights 1.3.0 for OpenSearch; --bulk adds the action lines of _bulk.`,
  rebuild: `svc-service rebuild --db FILE [--store postgres://…]
  Makes the column store of Analytics anew from the events. Stop the service first.`,
  books: `svc-service books FILE.csv (${STORE}) [--map FIELD=COLUMN] [--fail-under PERCENT] [--format text|json]
  Compares the shop's orders with the events: which were not counted, and why.`,
  delete: `svc-service delete (${STORE}) --uid ID
  Forgets everything of one user. With --store, give --db too, where the conversations are. While the service runs,
  its column store keeps unused bytes until "rebuild". What a log engine keeps goes after 7 days.`,
}

/** Whether the first argument is a command; otherwise, the service is started. */
export const isCommand = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(USAGE, name)

type Given = ReturnType<typeof readGiven>

function readGiven(args: readonly string[]) {
  const text = { type: 'string' } as const
  const { values, positionals } = parseOptions({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ db: text, store: text, log: text, into: text, from: text, to: text, uid: text },
      site: { type: 'string', default: demoKeys.siteKey },
      format: { type: 'string', default: 'requests' },
      bulk: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return { ...values, files: positionals }
}

/** Runs one command and prints its report as JSON. @throws Error with a one-line message. */
export async function runCommand(name: string, args: readonly string[]): Promise<void> {
  if (name === 'books') {
    const { runBooks } = await neededConsole('books')
    process.exitCode = await runBooks(args, {
      openStore: openKnownStore,
      siteKey: demoKeys.siteKey,
    })
    return
  }
  const given = readGiven(args)
  if (given.help) return console.log(USAGE[name])
  if (name === 'import') return importFiles(given)
  if (name === 'replay') return replayInto(given)
  if (name === 'export') return given.format === 'requests' ? exportTo(given) : exportUbi(given)
  if (name === 'rebuild') return rebuild(given)
  return deleteUser(given)
}

/** 256 MB, for the indexes of several million events. Rows arrive in random order, so evicted pages would have to be read again. */
const IMPORT_CACHE = 'pragma cache_size = -262144'

/** A thread cannot run TypeScript, so logs are read in the main thread when the service runs from its sources. */
const read = import.meta.url.endsWith('.ts') ? readLog : readLogInThread

async function importFiles({ files, into, site }: Given) {
  if (files.length === 0) throw new Error('import: name at least one access log, or -.')
  const store = await openTarget('import', into)
  if (store.kind === 'sqlite') await store.exec(IMPORT_CACHE)
  const events = await createEventStore(store)
  for (const file of files) {
    const start = Date.now()
    const report = await importLog(read({ file, siteKey: site }), events)
    print({ file, ...report, seconds: (Date.now() - start) / 1_000 })
  }
  await store.close()
}

async function replayInto(given: Given) {
  const target = await openTarget('replay', given.into)
  const source = await openSource('replay', given)
  const events = await createEventStore(target)
  print(await replay(source.entries, events, (query) => readEvent(query, given.site)))
  await Promise.all([target.close(), source.close()])
}

async function exportTo(given: Given) {
  const { entries, close } = await openSource('export', given)
  async function* lines() {
    for await (const entry of entries) yield `${JSON.stringify(entry)}\n`
  }
  await writeLines(lines(), given.into)
  await close()
}

async function exportUbi(given: Given) {
  const { format, bulk, into } = given
  if (format !== 'ubi-queries' && format !== 'ubi-events') {
    throw new Error(`export: --format ${format}: not a format; write ubi-queries or ubi-events.`)
  }
  if (given.log) throw new Error(`export: --format ${format} reads a store, not a log.`)
  const exporter = await neededConsole(`export --format ${format}`)
  const store = await openNamed('export', given)
  await writeLines(exporter.exportUbi(store, { format, bulk, ...periodOf(given) }), into)
  await store.close()
}

async function writeLines(lines: AsyncIterable<string>, into: string | undefined) {
  const output = into ? createWriteStream(into, { flags: 'wx', mode: 0o600 }) : process.stdout
  await pipeline(Readable.from(lines), output, { end: into !== undefined })
}

async function rebuild(given: Given) {
  if (!given.db) throw new Error('rebuild: name the database of the service with --db FILE.')
  const { rebuildColumns } = await neededConsole('rebuild')
  const start = Date.now()
  const unlock = lockFile(given.db)
  const store = await openNamed('rebuild', given)
  const rebuilt = await rebuildColumns(store, given.db, (events) =>
    console.error(`${events.toLocaleString('en')} events read`),
  )
  await store.close()
  unlock()
  print({ ...rebuilt, seconds: (Date.now() - start) / 1_000 })
}

async function deleteUser(given: Given) {
  if (!given.uid) throw new Error('delete: name the user with --uid.')
  const store = await openNamed('delete', given)
  const local = given.store && given.db ? await openKnownStore(given.db) : store
  await createEventStore(store)
  const forgotten = await forgetUser(store, given.uid, local)
  for (const one of new Set([store, local])) await one.close()
  const isStopped = given.db !== undefined && forgetFiles(given.db, given.uid)
  print({
    uid: given.uid,
    forgotten,
    ...(given.db && { columns: isStopped ? 'deleted' : 'in use' }),
  })
}

/**
 * Empties the files beside a database: the column store, which is made anew, and what waits in the spool. Does nothing while a service
 * uses them; that service deletes the rows of its columns, and does not store what waits.
 */
function forgetFiles(db: string, uid: string): boolean {
  const unlock = lockIfFree(db)
  if (!unlock) return false
  removeColumns(columnsBeside(db))
  forgetSpooled(spoolBeside(db), uid)
  unlock()
  return true
}

function lockIfFree(db: string): Unlock | undefined {
  try {
    return lockFile(db)
  } catch {
    return undefined
  }
}

interface Source {
  readonly entries: AsyncIterable<LogEntry>
  close(): Promise<void>
}

async function openSource(command: string, given: Given): Promise<Source> {
  const period = periodOf(given)
  if (given.log) {
    return { entries: engineEntries(given.log, period), close: async () => undefined }
  }
  const store = await openNamed(command, given)
  return { entries: storedEntries(store, period), close: store.close }
}

const periodOf = ({ from, to }: Pick<Given, 'from' | 'to'>): Period => ({
  from: momentOf('--from', from, 0),
  to: momentOf('--to', to, Number.MAX_SAFE_INTEGER),
})

async function openTarget(command: string, into: string | undefined): Promise<Sql> {
  if (!into) throw new Error(`${command}: name a store with --into new.db or --into postgres://…`)
  return openStore(into)
}

async function openNamed(command: string, { db, store }: Given): Promise<Sql> {
  const name = store ?? db
  if (!name) throw new Error(`${command}: name a store with ${STORE}.`)
  return openKnownStore(name)
}

function momentOf(option: string, given: string | undefined, absent: number): number {
  if (given === undefined) return absent
  const moment = Date.parse(given)
  if (Number.isNaN(moment))
    throw new Error(`${option} ${given}: not a time; write 2026-11-24T08:00Z.`)
  return moment
}

const print = (report: object) => console.log(JSON.stringify(report, null, 2))
