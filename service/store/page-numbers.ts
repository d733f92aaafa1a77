import { momentOf } from './event-row.ts'
import { Outcome } from './event-schema.ts'
import { DAY_MS, HOUR_MS } from './loss-report.ts'
import type { Statements } from './sql.ts'
import type { Delivery } from './stored-event.ts'

const LATE_MS = 10_000

/** Counts that later deliveries increase. */
const FIGURES = ['received', 'late_seconds', 'late_hours', 'late_days', 'repeated']

const COLUMNS = ['site', 'instance', 'started_at', 'browser', 'version', 'highest', ...FIGURES]

const integers = (columns: readonly string[]) =>
  columns.map((column) => `${column} integer not null,`).join(' ')

/** The table with a row for each page that sent numbered events. */
export const PAGE_SCHEMA = `
  create table if not exists page_instances (
    site text not null,
    instance text not null,
    browser text not null,
    version text not null,
    ${integers(['started_at', 'highest', ...FIGURES])}
    primary key (site, instance)
  ) strict;
  create index if not exists page_instances_started on page_instances (started_at);
`

const UPSERT = `
  insert into page_instances (${COLUMNS.join(', ')})
  values (${COLUMNS.map(() => '?').join(', ')})
  on conflict (site, instance) do update set
    started_at = iif(excluded.started_at < page_instances.started_at,
      excluded.started_at, page_instances.started_at),
    highest = iif(excluded.highest > page_instances.highest,
      excluded.highest, page_instances.highest),
    ${FIGURES.map((column) => `${column} = page_instances.${column} + excluded.${column}`).join(', ')}
  returning instance`

/** Tracks the running numbers (`seq`) of each page, in the transaction that stores its events. */
export async function recordPages(statements: Statements, deliveries: readonly Delivery[]) {
  const pages = new Map<string, PageCounts>()
  for (const delivery of deliveries) addTo(pages, delivery)
  const ordered = [...pages.entries()].sort(([a], [b]) => (a < b ? -1 : 1))
  await statements.each(
    UPSERT,
    ordered.map(([, page]) => [
      ...[page.site, page.instance, page.startedAt, page.browser, page.version, page.highest],
      ...[page.received, page.lateSeconds, page.lateHours, page.lateDays, page.repeated],
    ]),
  )
}

type PageCounts = ReturnType<typeof newPage>

const newPage = ({ event }: Delivery, instance: string) => {
  const { ver } = event.data as { readonly ver?: unknown }
  return {
    ...{ site: event.site, instance, browser: event.browser, startedAt: momentOf(event) },
    version: typeof ver === 'string' ? ver.slice(0, 64) : '',
    ...{ received: 0, highest: 0, lateSeconds: 0, lateHours: 0, lateDays: 0, repeated: 0 },
  }
}

function addTo(pages: Map<string, PageCounts>, delivery: Delivery) {
  const { event, outcome } = delivery
  const { seq } = (event.data ?? {}) as { readonly seq?: unknown }
  const [, instance, number] = /^([\w-]{8})\.([1-9]\d{0,8})$/.exec(String(seq ?? '')) ?? []
  if (instance === undefined) return
  const key = JSON.stringify([event.site, instance])
  const page = pages.get(key) ?? newPage(delivery, instance)
  pages.set(key, page)
  page.startedAt = Math.min(page.startedAt, momentOf(event))
  page.highest = Math.max(page.highest, Number(number))
  const isArrival = outcome === Outcome.isNew || outcome === Outcome.isOtherReport
  if (!isArrival) page.repeated += 1
  else countArrival(page, event.receivedAt - momentOf(event))
}

/** A fast clock makes an event appear early; that counts as on time. */
function countArrival(page: PageCounts, delayMs: number) {
  page.received += 1
  if (delayMs >= DAY_MS) page.lateDays += 1
  else if (delayMs >= HOUR_MS) page.lateHours += 1
  else if (delayMs >= LATE_MS) page.lateSeconds += 1
}

const SUMS = ['pages', ...FIGURES, 'missing']

/** Adds the row of a page, `new` or `old`, to its hourly sums, or subtracts it. */
const addPage = (row: 'new' | 'old', sign: 1 | -1) => `
  insert into page_sums (${['hour', 'browser', 'version', ...SUMS]}) values (
    ${row}.started_at / ${HOUR_MS} * ${HOUR_MS}, ${row}.browser, ${row}.version, ${sign},
    ${FIGURES.map((column) => `${sign} * ${row}.${column}`)},
    ${sign} * max(${row}.highest - ${row}.received, 0)
  ) on conflict do update set
    ${SUMS.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')};`

const takeOld = `${addPage('old', -1)} delete from page_sums where pages = 0;`

/** The sums of pages by hour, browser and version, maintained by triggers; for SQLite alone. */
export const PAGE_SUMS = `
  create table if not exists page_sums (
    hour integer not null,
    browser text not null,
    version text not null,
    ${integers(SUMS)}
    primary key (hour, browser, version)
  ) strict, without rowid;
  create index if not exists page_sums_gone on page_sums (pages) where pages = 0;
  create trigger if not exists page_added after insert on page_instances begin
    ${addPage('new', 1)}
  end;
  create trigger if not exists page_changed after update on page_instances begin
    ${addPage('old', -1)} ${addPage('new', 1)} delete from page_sums where pages = 0;
  end;
  create trigger if not exists page_forgotten after delete on page_instances begin
    ${takeOld}
  end;
`
