import { setImmediate as turn } from 'node:timers/promises'
import type { Sql } from '../../store/sql.ts'
import type { Scope } from './scope.ts'

/**
 * Fills the temporary table `report_steps`: every product fact of a scope, each with the list that
 * it is owed to. Requests are served between two slices. One report at a time may use the table.
 */
export type StepFiller = (scope: Scope) => Promise<void>

/** A slice has so many facts; more would hold up requests. */
const SLICE = 5_000

/** `how` says why a step is owed to its list, or to none. */
const SCHEMA = `
  create temp table if not exists report_steps (
    event_id integer, at integer, step text, visit text, pid text, units integer, micros real,
    list text, position integer, request_id text, how text
  );
  create index if not exists report_steps_visit on report_steps (visit);
`

/**
 * A step is owed to the list of its request id. A cart or an order without one takes it from the
 * last click or cart of the same product in the same visit. Without any request id, a step is owed
 * to the list of the same visit that showed the product last, before it happened.
 */
const FILL = `
  insert into report_steps
  with given as (
    select *, coalesce(nullif(request_id, ''), iif(step in ('added', 'ordered'), (
      select earlier.request_id from fact_products earlier
      where earlier.visit = fact.visit and earlier.pid = fact.pid and earlier.at <= fact.at
        and earlier.step <> 'shown' and earlier.request_id <> ''
      order by earlier.at desc, earlier.id desc limit 1), ''), '') as reply
    from fact_products fact
    where id > @after and id <= @upto and at >= @from and at < @to
      and (@visit = '' or visit = @visit)
  ),
  joined as (
    select *,
      iif(step = 'shown', id, (
        select shown.id from fact_products shown
        where reply <> '' and shown.step = 'shown' and shown.request_id <> ''
          and shown.request_id = reply and shown.pid = given.pid
        order by shown.at desc limit 1)) as by_request,
      iif(step = 'shown', null, (
        select shown.id from fact_products shown
        where shown.step = 'shown' and shown.visit = given.visit and shown.pid = given.pid
          and shown.at <= given.at
        order by shown.at desc, shown.id desc limit 1)) as by_visit
    from given
  )
  select joined.event_id, joined.at, joined.step, joined.visit, joined.pid, joined.units,
    joined.micros, coalesce(list.list, ''), coalesce(list.position, 0),
    coalesce(list.request_id, ''),
    case
      when by_request is not null then 'by-request'
      when by_visit is not null then 'by-visit'
      when joined.reply <> '' then 'unknown-request'
      when exists (
        select * from fact_products shown
        where shown.step = 'shown' and shown.uid = joined.uid and shown.pid = joined.pid
          and shown.at <= joined.at) then 'earlier-visit'
      else 'never-shown'
    end
  from joined left join fact_products list on list.id = coalesce(by_request, by_visit)`

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
