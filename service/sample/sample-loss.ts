import type { SampleEvent } from './sample-visit.ts'

/** The share of all events that gets lost on the way. */
export const SAMPLE_LOSS = 0.013

/**
 * Loses some of the events, in a way that their numbers show: the last event of a page is kept. Bad
 * events are kept, too, because pages that send them are few.
 */
export function withLoss(events: readonly SampleEvent[]): SampleEvent[] {
  const pageOf = ({ data }: SampleEvent) => String(data.seq).split('.')[0]
  const last = new Map(events.map((event) => [pageOf(event), event]))
  const losable = events.filter((event) => last.get(pageOf(event)) !== event)
  const losses = Math.round(events.length * SAMPLE_LOSS)
  const lost = new Set<SampleEvent>()
  for (let loss = 0; loss < losses; loss += 1) {
    const event = losable[Math.floor(((loss + 0.5) * losable.length) / losses)]
    if (event) lost.add(event)
  }
  return events.filter((event) => !lost.has(event))
}
