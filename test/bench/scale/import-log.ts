import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { storedEntries } from '../../../service/commands/entries.ts'
import { type ImportReport, importLog, replay } from '../../../service/commands/import-events.ts'
import { readLog } from '../../../service/commands/read-log.ts'
import { createCalendar } from '../../../service/console/analytics/calendar.ts'
import { createReporter } from '../../../service/console/analytics/count-report.ts'
import { readScope } from '../../../service/console/analytics/scope.ts'
import { createColumns } from '../../../service/store/columns/columns.ts'
import { openStore } from '../../../service/store/postgres.ts'
import { createServiceEvents } from '../../../service/store/service-events.ts'
import type { Sql } from '../../../service/store/sql.ts'
import { readEvent } from '../../../service/tracker/judge-event.ts'
import { pathOf } from './sender.ts'

const reader = (query: string) => readEvent(query, 'demo-site')

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }

type Format = 'nginx' | 'cloudfront'

const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const COLUMNS = 'date time cs-method cs-uri-stem sc-status cs(User-Agent) cs-uri-query'

/** An access log: mostly events, with repeats, pictures, refused requests and lines that are broken. */
async function writeLog(file: string, format: Format, from: number, to: number) {
  const output = createWriteStream(file)
  if (format === 'cloudfront') output.write(`#Version: 1.0\n#Fields: ${COLUMNS}\n`)
  for (let count = from; count < to; count += 1) {
    const isFull = !output.write(`${lineOf(count, format)}\n`)
    if (isFull) await once(output, 'drain')
  }
  output.end()
  await once(output, 'finish')
}

function lineOf(count: number, format: Format): string {
  const kind = count % 100
  if (kind === 98 && format === 'nginx') return 'broken'
  const target = kind === 99 ? '/logo.svg' : pathOf(count % 50 === 49 ? count - 1 : count)
  const status = kind === 97 ? 503 : 200
  const seconds = String(Math.floor(count / 10_000) % 60).padStart(2, '0')
  if (format === 'nginx') {
    return `10.0.0.1 - - [24/Nov/2026:10:00:${seconds} +0000] "GET ${target} HTTP/1.1" ${status} 43 "-" "${AGENT}"`
  }
  const [path = '', query = '-'] = target.split('?')
  const time = kind === 98 ? '' : `10:00:${seconds}`
  const coded = [AGENT.replaceAll(' ', '%20'), query.replaceAll('%', '%25')]
  return ['2026-11-24', time, 'GET', path, status, ...coded].join('\t')
}

async function reportOn(store: Sql) {
  const columns = await createColumns(store)
  await columns.catchUp()
  const labels = { list: (list: string) => list, facet: () => '', product: () => '' }
  const calendar = createCalendar('UTC')
  const reporter = createReporter({
    ...{ store, columns, labels, calendar, currency: 'EUR', samplePrefix: 'sample.' },
  })
  const report = await reporter.analytics(readScope({}, calendar))
  await columns.close()
  return JSON.stringify(report)
}

/** Imports half a log of nginx and half of CloudFront by the command that operators use. */
export const importRun = (lines: number) =>
  inFolder(async (folder) => {
    const into = join(folder, 'service.db')
    const files = await writeLogs(folder, lines)
    const reports = []
    for (const file of files) {
      const { stdout } = await run(process.execPath, [SERVICE, 'import', file, '--into', into])
      reports.push(JSON.parse(stdout) as ImportReport & { readonly seconds: number })
    }
    return { reports, seconds: reports.reduce((sum, { seconds }) => sum + seconds, 0) }
  })

const run = promisify(execFile)
const SERVICE = fileURLToPath(new URL('../../../service/build/main.js', import.meta.url))

/** All events in order of arrival, which decides which of two under one `t` came first. */
async function arrivalsOf(store: Sql) {
  const rows = await store.all<{ readonly uid: string; readonly t: string }>(
    'select uid, t from tracker_events order by id',
  )
  return rows.map(({ uid, t }) => `${uid} ${t}`).join('\n')
}

/**
 * Replays an imported log into a new store, and compares what the stores report, and the order in
 * which events arrived.
 */
export const replayRun = (lines: number) =>
  inFolder(async (folder) => {
    const first = await openStore(join(folder, 'first.db'))
    await importLogs(folder, first, lines)
    const second = await openStore(join(folder, 'second.db'))
    const events = await createServiceEvents(second)
    const replayed = await replay(storedEntries(first, everything), events, reader)
    const isSameReport = (await reportOn(first)) === (await reportOn(second))
    const isSameOrder = (await arrivalsOf(first)) === (await arrivalsOf(second))
    await Promise.all([first.close(), second.close()])
    return { ...replayed, isSameReport, isSameOrder }
  })

async function importLogs(folder: string, store: Sql, lines: number) {
  const events = await createServiceEvents(store)
  for (const file of await writeLogs(folder, lines))
    await importLog(readLog({ file, siteKey: 'demo-site' }), events)
}

async function writeLogs(folder: string, lines: number): Promise<readonly string[]> {
  const files: string[] = []
  for (const [index, format] of (['nginx', 'cloudfront'] as const).entries()) {
    const file = join(folder, `${format}.log`)
    await writeLog(file, format, (index * lines) / 2, ((index + 1) * lines) / 2)
    files.push(file)
  }
  return files
}

async function inFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scale-'))
  try {
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
