/** What a person chose to analyse: whole days of this browser's calendar, both included. */
export interface ReportScope {
  /** `2026-11-05`; empty for no limit. */
  readonly from: string
  readonly to: string
  /** A visit id; empty for all. */
  readonly visit: string
}

/** A button for a usual scope. */
export interface Preset {
  readonly name: string
  readonly days: number | undefined
}

export const presets: readonly Preset[] = [
  { name: 'All time', days: undefined },
  { name: 'Today', days: 1 },
  { name: '7 days', days: 7 },
  { name: '30 days', days: 30 },
]

/** The scope of the last so many days, today included. */
export function lastDays(days: number | undefined, now: number): Omit<ReportScope, 'visit'> {
  if (days === undefined) return { from: '', to: '' }
  const start = new Date(now)
  start.setDate(start.getDate() - days + 1)
  return { from: dayOf(start), to: dayOf(new Date(now)) }
}

/** The scope that the page's address names. */
export function scopeFrom(query: URLSearchParams): ReportScope {
  const day = (name: string) => {
    const given = query.get(name) ?? ''
    return Number.isNaN(startOf(given)) ? '' : given
  }
  return { from: day('from'), to: day('to'), visit: query.get('visit') ?? '' }
}

/** The scope as the page's address names it: only what limits. */
export const addressOf = (scope: ReportScope): URLSearchParams =>
  new URLSearchParams(Object.entries(scope).filter(([, value]) => value !== ''))

/** The scope as the service takes it: moments, the end not included. */
export function requestOf({ from, to, visit }: ReportScope): URLSearchParams {
  const query = new URLSearchParams()
  if (from) query.set('from', String(startOf(from)))
  if (to) query.set('to', String(dayAfter(to)))
  if (visit) query.set('visit', visit)
  return query
}

/** When a day begins here; NaN for what is no day. */
const startOf = (day: string): number =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00`).getTime() : Number.NaN

/** Not 24 hours later, which misses the days on which clocks are changed. */
function dayAfter(day: string): number {
  const date = new Date(startOf(day))
  date.setDate(date.getDate() + 1)
  return date.getTime()
}

function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
