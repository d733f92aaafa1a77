import type { SqlValue, SqlValues } from './sql.ts'

/**
 * Functions that SQLite has and PostgreSQL lacks, so that every statement of the service is written once, in
 * SQLite's dialect. As in SQLite, JSON is stored as text.
 */
export const DIALECT = `
  create or replace function iif(condition boolean, yes anycompatible, no anycompatible)
    returns anycompatible immutable language sql as 'select case when $1 then $2 else $3 end';
  create or replace function json_each(list text) returns table (value text) rows 10 immutable
    language sql as $$ select json_array_elements_text(list::json) $$;
  create or replace function instr(haystack text, needle text) returns integer immutable
    language sql as 'select strpos($1, $2)';
  create or replace function json_extract(data text, path text) returns text immutable
    language sql as $$ select data::jsonb ->> substr(path, 3) $$;
`

/** Texts are compared byte by byte, like in SQLite; integers have 64 bits. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/\binteger primary key autoincrement\b/g, 'bigserial primary key'],
  [/\binteger\b(?= (?:not null|primary key))/g, 'bigint'],
  [/\btext\b(?= (?:not null|primary key))/g, 'text collate "C"'],
  [/\) strict\b/g, ')'],
]

/** Translates a statement to PostgreSQL, without its values. */
export const translated = (statement: string): string =>
  REPLACEMENTS.reduce((text, [pattern, by]) => text.replace(pattern, by), statement)

/** A statement with its values, in the form that the PostgreSQL driver takes. */
export interface Query {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** Translates a statement with named (`@from`) or positional (`?`) values to PostgreSQL. */
export function queryOf(statement: string, values: SqlValues = []): Query {
  const text = translated(statement)
  if (Array.isArray(values)) {
    let place = 0
    return { text: text.replace(/\?/g, () => `$${++place}`), values }
  }
  // PostgreSQL rejects values that the statement does not use.
  const used = new Set([...text.matchAll(/@(\w+)/g)].map(([, name]) => name))
  const named = Object.entries(values).filter(([name]) => used.has(name))
  const numbered = text.replace(/@(\w+)/g, (given, name) => {
    const index = named.findIndex(([known]) => known === name)
    return index < 0 ? given : `$${index + 1}::${typeOf(named[index]?.[1] ?? null)}`
  })
  return { text: numbered, values: named.map(([, value]) => value) }
}

/** PostgreSQL cannot infer the type of a value that is only compared with another value. */
const typeOf = (value: SqlValue) => (typeof value === 'number' ? 'bigint' : 'text')

/** Turns an insert of one row into one of several, by repeating `values (?, …)` for each list. Other statements are unchanged. */
export function insertOfMany(
  statement: string,
  lists: readonly (readonly SqlValue[])[],
): Query | undefined {
  const [row] = /\((?:\?,? ?)+\)/.exec(statement) ?? []
  if (!row || !/^\s*insert into\b/.test(statement)) return undefined
  const rows = lists.map(() => row).join(', ')
  return queryOf(statement.replace(row, rows), lists.flat())
}
