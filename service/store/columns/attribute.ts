import type { Duck } from './duck.ts'

/**
 * Visits whose steps may be attributed differently now: those with new events, those with a click
 * on a reply whose impressions are new, and those of a shopper who was first shown a product now.
 */
const FIND_AFFECTED = (settled: number) => `
  create or replace temp table fresh as
    select visit, uid, request from steps where step = 'shown' and event_id > ${settled};
  create or replace temp table affected as
    select distinct visit from steps where event_id > ${settled}
    union
    select visit from steps
    where step <> 'shown' and reply <> ''
      and reply in (select request from fresh where request <> '')
    union
    select visit from steps where how = 'never-shown' and uid in (select uid from fresh);`

/** Counts the products of each reply in the order in which its visit saw them. */
const COUNT_PLACES = `
  update steps set place = counted.place
  from (
    select event_id, line, row_number() over (
      partition by visit, list, request order by ts, event_id, line) as place
    from steps where step = 'shown' and visit in (select visit from affected)
  ) counted
  where steps.event_id = counted.event_id and steps.line = counted.line
    and steps.place is distinct from counted.place;`

/**
 * A step is attributed to the list of its request id. A cart or an order without one takes it from
 * the last click or cart of the same product in the same visit. Without any request id, a step is
 * attributed to the list of the same visit that showed the product last, before it happened.
 */
const DECIDE = `
  create or replace temp table later as
    select event_id, line, ts, visit, uid, pid, step, request
    from steps where step <> 'shown' and visit in (select visit from affected);
  create or replace temp table replied as
    with known as (
      select visit, pid, ts, arg_max(request, event_id) as request
      from later where request <> '' group by visit, pid, ts
    )
    select later.* exclude (request),
      case
        when later.request <> '' then later.request
        when step in ('added', 'ordered') then coalesce(known.request, '')
        else ''
      end as reply
    from later asof left join known
      on later.visit = known.visit and later.pid = known.pid and later.ts >= known.ts;
  create or replace temp table by_request as
    select request, pid, arg_max(struct_pack(list := list, place := place, rank := rank,
      request := request, visit := visit), struct_pack(ts := ts, id := event_id)) as shown
    from steps
    where step = 'shown' and request <> '' and request in (select reply from replied)
    group by request, pid;
  create or replace temp table by_visit as
    select visit, pid, ts, arg_max(struct_pack(list := list, place := place, rank := rank,
      request := request, visit := visit), event_id) as shown
    from steps where step = 'shown' and visit in (select visit from affected)
    group by visit, pid, ts;
  create or replace temp table by_user as
    select uid, pid, min(ts) as ts from steps
    where step = 'shown' and uid in (select uid from replied) group by uid, pid;
  create or replace temp table decided as
    select replied.event_id, replied.line, replied.reply,
      coalesce(by_request.shown, by_visit.shown) as owed,
      case
        when by_request.shown is not null then 'by-request'
        when by_visit.shown is not null then 'by-visit'
        when replied.reply <> '' then 'unknown-request'
        when by_user.ts <= replied.ts then 'earlier-visit'
        else 'never-shown'
      end as how
    from replied
      asof left join by_visit on replied.visit = by_visit.visit and replied.pid = by_visit.pid
        and replied.ts >= by_visit.ts
      left join by_request on replied.reply = by_request.request and replied.pid = by_request.pid
      left join by_user on replied.uid = by_user.uid and replied.pid = by_user.pid;
  update steps set
    list = coalesce(owed.list, ''), place = coalesce(owed.place, 0), rank = owed.rank,
    owed_request = coalesce(owed.request, ''), owed_visit = coalesce(owed.visit, ''),
    reply = decided.reply, how = decided.how
  from decided where steps.event_id = decided.event_id and steps.line = decided.line;`

/**
 * Decides which list each click, cart and order is attributed to, for all visits that the events
 * after `settled` can change. Runs in the transaction that moves `settled`.
 */
export async function attribute(duck: Duck, settled: number): Promise<void> {
  await duck.exec(FIND_AFFECTED(settled))
  await duck.exec(COUNT_PLACES)
  await duck.exec(DECIDE)
}
