import type { Statements } from '../../store/sql.ts'

/** A slice decides at most so many earlier steps again; more would hold up requests. */
const MOST = 5_000

/**
 * Steps that were drawn before and may be owed to another list now: an impression, a click or a
 * cart arrived late. In order of time there are none. Binds the last product before the slice.
 */
const FIND_AFFECTED = `
  insert into changed_products
  with fresh as materialized (select * from fact_products where id > @after),
  visits as (select visit, min(at) as at from fresh group by visit),
  users as (select uid, min(at) as at from fresh where step = 'shown' group by uid),
  replies as (
    select distinct request_id from fresh where step = 'shown' and request_id <> ''
  )
  select id, 0 from (
    select later.id as id from visits cross join fact_products later
    where later.visit = visits.visit and later.at >= visits.at and later.step <> 'shown'
    union
    select later.id from users cross join fact_products later
    where later.uid = users.uid and later.at >= users.at and later.how = 'never-shown'
    union
    select later.id from replies cross join fact_products later
    where later.reply = replies.request_id and later.step <> 'shown' and later.reply <> ''
  ) affected where id <= @after limit ${MOST}`

const FIND_NEW = `
  insert into changed_products select id, 1 from fact_products where id > @after`

/**
 * A step is owed to the list of its request id. A cart or an order without one takes it from the
 * last click or cart of the same product in the same visit. Without any request id, a step is owed
 * to the list of the same visit that showed the product last, before it happened.
 */
const DECIDE = `
  with given as (
    select *, coalesce(nullif(request_id, ''), case when step in ('added', 'ordered') then (
      select earlier.request_id from fact_products earlier
      where earlier.visit = fact.visit and earlier.step <> 'shown' and earlier.at <= fact.at
        and earlier.pid = fact.pid and earlier.request_id <> ''
      order by earlier.at desc, earlier.id desc limit 1) end, '') as replied
    from fact_products fact
    where id in (select id from changed_products) and step <> 'shown'
  ),
  joined as (
    select *,
      (select shown.id from fact_products shown
        where replied <> '' and shown.step = 'shown' and shown.request_id <> ''
          and shown.request_id = replied and shown.pid = given.pid
        order by shown.at desc limit 1) as by_request,
      (select shown.id from fact_products shown
        where shown.step = 'shown' and shown.visit = given.visit and shown.pid = given.pid
          and shown.at <= given.at
        order by shown.at desc, shown.id desc limit 1) as by_visit
    from given
  ),
  owed as (
    select joined.id as step_id, joined.replied as replied, coalesce(list.list, '') as list_of,
      coalesce(list.position, 0) as place, coalesce(list.request_id, '') as request,
      case
        when by_request is not null then 'by-request'
        when by_visit is not null then 'by-visit'
        when joined.replied <> '' then 'unknown-request'
        when exists (
          select * from fact_products shown
          where shown.step = 'shown' and shown.uid = joined.uid and shown.pid = joined.pid
            and shown.at <= joined.at) then 'earlier-visit'
        else 'never-shown'
      end as reason
    from joined left join fact_products list on list.id = coalesce(by_request, by_visit)
  )
  update fact_products set
    list = owed.list_of, position = owed.place, reply = owed.replied, owed_request = owed.request,
    how = owed.reason
  from owed where fact_products.id = owed.step_id`

/** Notes the steps that were drawn before the product `after` and are to be decided again. */
export const findAffected = (statements: Statements, after: number): Promise<void> =>
  statements.run(FIND_AFFECTED, { after })

/**
 * Notes the products after `after` as new, and decides which list each changed step is owed to: a
 * click, a cart or an order.
 */
export async function decideOwing(statements: Statements, after: number): Promise<void> {
  await statements.run(FIND_NEW, { after })
  await statements.run(DECIDE, {})
}
