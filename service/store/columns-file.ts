import { rmSync } from 'node:fs'

/** The path of the column file that belongs to a database file. */
export const columnsBeside = (db: string): string =>
  db === ':memory:' ? db : `${db.replace(/\.db$/, '')}.columns.duckdb`

/**
 * Removes the file of a column store, which can be made anew from the events. It holds people's events, so that whoever forgets a person
 * removes it also where the console that made it is gone.
 */
export function removeColumns(file: string) {
  for (const part of [file, `${file}.wal`]) rmSync(part, { force: true })
}
