import type { SqlValue, SqlValues } from './sql.ts'

/**
 * Functions that SQLite has and PostgreSQL lacks, so that every statement of the service is written once, in
 * SQLite's dialect. JSON is kept as text, as there.
 */
export const DIALECT = `
  create or replace function iif(condition boolean, yes anycompatible, no anycompatible)
    returns anycompatible immutable language sql as 'select case when $1 then $2 else $3 end';
  create or replace function json_at(json text, path text) returns json immutable language sql as $$
    select case when path = '$' then json::json
      when path like '$.%' then json::json #> string_to_array(substr(path, 3), '.')
      else json::json -> path end $$;
  create or replace function json_text_at(json text, path text) returns text immutable language sql
    as $$ select json_at(json, path) #>> '{}' $$;
  create or replace function json_item_at(json text, place integer) returns text immutable
    language sql as $$ select json::json ->> place $$;
  create or replace function json_part_at(json text, path text) returns text immutable language sql
    as $$ select json_at(json, path)::text $$;
  create or replace function json_array_length(json text, path text) returns bigint immutable
    language sql as $$ select json_array_length(json_at(json, path))::bigint $$;
  create or replace function json_each(json text, path text default '$')
    returns table (key text, value text) rows 10 immutable language plpgsql as $$
    declare part json := json_at(json, path);
    begin
      if json_typeof(part) = 'array' then
        return query select (place - 1)::text, item #>> '{}'
          from json_array_elements(part) with ordinality as items (item, place);
      elsif json_typeof(part) = 'object' then
        return query select name, content #>> '{}' from json_each(part) as members (name, content);
      end if;
    end $$;
  create or replace function instr(haystack text, needle text) returns integer immutable
    language sql as 'select strpos($1, $2)';
  create or replace function to_integer(value text) returns bigint immutable language sql as
    $$ select coalesce(substring(value from '^ *-?[0-9]{1,18}')::bigint, 0) $$;
  create or replace function count_true(state bigint, value boolean) returns bigint immutable
    language sql as 'select $1 + case when $2 then 1 else 0 end';
  do $$ begin
    create operator -> (leftarg = text, rightarg = text, function = json_part_at);
    create operator ->> (leftarg = text, rightarg = text, function = json_text_at);
    create aggregate sum (boolean) (sfunc = count_true, stype = bigint, initcond = '0');
  exception when duplicate_function then null; end $$;
  do $$ begin
    create operator ->> (leftarg = text, rightarg = integer, function = json_item_at);
  exception when duplicate_function then null; end $$;
`

/** Texts are compared byte by byte, as SQLite does; integers have 64 bits. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/\bcast\(([^()]+) as integer\)/g, 'to_integer($1)'],
  [/\bas real\)/g, 'as double precision)'],
  [/\binteger primary key autoincrement\b/g, 'bigserial primary key'],
  [/\binteger\b(?= (?:not null|primary key))/g, 'bigint'],
  [/\breal\b(?= not null)/g, 'double precision'],
  [/\btext\b(?= (?:not null|primary key))/g, 'text collate "C"'],
  [/\) strict(?:, without rowid)?/g, ')'],
  [/\binsert or replace\b/g, 'insert'],
  // Deleted rows of a temporary table would stay until its connection ends.
  [/\bdelete from ((?:changed|report)_\w+);/g, 'truncate $1;'],
]

/** Writes a statement for PostgreSQL, without its values. */
export const translated = (statement: string): string =>
  REPLACEMENTS.reduce((text, [pattern, by]) => text.replace(pattern, by), statement)

/** A statement with its values as PostgreSQL's driver takes them. */
export interface Query {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** Writes a statement with named (`@from`) or placed (`?`) values for PostgreSQL. */
export function queryOf(statement: string, values: SqlValues = []): Query {
  const text = translated(statement)
  if (Array.isArray(values)) {
    let place = 0
    return { text: text.replace(/\?/g, () => `$${++place}`), values }
  }
  // PostgreSQL refuses values that the statement does not use.
  const used = new Set([...text.matchAll(/@(\w+)/g)].map(([, name]) => name))
  const named = Object.entries(values).filter(([name]) => used.has(name))
  const numbered = text.replace(/@(\w+)/g, (given, name) => {
    const index = named.findIndex(([known]) => known === name)
    return index < 0 ? given : `$${index + 1}::${typeOf(named[index]?.[1] ?? null)}`
  })
  return { text: numbered, values: named.map(([, value]) => value) }
}

/** PostgreSQL cannot tell the type of a value that is only compared with another value. */
const typeOf = (value: SqlValue) => (typeof value === 'number' ? 'bigint' : 'text')

/**
 * Writes an insert of one row as one of many: the statement's `values (?, …)` once for each list.
 * Other statements stay as they are.
 */
export function insertOfMany(
  statement: string,
  lists: readonly (readonly SqlValue[])[],
): Query | undefined {
  const [row] = /\((?:\?,? ?)+\)/.exec(statement) ?? []
  if (!row || !/^\s*insert into\b/.test(statement)) return undefined
  const rows = lists.map(() => row).join(', ')
  return queryOf(statement.replace(row, rows), lists.flat())
}
