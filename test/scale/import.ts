import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storedEntries } from '../../service/commands/entries.ts'
import { importLog } from '../../service/commands/import.ts'
import { replay } from '../../service/commands/replay.ts'
import { createFacts } from '../../service/console/analytics/facts.ts'
import { createReporter } from '../../service/console/analytics/report.ts'
import { readScope } from '../../service/console/analytics/scope.ts'
import { openStore } from '../../service/store/open-store.ts'
import { createServiceEvents } from '../../service/store/service-events.ts'
import type { Sql } from '../../service/store/sql.ts'
import { readEvent } from '../../service/tracker/read-event.ts'
import { pathOf } from './sender.ts'

const reader = (query: string) => readEvent(query, 'demo-site')

const everything = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** An access log of nginx: mostly events, with repeats, pictures and lines that are broken. */
async function writeLog(file: string, lines: number) {
  const output = createWriteStream(file)
  for (let count = 0; count < lines; count += 1) {
    const isFull = !output.write(`${lineOf(count)}\n`)
    if (isFull) await once(output, 'drain')
  }
  output.end()
  await once(output, 'finish')
}

function lineOf(count: number): string {
  if (count % 100 === 98) return 'broken'
  const target = count % 100 === 99 ? '/logo.svg' : pathOf(count % 50 === 49 ? count - 1 : count)
  const status = count % 100 === 97 ? 503 : 200
  const seconds = String(Math.floor(count / 10_000) % 60).padStart(2, '0')
  return `10.0.0.1 - - [24/Nov/2026:10:00:${seconds} +0000] "GET ${target} HTTP/1.1" ${status} 43 "-" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"`
}

async function reportOn(store: Sql) {
  await (await createFacts(store)).catchUp()
  const labels = { list: (list: string) => list, facet: () => '', product: () => '' }
  const reporter = createReporter({ store, labels, currency: 'EUR', samplePrefix: 'sample.' })
  const report = await reporter.analytics(readScope({}))
  return JSON.stringify(report)
}

/** Imports a log, replays the store into a new one, and compares what they report. */
export async function importRun(lines: number) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scale-'))
  try {
    const file = join(folder, 'access.log')
    await writeLog(file, lines)
    const first = await openStore(join(folder, 'first.db'))
    const start = performance.now()
    const report = await importLog(file, await createServiceEvents(first), reader)
    const seconds = (performance.now() - start) / 1_000
    const second = await openStore(join(folder, 'second.db'))
    const replayed = await replay(
      storedEntries(first, everything),
      await createServiceEvents(second),
      reader,
    )
    const isSame = (await reportOn(first)) === (await reportOn(second))
    await Promise.all([first.close(), second.close()])
    return { ...report, seconds, replayed, isSameReport: isSame }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
