import { momentOf } from './event-row.ts'
import { Outcome } from './event-schema.ts'
import type { Delivery, Recorder } from './events.ts'
import type { LossRow } from './loss-row.ts'
import type { Sql } from './sql.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const LATE_MS = 10_000

const SCHEMA = `
  create table if not exists page_instances (
    site text not null,
    instance text not null,
    started_at integer not null,
    browser text not null,
    version text not null,
    received integer not null,
    highest integer not null,
    late_seconds integer not null,
    late_hours integer not null,
    late_days integer not null,
    repeated integer not null,
    primary key (site, instance)
  ) strict;
  create index if not exists page_instances_started on page_instances (started_at);
`

const COLUMNS = [
  ...['site', 'instance', 'started_at', 'browser', 'version', 'received', 'highest'],
  ...['late_seconds', 'late_hours', 'late_days', 'repeated'],
]

const sum = (column: string) => `${column} = page_instances.${column} + excluded.${column}`

const UPSERT = `
  insert into page_instances (${COLUMNS.join(', ')})
  values (${COLUMNS.map(() => '?').join(', ')})
  on conflict (site, instance) do update set
    started_at = iif(excluded.started_at < page_instances.started_at,
      excluded.started_at, page_instances.started_at),
    highest = iif(excluded.highest > page_instances.highest,
      excluded.highest, page_instances.highest),
    ${['received', 'late_seconds', 'late_hours', 'late_days', 'repeated'].map(sum).join(', ')}
  returning instance`

/** Follows the running numbers (`seq`) of each page, in the transaction that stores its events. */
export const pageRecorder: Recorder = {
  schema: SCHEMA,
  clear: 'delete from page_instances',
  async record(statements, deliveries) {
    const pages = new Map<string, PageCounts>()
    for (const delivery of deliveries) addTo(pages, delivery)
    const ordered = [...pages.entries()].sort(([a], [b]) => (a < b ? -1 : 1))
    await statements.each(
      UPSERT,
      ordered.map(([, page]) => [
        ...[page.site, page.instance, page.startedAt, page.browser, page.version],
        ...[page.received, page.highest],
        ...[page.lateSeconds, page.lateHours, page.lateDays, page.repeated],
      ]),
    )
  },
}

interface PageCounts {
  readonly site: string
  readonly instance: string
  readonly browser: string
  readonly version: string
  startedAt: number
  received: number
  highest: number
  lateSeconds: number
  lateHours: number
  lateDays: number
  repeated: number
}

function addTo(pages: Map<string, PageCounts>, { event, outcome }: Delivery) {
  const { seq, ver } = (event.data ?? {}) as { readonly seq?: unknown; readonly ver?: unknown }
  const [, instance, number] = /^([\w-]{8})\.([1-9]\d{0,8})$/.exec(String(seq ?? '')) ?? []
  if (instance === undefined) return
  const key = JSON.stringify([event.site, instance])
  const page = pages.get(key) ?? {
    ...{ site: event.site, instance, browser: event.browser },
    ...{ version: typeof ver === 'string' ? ver.slice(0, 64) : '', startedAt: momentOf(event) },
    ...{ received: 0, highest: 0, lateSeconds: 0, lateHours: 0, lateDays: 0, repeated: 0 },
  }
  pages.set(key, page)
  page.startedAt = Math.min(page.startedAt, momentOf(event))
  page.highest = Math.max(page.highest, Number(number))
  if (outcome !== Outcome.isNew) page.repeated += 1
  else countArrival(page, event.receivedAt - momentOf(event))
}

/** A clock that runs ahead makes an event early, which is in time. */
function countArrival(page: PageCounts, delayMs: number) {
  page.received += 1
  if (delayMs >= DAY_MS) page.lateDays += 1
  else if (delayMs >= HOUR_MS) page.lateHours += 1
  else if (delayMs >= LATE_MS) page.lateSeconds += 1
}

const MISSING = 'iif(highest > received, highest - received, 0)'

/** The pages of a scope, one row each. */
const PAGES = `
  select started_at / ${DAY_MS} as day, browser, version, received, late_seconds, late_hours,
    late_days, repeated, iif(started_at < @yesterday, ${MISSING}, 0) as lost,
    iif(started_at >= @yesterday, ${MISSING}, 0) as open
  from page_instances`

/** SQLite's store has the sums of whole hours; what is left, and the hour that is just a day old, are counted. */
const SUMMED_PAGES = `
  select hour / ${DAY_MS} as day, browser, version, received, late_seconds, late_hours,
    late_days, repeated, iif(hour < @yesterday, missing, 0) as lost,
    iif(hour >= @yesterday, missing, 0) as open
  from page_sums where hour >= @firstHour and hour < @lastHour and hour <> @openHour
  union all
  ${PAGES} where started_at >= @from and started_at < min(@firstHour, @to)
  union all
  ${PAGES} where started_at >= max(@lastHour, @from, @firstHour) and started_at < @to
  union all
  ${PAGES} where started_at >= max(@openHour, @firstHour)
    and started_at < min(@openHour + ${HOUR_MS}, @lastHour)`

const reportOf = (pages: string) => `
  select day, browser, version,
    sum(received) as received,
    sum(late_seconds) as "lateSeconds",
    sum(late_hours) as "lateHours",
    sum(late_days) as "lateDays",
    sum(repeated) as repeated,
    sum(lost) as lost,
    sum(open) as open
  from (${pages}) as pages
  group by day, browser, version
  order by day desc, received desc, browser, version
  limit 200`

const REPORT = {
  sqlite: reportOf(SUMMED_PAGES),
  postgres: reportOf(`${PAGES} where started_at >= @from and started_at < @to`),
}

const wholeHour = (round: 'ceil' | 'floor', at: number) => Math[round](at / HOUR_MS) * HOUR_MS

/**
 * Counts what arrived, by day, browser and version, newest day first, at most 200 rows. The numbers
 * of a page begin at 1, so what is missing below its highest number is lost. Events after the last
 * that arrived cannot be missed by their number.
 */
export async function readLoss(
  store: Sql,
  scope: { readonly from: number; readonly to: number },
  now: number = Date.now(),
): Promise<LossRow[]> {
  const { from, to } = scope
  const yesterday = now - DAY_MS
  const hours = {
    firstHour: wholeHour('ceil', from),
    lastHour: wholeHour('floor', to),
    openHour: wholeHour('floor', yesterday),
  }
  const rows = await store.all<Omit<LossRow, 'day'> & { readonly day: number }>(
    REPORT[store.kind],
    { from, to, yesterday, ...(store.kind === 'sqlite' && hours) },
  )
  return rows.map((row) => ({
    ...row,
    day: new Date(row.day * DAY_MS).toISOString().slice(0, 10),
  }))
}
