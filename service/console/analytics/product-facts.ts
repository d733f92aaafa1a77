import { setImmediate as turn } from 'node:timers/promises'
import type { Sql } from '../../store/sql.ts'

/**
 * What happened to single products, drawn from the good events: one row for each product shown,
 * clicked, added to a cart or ordered. It follows the store of events and can be made anew from it.
 */
export interface ProductFacts {
  /** Draws the rows of the events that were not looked at yet. */
  catchUp(): Promise<void>
  clear(): Promise<void>
}

/**
 * `visit` is the user's id where an event names no visit. `at` is when it happened, by the page's
 * clock. `list` begins with `query:` or `page:`. Money is in whole millionths, so that sums are
 * exact; as a real number, so that no sum can overflow.
 */
const SCHEMA = `
  create table if not exists product_facts (
    event_id integer not null,
    step text not null,
    visit text not null,
    at integer not null,
    list text not null,
    pid text not null,
    units integer not null,
    micros real not null
  ) strict;
  create index if not exists product_facts_shown on product_facts (visit, pid, at)
    where step = 'shown';
  create index if not exists product_facts_at on product_facts (at);
  create table if not exists product_facts_upto (event_id integer not null) strict;
  insert into product_facts_upto select 0 where not exists (select * from product_facts_upto);
`

const VISIT = "iif(visit_id <> '', visit_id, uid)"
const LIST =
  "iif(data ->> 'page' is null, 'query:' || (data ->> 'query'), 'page:' || (data ->> 'page'))"
const LINES = "iif(data -> 'products' is null, '[' || data || ']', data -> 'products')"
const UNITS = "cast(value ->> 'qty' as integer)"
const MICROS = `round(cast(value ->> 'price' as real) * 1e6) * ${UNITS}`

const drawn = (step: string, action: string, columns: string, from = '') => `
  insert into product_facts
  select event.id, '${step}', ${VISIT}, at, ${columns}
  from tracker_events event ${from}
  where event.id > @after and event.id <= @upto and is_good = 1 and action = '${action}'`

const DRAWINGS = [
  drawn('shown', 'PRODUCT_IMPRESSIONS', `${LIST}, value, 0, 0`, ", json_each(data, '$.pids_list')"),
  drawn('clicked', 'click', "'', data ->> 'pid', 0, 0"),
  drawn('added', 'cart', "'', data ->> 'pid', cast(data ->> 'qty' as integer), 0"),
  drawn('ordered', 'order', `'', value ->> 'pid', ${UNITS}, ${MICROS}`, `, json_each(${LINES})`),
]

const TAKE_PORTION = `
  update product_facts_upto set event_id = ? where event_id = ? returning event_id`

/** So many events are looked at before others are served again. */
const PORTION = 2_000

/** Opens the facts of a store, making their tables when they are missing. */
export async function createProductFacts(store: Sql): Promise<ProductFacts> {
  await store.exec(SCHEMA)
  let running: Promise<void> | undefined

  const idFrom = async (select: string) =>
    (await store.all<{ readonly id: number }>(select))[0]?.id ?? 0

  const drawPortion = (after: number, last: number) =>
    store.transaction(async ({ run, each }) => {
      const upto = Math.min(after + PORTION, last)
      // Another process may have drawn this portion; its row lock makes this one wait and see.
      const [own] = await each(TAKE_PORTION, [[upto, after]])
      if (!own) return
      for (const drawing of DRAWINGS) await run(drawing, { after, upto })
    })

  async function drawAll() {
    for (;;) {
      const after = await idFrom('select event_id as id from product_facts_upto')
      const last = await idFrom('select coalesce(max(id), 0) as id from tracker_events')
      if (after >= last) return
      await drawPortion(after, last)
      await turn()
    }
  }

  return {
    catchUp() {
      running ??= drawAll().finally(() => {
        running = undefined
      })
      return running
    },
    clear: () => store.exec('delete from product_facts'),
  }
}
