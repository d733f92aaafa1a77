import { Counter, Gauge, Registry } from 'prom-client'
import type { EventLog, LogStatus } from '../log/log-consumer.ts'
import type { EventStore } from '../store/event-table.ts'
import { readLoss } from '../store/loss-report.ts'
import type { Sql } from '../store/sql.ts'
import type { NewEvent } from '../store/stored-event.ts'

/** A registry with the current state of a log and the event counts of a store. */
export function createRegistry(log: EventLog, stored?: StoredEvents): Registry {
  const registry = new Registry()
  addLog(registry, log)
  if (stored) {
    addStore(registry, stored.events)
    addLoss(registry, stored.store)
  }
  return registry
}

/** The stored events, in processes that have access to them. */
export interface StoredEvents {
  readonly events: EventStore
  readonly store: Sql
}

function addLog(registry: Registry, log: EventLog) {
  const registers = [registry]
  const rows: readonly (readonly [string, string, (status: LogStatus) => number])[] = [
    [
      'svc_spool_entries',
      'Events on this machine that did not leave it yet.',
      (one) => one.spooled,
    ],
    ['svc_spool_bytes', 'Their size.', (one) => one.spooledBytes],
    ['svc_spool_limit_bytes', 'The size from which events are refused.', (one) => one.limitBytes],
    ['svc_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()],
    [
      'svc_engine_up',
      '1 while the log engine takes events; SQLite always does.',
      (one) => +one.isUp,
    ],
  ]
  for (const [name, help, read] of rows)
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        this.set(read(await log.status()))
      },
    })
  new Gauge({
    name: 'svc_consumer_lag',
    help: 'Events that a consumer has not finished yet.',
    labelNames: ['consumer'],
    registers,
    async collect() {
      const { lag } = await log.status()
      for (const [consumer, behind] of Object.entries(lag)) this.set({ consumer }, behind)
    },
  })
}

function addStore(registry: Registry, events: EventStore) {
  const stored = new Gauge({
    name: 'svc_events_stored',
    help: 'Events in the store, by action and state; repeats are not kept but counted.',
    labelNames: ['action', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      // If the store does not respond, these metrics are missing, and /readyz reports it.
      const counts = await events.counts().catch(() => [])
      for (const { action, good, bad, repeats } of counts.slice(0, 100)) {
        stored.set({ action, state: 'good' }, good)
        stored.set({ action, state: 'bad' }, bad)
        stored.set({ action, state: 'repeated' }, repeats)
      }
    },
  })
}

const DAY_MS = 86_400_000

/** Reports the day before yesterday, the last day whose gaps are all more than a day old. */
function addLoss(registry: Registry, store: Sql) {
  new Gauge({
    name: 'svc_page_events',
    help: 'Numbered events of pages opened two days ago (UTC), by what became of them.',
    labelNames: ['browser', 'version', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
      const scope = { from: today - 2 * DAY_MS, to: today - DAY_MS }
      for (const row of await readLoss(store, scope).catch(() => [])) {
        const { browser, version, received, repeated, lost } = row
        const late = row.lateSeconds + row.lateHours + row.lateDays
        for (const [state, value] of Object.entries({ received, late, repeated, lost }))
          this.set({ browser, version, state }, value)
      }
    },
  })
}

/** Counts the events that an intake receives. */
export type IntakeMetrics = ReturnType<typeof createIntakeMetrics>

/** Actions and reasons can be any text, and each creates a metric series. */
const MAX_LABELS = 100

/** Creates the counters `svc_events_received_total`, `…_bad_total` and `…_refused_total`. */
export function createIntakeMetrics(registry: Registry, actions: readonly string[]) {
  const registers = [registry]
  const received = new Counter({
    name: 'svc_events_received_total',
    help: 'Events that are in the log, by action and by whether they follow the contract.',
    labelNames: ['action', 'state'],
    registers,
  })
  const bad = new Counter({
    name: 'svc_events_bad_total',
    help: 'Events that break the contract, by their first reason.',
    labelNames: ['reason'],
    registers,
  })
  const refused = new Counter({
    name: 'svc_events_refused_total',
    help: 'Events answered with 503, which their sender sends again.',
    labelNames: ['action'],
    registers,
  })
  const reasons = new Set<string>()

  const actionLabel = (action: string) => (actions.includes(action) ? action : 'other')

  function reasonLabel(reason: string): string {
    const label = withoutValues(reason)
    if (reasons.size < MAX_LABELS) reasons.add(label)
    return reasons.has(label) ? label : 'other'
  }

  return {
    onReceived({ action, reasons: [reason] }: NewEvent) {
      const state = reason === undefined ? 'good' : 'bad'
      received.inc({ action: actionLabel(action), state })
      if (reason !== undefined) bad.inc({ reason: reasonLabel(reason) })
    },
    onRefused: (action: string) => refused.inc({ action: actionLabel(action) }),
  }
}

/** A reason without the sender's text: quotes and positions in lists are removed. */
const withoutValues = (reason: string): string =>
  reason
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\[\d+\]/g, '[]')
    .slice(0, 120)
