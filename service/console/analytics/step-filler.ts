import { setImmediate as turn } from 'node:timers/promises'
import type { Sql } from '../../store/sql.ts'
import type { Scope } from './scope.ts'

/**
 * Fills the temporary table `report_steps`: every product fact of a scope, each with the list that
 * it is owed to. Requests are served between two slices. One report at a time may use the table.
 */
export type StepFiller = (scope: Scope) => Promise<void>

/** A slice has so many facts; more would hold up requests. */
const SLICE = 20_000

/** `how` says why a step is owed to its list, or to none. */
const SCHEMA = `
  create temp table if not exists report_steps (
    at integer, step text, units integer, micros real, list text, request_id text, how text
  );
`

const FILL = `
  insert into report_steps
  select at, step, units, micros, list, iif(step = 'shown', request_id, owed_request), how
  from fact_products
  where id > @after and id <= @upto and at >= @from and at < @to
    and (@visit = '' or visit = @visit)`

const SPAN = `
  select coalesce(min(id), 1) - 1 as first, coalesce(max(id), 0) as last from fact_products
  where at >= @from and at < @to`

/** Makes the table of a connection: SQLite's store has one, PostgreSQL's has several. */
export function createStepFiller(store: Sql): StepFiller {
  return async (scope) => {
    await store.exec(`${SCHEMA}; delete from report_steps`)
    const { from, to } = scope
    const [span] = await store.all<{ first: number; last: number }>(SPAN, { from, to })
    const { first, last } = span ?? { first: 0, last: 0 }
    for (let after = first; after < last; after += SLICE) {
      await store.run(FILL, { ...scope, after, upto: after + SLICE })
      await turn()
    }
  }
}
