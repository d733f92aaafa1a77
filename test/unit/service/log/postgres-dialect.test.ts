import { expect, test } from 'vitest'
import { queryOf, translated } from '../../../../service/store/postgres-dialect.ts'

test('a query has only the values that it names, each once', () => {
  const values = { from: 1, unused: 2, visit: 'v' }
  expect(queryOf('select @visit, @from, @visit', values)).toEqual({
    text: 'select $2::text, $1::bigint, $2::text',
    values: [1, 'v'],
  })
})

test('temporary tables of a change or a report are truncated, others are not', () => {
  expect(
    translated('delete from changed_seen; delete from fact_seen; delete from report_lists;'),
  ).toBe('truncate changed_seen; delete from fact_seen; truncate report_lists;')
})

test('a strict table without rowid is a table of 64-bit integers', () => {
  const table =
    'create table a (hour integer not null, micros real not null) strict, without rowid;'
  expect(translated(table)).toBe(
    'create table a (hour bigint not null, micros double precision not null);',
  )
})
