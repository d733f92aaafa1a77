import type { Db } from '../../../service/store/database.ts'

/** Collects the statements of a store while it answers questions. */
export interface Plans {
  /**
   * Reads of whole tables that grow with the events, by statement: their time grows, too. Reads of an index
   * of rare rows, and of the tables of one report, are none.
   */
  scans(): readonly string[]
}

const GROWING = /^SCAN (?:\w+ USING (?:COVERING )?INDEX )?((?:tracker_|page_|browse_)\w+)/

/** Begins to collect. SQLite forgets the plans with the connection, so ask before it is closed. */
export function collectPlans(db: Db): Plans {
  const statements = new Set<string>()
  const { prepare, exec } = db
  db.prepare = ((text: string) => {
    statements.add(text)
    return prepare.call(db, text)
  }) as typeof prepare
  db.exec = ((text: string) => {
    for (const one of text.split(';')) statements.add(one)
    return exec.call(db, text)
  }) as typeof exec

  const planOf = (text: string) => {
    const named = [...text.matchAll(/@(\w+)/g)].map(([, name = '']) => [name, 0] as const)
    const placed = [...text.matchAll(/\?/g)].map(() => 0)
    const values: unknown[] = named.length > 0 ? [Object.fromEntries(named)] : placed
    // Its own type takes one list of values, or none.
    const statement = prepare.call(db, `explain query plan ${text}`) as {
      all(...given: readonly unknown[]): unknown
    }
    const rows = statement.all(...values)
    return (rows as { readonly detail: string }[]).map(({ detail }) => detail)
  }

  return {
    scans() {
      Object.assign(db, { prepare, exec })
      return (
        [...statements]
          .filter((text) => /^\s*(?:select|with|insert|update|delete)\b/.test(text))
          // Triggers have a row of their own in hand, and read nothing else.
          .filter((text) => !/\b(?:new|old)\.\w/.test(text))
          .flatMap((text) => {
            const found = planOf(text).filter((detail) => GROWING.test(detail))
            return found.length > 0 ? [`${found.join(', ')}: ${shortened(text)}`] : []
          })
      )
    },
  }
}

const shortened = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 160)
