import { setImmediate as turn } from 'node:timers/promises'
import type { Db } from '../../store/database.ts'

/**
 * What happened to single products, drawn from the good events: one row for each product shown,
 * clicked, added to a cart or ordered. It follows the store of events and can be made anew from it.
 */
export interface ProductFacts {
  /** Draws the rows of the events that were not looked at yet. */
  catchUp(): Promise<void>
  clear(): void
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
const LINES = "iif(data -> 'products' is null, json_array(json(data)), data -> 'products')"
const MICROS = "round((value ->> 'price') * 1e6) * (value ->> 'qty')"

const drawn = (step: string, action: string, columns: string, from = '') => `
  insert into product_facts
  select event.id, '${step}', ${VISIT}, cast(t as integer), ${columns}
  from tracker_events event ${from}
  where event.id > ?1 and event.id <= ?2 and is_good = 1 and action = '${action}'`

const DRAWINGS = [
  drawn('shown', 'PRODUCT_IMPRESSIONS', `${LIST}, value, 0, 0`, ", json_each(data, '$.pids_list')"),
  drawn('clicked', 'click', "'', data ->> 'pid', 0, 0"),
  drawn('added', 'cart', "'', data ->> 'pid', data ->> 'qty', 0"),
  drawn(
    'ordered',
    'order',
    `'', value ->> 'pid', value ->> 'qty', ${MICROS}`,
    `, json_each(${LINES})`,
  ),
]

/** So many events are looked at before others are served again. */
const PORTION = 2_000

/** Opens the facts of a store, making their tables when they are missing. */
export function createProductFacts(db: Db): ProductFacts {
  db.exec(SCHEMA)
  const drawings = DRAWINGS.map((sql) => db.prepare(sql))
  const selectUpto = db.prepare('select event_id as id from product_facts_upto')
  const selectLast = db.prepare('select coalesce(max(id), 0) as id from tracker_events')
  const updateUpto = db.prepare('update product_facts_upto set event_id = ?')
  let running: Promise<void> | undefined

  const idFrom = (select: { get(): unknown }) => (select.get() as { readonly id: number }).id

  const drawPortion = db.transaction((after: number, last: number) => {
    const upto = Math.min(after + PORTION, last)
    for (const drawing of drawings) drawing.run(after, upto)
    updateUpto.run(upto)
  })

  async function drawAll() {
    for (;;) {
      const [after, last] = [idFrom(selectUpto), idFrom(selectLast)]
      if (after >= last) return
      drawPortion(after, last)
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
    clear: () => db.exec('delete from product_facts'),
  }
}
