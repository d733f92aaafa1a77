import { ASKED, CLEAR_NEW, DICTIONARIES, TYPED } from './column-schema.ts'
import type { Duck } from './duck.ts'

/** Numbers new texts in order of arrival, because neighbours in time compress well. */
const NAME_TEXTS = DICTIONARIES.map(
  (kind) => `
  insert into ${kind}_names (id, name)
  select (select coalesce(max(id), 0) from ${kind}_names)
    + row_number() over (order by min(event_id), name), name
  from (select event_id, ${kind} as name from ${kind === 'pid' ? 'new_steps' : 'new_events'})
  where name <> '' and name not in (select name from ${kind}_names) group by name;`,
).join('')

const NUMBER_TEXTS = `
  create or replace temp table numbered as
    select e.* exclude (visit, uid, list, request), coalesce(v.id, 0) as visit,
      coalesce(u.id, 0) as uid, coalesce(l.id, 0) as list, coalesce(r.id, 0) as request
    from new_events e left join visit_names v on v.name = e.visit
      left join uid_names u on u.name = e.uid left join list_names l on l.name = e.list
      left join request_names r on r.name = e.request;
  create or replace temp table stepped as
    select s.event_id, line, ts, is_agent, visit, uid, list, request, step, coalesce(p.id, 0) as pid, rank,
      units, micros
    from new_steps s join numbered e using (event_id) left join pid_names p on p.name = s.pid;
  insert into event_rows
    select event_id, ts, received_at, action, action = 'search', action = 'order', is_good, is_agent,
      site, visit, uid, list, request, is_empty, coalesce(products, 0), reason, page, device
    from numbered left join (
      select event_id, count(*) as products from stepped where step = 'shown' group by event_id
    ) using (event_id) order by event_id;
  update list_names set typed = true
    where not typed and id in (select list from numbered where ${TYPED});
  update list_names set asked = true
    where not asked and id in (select list from numbered where ${ASKED});
  insert into facet_rows
    select f.event_id, ts, is_agent, visit, uid, list, kind, facet, value
    from new_facets f join numbered using (event_id);`

/** Counts the products of each reply in the order in which its visit saw them. */
const COUNT_PLACES = `
  create or replace temp table counted as
    select *, row_number() over (
      partition by visit, list, request, is_agent order by ts, event_id, line) as now
    from (
      select event_id, line, ts, is_agent, visit, uid, list, request, pid, rank, 0 as place
      from stepped where step = 'shown'
      union all
      select event_id, line, ts, is_agent, visit, uid, list, request, pid, rank, place from shown
      where visit in (select visit from stepped where step = 'shown')
    );
  update shown set place = counted.now from counted
    where counted.place > 0 and counted.place <> counted.now
      and shown.event_id = counted.event_id and shown.line = counted.line;
  insert into shown
    select event_id, line, ts, is_agent, visit, uid, list, request, pid, now, rank
    from counted where place = 0 order by ts, event_id, line;
  insert into acts
    select event_id, line, ts, is_agent, visit, uid, step, pid, units, micros, request,
      0, 0, null, 0, 0, 0, ''
    from stepped where step <> 'shown' order by ts, event_id, line;`

/**
 * The steps whose attribution may have changed: those of visits with new events, of replies with new impressions,
 * and of shoppers who now saw a product for the first time.
 */
const FIND_AFFECTED = `
  create or replace temp table fresh as
    select distinct visit, uid, request from stepped where step = 'shown';
  create or replace temp table later as
    select event_id, line, ts, is_agent, visit, uid, pid, step, request from acts
    where visit in (
      select visit from stepped
      union
      select visit from acts where reply <> 0
        and reply in (select request from fresh where request <> 0)
      union
      select visit from acts where how = 'never-shown' and uid in (select uid from fresh)
    );`

/** Joins rows with the steps that may use them. */
const seenBy = (rows: string) => `join (select distinct is_agent from later) steps
  on steps.is_agent or not ${rows}.is_agent`

/**
 * A step is attributed to the list of its request id. A cart or an order without one takes it from the last click or cart of the same
 * product in the same visit. Without any request id, a step is attributed to the last list of the same visit that showed the product before
 * it. A person's step ignores events of agents; an agent's step uses both.
 */
const DECIDE = `
  create or replace temp table replied as
    with known as (
      select steps.is_agent, visit, pid, ts, arg_max(request, event_id) as request
      from later ${seenBy('later')} where request <> 0 group by steps.is_agent, visit, pid, ts
    )
    select later.* exclude (request),
      case
        when later.request <> 0 then later.request
        when step in ('added', 'ordered') then coalesce(known.request, 0)
        else 0
      end as reply
    from later asof left join known
      on later.is_agent = known.is_agent and later.visit = known.visit and later.pid = known.pid and later.ts >= known.ts;
  create or replace temp table by_request as
    select steps.is_agent, request, pid, arg_max(struct_pack(list := list, place := place, rank := rank,
      request := request, visit := visit), struct_pack(ts := ts, id := event_id)) as shown
    from shown ${seenBy('shown')} where request <> 0 and request in (select reply from replied)
    group by steps.is_agent, request, pid;
  create or replace temp table by_visit as
    select steps.is_agent, visit, pid, ts, arg_max(struct_pack(list := list, place := place, rank := rank,
      request := request, visit := visit), event_id) as shown
    from shown ${seenBy('shown')} where visit in (select visit from replied)
    group by steps.is_agent, visit, pid, ts;
  create or replace temp table by_user as
    select steps.is_agent, uid, pid, min(ts) as ts from shown ${seenBy('shown')}
    where uid in (select uid from replied) group by steps.is_agent, uid, pid;
  create or replace temp table decided as
    select replied.event_id, replied.line, replied.reply,
      coalesce(by_request.shown, by_visit.shown) as owed,
      case
        when by_request.shown is not null then 'by-request'
        when by_visit.shown is not null then 'by-visit'
        when replied.reply <> 0 then 'unknown-request'
        when by_user.ts <= replied.ts then 'earlier-visit'
        else 'never-shown'
      end as how
    from replied
      asof left join by_visit on replied.is_agent = by_visit.is_agent
        and replied.visit = by_visit.visit and replied.pid = by_visit.pid
        and replied.ts >= by_visit.ts
      left join by_request on replied.is_agent = by_request.is_agent
        and replied.reply = by_request.request and replied.pid = by_request.pid
      left join by_user on replied.is_agent = by_user.is_agent
        and replied.uid = by_user.uid and replied.pid = by_user.pid;
  update acts set
    list = coalesce(owed.list, 0), place = coalesce(owed.place, 0), rank = owed.rank,
    owed_request = coalesce(owed.request, 0), owed_visit = coalesce(owed.visit, 0),
    reply = decided.reply, how = decided.how
  from decided where acts.event_id = decided.event_id and acts.line = decided.line;`

/**
 * Moves new rows into the report tables, and attributes each click, cart and order to a list. Runs in the transaction that moves `settled`.
 */
export async function settle(duck: Duck): Promise<void> {
  await duck.exec(
    [NAME_TEXTS, NUMBER_TEXTS, COUNT_PLACES, FIND_AFFECTED, DECIDE, CLEAR_NEW].join('\n'),
  )
}
