import { momentOf } from './event-row.ts'
import { Outcome } from './event-schema.ts'
import type { Delivery, Recorder } from './event-table.ts'
import { DAY_MS, HOUR_MS } from './time-spans.ts'

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
  const isArrival = outcome === Outcome.isNew || outcome === Outcome.isOtherReport
  if (!isArrival) page.repeated += 1
  else countArrival(page, event.receivedAt - momentOf(event))
}

/** A clock that runs ahead makes an event early, which is in time. */
function countArrival(page: PageCounts, delayMs: number) {
  page.received += 1
  if (delayMs >= DAY_MS) page.lateDays += 1
  else if (delayMs >= HOUR_MS) page.lateHours += 1
  else if (delayMs >= LATE_MS) page.lateSeconds += 1
}
