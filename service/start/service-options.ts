import { readFileSync } from 'node:fs'
import { isLoopback } from '../http/access-control.ts'
import { parseOptions } from './parse-options.ts'

/** More visits of sample traffic make the start slow and show nothing new. */
export const MAX_SAMPLE_VISITS = 10_000

/** The parsed options of a command line; see `SERVE_USAGE`. */
export type Options = NonNullable<ReturnType<typeof readOptions>>

export const SERVE_USAGE = `svc-service [options]
  --port N          where to listen (8080)
  --host HOST       on which address (127.0.0.1: this machine only)
  --catalog FILE    a feed: JSON array, NDJSON or CSV (none: no products)
  --db FILE         where the feed, conversations and events are kept (service.db)
  --site KEY        the site key that events carry (demo-site)
  --role ROLE       all, intake (takes events) or consume (stores and shows them)
  --log URL         nats://host:4222: events go through JetStream, to any number of machines
  --replicas N      copies of each event in a cluster of the log, when it is first made (1)
  --log-limit MB    the most that the log keeps, when it is first made (10240)
  --spool FILE      where events wait on this machine (beside --db)
  --spool-limit MB  the most that waits there; beyond it events are refused (1024)
  --store URL       postgres://…: events end in PostgreSQL instead of --db
  --keep 90d        forgets events that are older (h, d or w)
  --https           serves HTTPS with a self-made certificate, for pages that need a secure context
  --vendor          Browse answers what requests leave open as the vendor's service does: facets, one variant
  --sample N        adds invented traffic of N visits, in place of what was invented before
  --currency CODE   what the feed's prices are in, for /analytics (EUR)
  --time-zone ZONE  where the days of /analytics begin and end, as Europe/Berlin (this machine's)
  --ubi URL         sends searches and events to an OpenSearch, as User Behavior Insights
  --llm URL         an OpenAI-compatible language model that words the Shopping Agent's answers
  --assistant FILE  JSON: the Shopping Agent's answers, countries and words for persons and occasions
  --build           of the demo shop: builds the tag and the pages first, unless they are up to date
  --admin           opens /admin/*, which can read and erase every event
  --token-file FILE holds the token of those who may see /events, /analytics, /metrics and /admin; needed
                    behind a proxy, and wherever others can reach the host
  --token TEXT      the same, where the list of processes may show it; or the variable SVC_TOKEN

svc-service import|replay|export|rebuild|delete --help tells the other commands.`

const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Parses the options of the server; `undefined` if help was requested. @throws Error with a one-line message. */
export function readOptions(
  args: readonly string[],
  dbFile: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
) {
  const { values } = parseOptions({
    args: [...args],
    options: {
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      role: { type: 'string', default: 'all' },
      catalog: { type: 'string' },
      db: { type: 'string', default: dbFile },
      site: { type: 'string' },
      log: { type: 'string' },
      replicas: { type: 'string', default: '1' },
      'log-limit': { type: 'string', default: '10240' },
      spool: { type: 'string' },
      'spool-limit': { type: 'string', default: '1024' },
      store: { type: 'string' },
      keep: { type: 'string' },
      build: { type: 'boolean', default: false },
      https: { type: 'boolean', default: false },
      vendor: { type: 'boolean', default: false },
      sample: { type: 'string', default: '0' },
      currency: { type: 'string', default: 'EUR' },
      'time-zone': { type: 'string' },
      ubi: { type: 'string' },
      llm: { type: 'string' },
      assistant: { type: 'string' },
      admin: { type: 'boolean', default: false },
      token: { type: 'string' },
      'token-file': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const { host, db, log, store, admin, catalog, site, build, https, vendor } = values
  const token = readToken(values.token, values['token-file'], environment.SVC_TOKEN)
  const role = readRole(values.role, log)
  if (!isLoopback(host) && !token) {
    throw new Error(
      `--host ${host}: others can reach it; choose a --token-file for /events and /analytics.`,
    )
  }
  return {
    port: readPort(values.port),
    spool: values.spool ?? spoolBeside(db),
    spoolLimitBytes: readMegabytes('--spool-limit', values['spool-limit']),
    keepMs: values.keep === undefined ? undefined : readDuration('--keep', values.keep),
    store:
      store === undefined ? undefined : readUrl('--store', store, ['postgres:', 'postgresql:']),
    log: log === undefined ? undefined : readUrl('--log', log, ['nats:', 'tls:']),
    replicas: readReplicas(values.replicas),
    logLimitBytes: readMegabytes('--log-limit', values['log-limit']),
    sample: readSample(values.sample, role),
    currency: readCurrency(values.currency),
    timeZone: readTimeZone(values['time-zone']),
    ubi: readUbi(values.ubi, role),
    ...(values.llm !== undefined && { llm: readUrl('--llm', values.llm, ['http:', 'https:']) }),
    ...(values.assistant !== undefined && { assistant: values.assistant }),
    ...{ role, host, catalog, db, site, build, https, vendor, admin, token },
  }
}

/** A shorter one could be guessed, because wrong tokens never lock the right one out. */
const LEAST_TOKEN = 16

function readToken(
  token: string | undefined,
  file: string | undefined,
  variable: string | undefined,
): string | undefined {
  if (token !== undefined && file !== undefined)
    throw new Error('--token and --token-file: give one of them.')
  const given = token ?? (file === undefined ? variable || undefined : tokenIn(file))
  if (given === undefined || given.length >= LEAST_TOKEN) return given
  const source = token === undefined ? (file ?? 'SVC_TOKEN') : '--token'
  throw new Error(
    `${source}: a token has at least ${LEAST_TOKEN} characters; make one with "openssl rand -hex 16".`,
  )
}

function tokenIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(`--token-file ${file}: ${(error as Error).message}`, { cause: error })
  }
}

function readDuration(option: string, given: string): number {
  const [, number, unit = ''] = /^([1-9]\d{0,4})([hdw])$/.exec(given) ?? []
  const unitMs = UNITS_MS[unit]
  if (!unitMs) throw new Error(`${option} ${given}: not a time; write 90d, 12h or 2w.`)
  return Number(number) * unitMs
}

function readRole(given: string, log: string | undefined): Role {
  const role = roles.find((one) => one === given)
  if (!role) throw new Error(`--role ${given}: not a role; choose ${roles.join(', ')}.`)
  if (role === 'all' || log) return role
  throw new Error(`--role ${role}: needs a --log nats://… that joins it to the other role.`)
}

function readPort(given: string): number {
  const port = Number(given)
  if (/^\d+$/.test(given) && port <= 65_535) return port
  throw new Error(`--port ${given}: not a port (0 to 65535).`)
}

function readSample(given: string, role: Role): number {
  const visits = Number(given)
  if (!/^\d+$/.test(given) || visits > MAX_SAMPLE_VISITS) {
    throw new Error(`--sample ${given}: not a number of visits (0 to ${MAX_SAMPLE_VISITS}).`)
  }
  if (visits === 0 || role !== 'intake') return visits
  throw new Error(`--sample ${given}: an intake stores no events; give it to the consumer.`)
}

function readCurrency(given: string): string {
  if (Intl.supportedValuesOf('currency').includes(given)) return given
  throw new Error(`--currency ${given}: not a currency; write a code like EUR or USD.`)
}

function readTimeZone(given: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone
  } catch {
    throw new Error(`--time-zone ${given}: not a time zone; write a name like Europe/Berlin.`)
  }
}

function readUbi(given: string | undefined, role: Role): string | undefined {
  if (given === undefined) return undefined
  if (role === 'intake')
    throw new Error('--ubi: an intake stores no events; give it to the consumer.')
  return readUrl('--ubi', given, ['http:', 'https:'])
}

function readMegabytes(option: string, given: string): number {
  if (/^[1-9]\d{0,7}$/.test(given)) return Number(given) * 1024 ** 2
  throw new Error(`${option} ${given}: not a number of megabytes.`)
}

function readReplicas(given: string): number {
  if (/^[1-5]$/.test(given)) return Number(given)
  throw new Error(`--replicas ${given}: not a number of copies (1 to 5).`)
}

/** There may be several hosts, separated by commas; only the first is checked. */
function readUrl(option: string, given: string, protocols: readonly string[]): string {
  const [first = ''] = given.split(',')
  if (URL.canParse(first) && protocols.includes(new URL(first).protocol)) return given
  throw new Error(`${option} ${given}: not an address of the form ${protocols[0]}//host:port.`)
}

/** The path of the spool that belongs to a database file. */
export const spoolBeside = (db: string): string =>
  db === ':memory:' ? db : `${db.replace(/\.db$/, '')}.spool.db`

/**
 * The role of one process of the service. `all` does everything; `intake` receives events and
 * passes them to the log; `consume` stores them and serves the console.
 */
export type Role = (typeof roles)[number]

export const roles = ['all', 'intake', 'consume'] as const
