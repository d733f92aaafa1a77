import type { Sql } from './sql.ts'

/** Milliseconds. */
export const HOUR_MS = 3_600_000

/** Milliseconds in a day without a clock change. */
export const DAY_MS = 24 * HOUR_MS

/** How the events of a day, browser and tag version arrived. */
export interface LossRow {
  /** The UTC day on which the pages were opened: `2026-11-24`. */
  readonly day: string
  readonly browser: string
  /** `svc-tag/0.1.0`; empty if the events do not say. */
  readonly version: string
  readonly received: number
  /** Events that arrived at least 10 s, an hour or a day after they happened. */
  readonly lateSeconds: number
  readonly lateHours: number
  readonly lateDays: number
  /** How often a stored event arrived again. */
  readonly repeated: number
  /** Missing event numbers of pages whose first event is more than a day old. */
  readonly lost: number
  /** Missing event numbers of younger pages, which may still arrive. */
  readonly open: number
}

const MISSING = 'iif(highest > received, highest - received, 0)'

const PAGES = `
  select started_at / ${DAY_MS} as day, browser, version, received, late_seconds, late_hours,
    late_days, repeated, iif(started_at < @yesterday, ${MISSING}, 0) as lost,
    iif(started_at >= @yesterday, ${MISSING}, 0) as open
  from page_instances`

/** SQLite stores hourly sums; only the rest, and the hour that is exactly a day old, are counted. */
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
  limit 20000`

const REPORT = {
  sqlite: reportOf(SUMMED_PAGES),
  postgres: reportOf(`${PAGES} where started_at >= @from and started_at < @to`),
}

const wholeHour = (round: 'ceil' | 'floor', at: number) => Math[round](at / HOUR_MS) * HOUR_MS

/**
 * Counts arrivals by day, browser and version, newest day first, at most 20,000 rows. A page's numbers begin at 1, so
 * gaps below its highest number are lost events. Losses after the last arrived event cannot be detected.
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
