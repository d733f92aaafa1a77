import { existsSync } from 'node:fs'
import type { Sql } from 'svc-tag-service'
import { type Columns, closing, createColumns } from './columns.ts'

/** Creates the columns of a store at the first use, so that a service without report readers does not load the engine. */
export function createLazyColumns(store: Sql, file?: string): Columns {
  let opening: Promise<Columns> | undefined
  let isClosed = false

  function open(): Promise<Columns> {
    if (isClosed) return Promise.reject(closing())
    opening ??= createColumns(store, file).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  // The file exists if a report was requested before.
  const isWanted = () => opening !== undefined || (file !== undefined && existsSync(file))

  return {
    isWanted,
    rows: async (text, values) => (await open()).rows(text, values),
    async *stream<Row>(text: string, values?: Parameters<Columns['stream']>[1]) {
      yield* (await open()).stream<Row>(text, values)
    },
    session: async (work) => (await open()).session(work),
    catchUp: async (onSlice) => (await open()).catchUp(onSlice),
    drawSlice: async () => (await open()).drawSlice(),
    settledEvent: async () => (await open()).settledEvent(),
    clear: async () => (isWanted() ? (await open()).clear() : undefined),
    async close() {
      isClosed = true
      await opening?.then(
        (columns) => columns.close(),
        () => undefined,
      )
    },
  }
}
