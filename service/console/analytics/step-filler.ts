import { setImmediate as turn } from 'node:timers/promises'
import type { Statements } from '../../store/sql.ts'
import type { Scope } from './scope.ts'

/** A slice has so many facts; more would hold up requests. */
const SLICE = 20_000

/** `how` says why a step is owed to its list, or to none. */
const SCHEMA = `
  create temp table if not exists report_steps (
    at integer not null, step text not null, units integer not null, micros real not null,
    list text not null, request_id text not null, how text not null
  );
  delete from report_steps;
`

const FILL = `
  insert into report_steps
  select at, step, units, micros, list, iif(step = 'shown', request_id, owed_request), how
  from fact_products
  where id > @after and id <= @upto and at >= @from and at < @to
    and (@visit = '' or visit = @visit)`

const SPAN = `
  select coalesce(min(id), 1) - 1 as "first", coalesce(max(id), 0) as "last" from fact_products
  where at >= @from and at < @to`

/**
 * Fills the temporary table `report_steps`: every product fact of a scope, each with the list that
 * it is owed to. Requests are served between two slices. One report of a session may use the table.
 */
export async function fillSteps(statements: Statements, scope: Scope): Promise<void> {
  await statements.exec(SCHEMA)
  const { from, to } = scope
  const [span] = await statements.all<{ first: number; last: number }>(SPAN, { from, to })
  const { first, last } = span ?? { first: 0, last: 0 }
  for (let after = first; after < last; after += SLICE) {
    await statements.run(FILL, { ...scope, after, upto: after + SLICE })
    await turn()
  }
}
