import { Counter, type Registry } from 'prom-client'
import type { NewEvent } from '../store/stored-event.ts'

/** Counts what an intake receives. */
export interface IntakeMetrics {
  /** An event is in the log. */
  onReceived(event: NewEvent): void
  /** An event was refused because it could not be kept. */
  onRefused(action: string): void
}

/** Actions and reasons are anybody's text; a metric has one series for each. */
const MAX_LABELS = 100

/** Makes the counters `svc_events_received_total`, `…_bad_total` and `…_refused_total`. */
export function createIntakeMetrics(registry: Registry, actions: readonly string[]): IntakeMetrics {
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
    onReceived({ action, reasons: [reason] }) {
      const state = reason === undefined ? 'good' : 'bad'
      received.inc({ action: actionLabel(action), state })
      if (reason !== undefined) bad.inc({ reason: reasonLabel(reason) })
    },
    onRefused: (action) => refused.inc({ action: actionLabel(action) }),
  }
}

/** A reason without what the sender wrote: quoted texts and places in lists. */
const withoutValues = (reason: string): string =>
  reason
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\[\d+\]/g, '[]')
    .slice(0, 120)
