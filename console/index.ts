import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import {
  type ConsoleParts,
  columnsBeside,
  createReplyStore,
  type OpenConsole,
  type Rebuilt,
  removeColumns,
  type Sql,
  type UbiExport,
} from 'svc-tag-service'
import { createColumns } from './columns/columns.ts'
import { createLazyColumns } from './columns/lazy-columns.ts'
import { registerConsole } from './console-routes.ts'
import { createSampleTraffic } from './sample/sample-traffic.ts'
import { readUbiEvents, readUbiQueries, ubiLine } from './ubi/read-ubi.ts'
import { sendUbi } from './ubi/ubi-sender.ts'

export { runBooks } from './books/books-command.ts'

/** For programs that compare what stores hold. */
export { exportEvents } from './event-export.ts'
export { createEventSearch } from './event-search.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The folder of the pages' scripts: beside this file in the package, below `build` in the project. */
export const folder = [here('web'), here('build/web')].find(existsSync) ?? here('build/web')

/** Opens the console of a service: its pages, invented traffic, and the export to OpenSearch. */
export async function openConsole(parts: ConsoleParts): Promise<OpenConsole> {
  const { store, dbFile, ubi } = parts
  const columns = createLazyColumns(store, dbFile && columnsBeside(dbFile))
  const sample = createSampleTraffic(parts)
  const stopUbi =
    ubi === undefined ? undefined : await sendUbi({ store, columns, url: ubi, warn: console.warn })
  return {
    register: (app: FastifyInstance) => registerConsole(app, { ...parts, columns, sample }),
    addSample: sample.add,
    async close() {
      await Promise.all([stopUbi?.(), columns.close()])
    },
  }
}

/** Yields the events or searches of a store in the format of User Behavior Insights, one line each. */
export async function* exportUbi(store: Sql, wanted: UbiExport): AsyncGenerator<string> {
  const { format, bulk, from, to } = wanted
  const [columns, replies] = [await createColumns(store), await createReplyStore(store)]
  await columns.catchUp()
  const documents =
    format === 'ubi-queries'
      ? readUbiQueries(columns, replies, { from, to })
      : readUbiEvents(columns, { from, to })
  for await (const document of documents) yield ubiLine(document, bulk)
  await columns.close()
}

const PROGRESS_EVENTS = 100_000

/** Makes the columnar copy of a store's events anew. */
export async function rebuildColumns(
  store: Sql,
  db: string,
  onProgress: (events: number) => void,
): Promise<Rebuilt> {
  const file = columnsBeside(db)
  removeColumns(file)
  const columns = await createColumns(store, file)
  let said = 0
  await columns.catchUp((event) => {
    if (event - said < PROGRESS_EVENTS) return
    said = event
    onProgress(event)
  })
  const [row] = await columns.rows<{ readonly events: number }>(
    'select count(*) as events from event_rows',
  )
  await columns.close()
  return { file, events: row?.events ?? 0 }
}
