import type { StoredEvent } from '../../store/stored-event.ts'

/** One visit, as far as its events are known. */
export interface VisitGroup {
  /** Empty for events without a visit. */
  readonly visitId: string
  readonly uid: string
  /** Epoch milliseconds of its first and last event. */
  readonly first: number
  readonly last: number
  /** Oldest first. */
  readonly steps: readonly VisitStep[]
}

/** One event of a visit. */
export interface VisitStep {
  readonly event: StoredEvent
  /** Milliseconds since the event before; 0 for the first. */
  readonly since: number
}

/** Clocks of shoppers may be ahead by so much. */
const TOLERANCE_MS = 24 * 60 * 60 * 1000

/** When an event happened by its page's clock; when it arrived, if that clock cannot be believed. */
export function happenedAt({ at, receivedAt }: StoredEvent): number {
  return at > 0 && at <= receivedAt + TOLERANCE_MS ? at : receivedAt
}

/** Divides events into visits, the latest visit first; inside a visit the earliest event first. */
export function groupByVisit(events: readonly StoredEvent[]): readonly VisitGroup[] {
  const groups = new Map<string, StoredEvent[]>()
  for (const event of events) {
    const key = JSON.stringify([event.uid, event.visitId])
    groups.set(key, [...(groups.get(key) ?? []), event])
  }
  return [...groups.values()].map(groupOf).sort((one, other) => other.last - one.last)
}

function groupOf(events: readonly StoredEvent[]): VisitGroup {
  const inOrder = [...events].sort((a, b) => happenedAt(a) - happenedAt(b) || a.id - b.id)
  const times = inOrder.map(happenedAt)
  const steps = inOrder.map((event, place) => ({
    event,
    since: place === 0 ? 0 : (times[place] ?? 0) - (times[place - 1] ?? 0),
  }))
  const [{ visitId, uid } = { visitId: '', uid: '' }] = inOrder
  return { visitId, uid, first: times[0] ?? 0, last: times.at(-1) ?? 0, steps }
}
