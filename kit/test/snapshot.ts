import type { SentEvent } from './sent-event.ts'

/** Fields that differ from run to run. */
const MASKED: readonly string[] = ['visitId', 'requestId', 'ver', 'seq']

/** Addresses without their origin, which has another port in each run. */
const withoutOrigin = (value: unknown) =>
  typeof value === 'string' && URL.canParse(value)
    ? value.replace(new URL(value).origin, '<origin>')
    : value

function masked(name: string, value: unknown): unknown {
  if (MASKED.includes(name)) return `<${name}>`
  return name === 'url' || name === 'referrer' ? withoutOrigin(value) : value
}

/** The events as text for a snapshot: in the order in which they happened, ids, times and origins masked, impressions gathered. */
export function snapshotOf(events: readonly SentEvent[]): string {
  const shown = events.map(({ action, data }) => {
    const members = Object.entries(data).map(([name, value]) => [name, masked(name, value)])
    return { action, ...Object.fromEntries(members) }
  })
  return `${JSON.stringify(shown, null, 2)}\n`
}
