import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { demoKeys } from '../keys.ts'
import type { LogEntry } from '../log/log-entry.ts'
import { forgetUser } from '../store/forget.ts'
import { openKnownStore, openStore } from '../store/open-store.ts'
import { createServiceEvents } from '../store/service-events.ts'
import type { Sql } from '../store/sql.ts'
import { readEvent } from '../tracker/read-event.ts'
import { engineEntries, type Period, storedEntries } from './entries.ts'
import { importLog } from './import.ts'
import { readLog, readLogInThread } from './read-log.ts'
import { replay } from './replay.ts'

const STORE = '--db FILE or --store postgres://…'

const USAGE: Readonly<Record<string, string>> = {
  import: `svc-service import FILE… --into STORE [--site KEY]
  Reads tracker requests from access logs (nginx combined, CloudFront; .gz; - for standard input).`,
  replay: `svc-service replay (${STORE} or --log nats://…) --into STORE [--from TIME] [--to TIME] [--site KEY]
  Reads requests again, with the rules of this version, into another store.`,
  export: `svc-service export (${STORE} or --log nats://…) [--into FILE] [--from TIME] [--to TIME]
  Writes one JSON object a line: origin, site, action, query, browser, receivedAt.`,
  delete: `svc-service delete (${STORE}) --uid ID
  Forgets all events of one user. What the log keeps goes after 7 days.`,
}

/** Whether the first argument names a command; without one the service is started. */
export const isCommand = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(USAGE, name)

/** Runs one command and prints its report as JSON. @throws Error in one line. */
export async function runCommand(name: string, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      db: { type: 'string' },
      store: { type: 'string' },
      log: { type: 'string' },
      into: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      site: { type: 'string', default: demoKeys.siteKey },
      uid: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(USAGE[name])
  const given = { ...values, files: positionals }
  if (name === 'import') return importFiles(given)
  if (name === 'replay') return replayInto(given)
  if (name === 'export') return exportTo(given)
  return deleteUser(given)
}

interface Given {
  readonly files: readonly string[]
  readonly db?: string | undefined
  readonly store?: string | undefined
  readonly log?: string | undefined
  readonly into?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly site: string
  readonly uid?: string | undefined
}

/** 256 MB: the indexes of some million events. Their rows come in no order, and pages that were dropped are read again. */
const IMPORT_CACHE = 'pragma cache_size = -262144'

/** A thread cannot run TypeScript: from the sources, logs are read where they are stored. */
const read = import.meta.url.endsWith('.ts') ? readLog : readLogInThread

async function importFiles({ files, into, site }: Given) {
  if (files.length === 0) throw new Error('import: name at least one access log, or -.')
  const store = await openTarget('import', into)
  if (store.kind === 'sqlite') await store.exec(IMPORT_CACHE)
  const events = await createServiceEvents(store)
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
  const events = await createServiceEvents(target)
  print(await replay(source.entries, events, (query) => readEvent(query, given.site)))
  await Promise.all([target.close(), source.close()])
}

async function exportTo(given: Given) {
  const { entries, close } = await openSource('export', given)
  async function* lines() {
    for await (const entry of entries) yield `${JSON.stringify(entry)}\n`
  }
  const output = given.into ? createWriteStream(given.into, { flags: 'wx' }) : process.stdout
  await pipeline(Readable.from(lines()), output, { end: given.into !== undefined })
  await close()
}

async function deleteUser(given: Given) {
  if (!given.uid) throw new Error('delete: name the user with --uid.')
  const store = await openNamed('delete', given)
  await createServiceEvents(store)
  print({ uid: given.uid, forgotten: await forgetUser(store, given.uid) })
  await store.close()
}

interface Source {
  readonly entries: AsyncIterable<LogEntry>
  close(): Promise<void>
}

async function openSource(command: string, given: Given): Promise<Source> {
  const period: Period = {
    from: momentOf('--from', given.from, 0),
    to: momentOf('--to', given.to, Number.MAX_SAFE_INTEGER),
  }
  if (given.log) {
    return { entries: engineEntries(given.log, period), close: async () => undefined }
  }
  const store = await openNamed(command, given)
  return { entries: storedEntries(store, period), close: store.close }
}

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
