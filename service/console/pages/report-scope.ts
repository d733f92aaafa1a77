/** A person's period: whole days of this browser's calendar, both included. */
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

/** The usual scopes. */
export const presets: readonly Preset[] = [
  { name: 'Today', days: 1 },
  { name: '7 days', days: 7 },
  { name: '28 days', days: 28 },
  { name: 'All time', days: undefined },
]

/** Whole weeks, so that both halves of a comparison have the same weekdays. */
const USUAL_DAYS = 28

/** A trend has at most so many points; longer ones take several days together. */
const MAX_POINTS = 56

/** The scope of the last so many days, today included. */
export function lastDays(days: number | undefined, now: number): Omit<ReportScope, 'visit'> {
  if (days === undefined) return { from: '', to: '' }
  return { from: dayOf(addDays(now, 1 - days)), to: dayOf(new Date(now)) }
}

/** The scope that the page's address names; the last 28 days when it names none. */
export function scopeFrom(query: URLSearchParams, now: number): ReportScope {
  const day = (name: string) => {
    const given = query.get(name) ?? ''
    return Number.isNaN(startOf(given)) ? '' : given
  }
  const scope = { from: day('from'), to: day('to'), visit: query.get('visit') ?? '' }
  const isNamed = ['from', 'to', 'visit', 'all'].some((name) => query.has(name))
  return isNamed ? scope : { ...scope, ...lastDays(USUAL_DAYS, now) }
}

/** The scope as the page's address names it: only what limits, or that nothing does. */
export function addressOf(scope: ReportScope): URLSearchParams {
  const limits = Object.entries(scope).filter(([, value]) => value !== '')
  return new URLSearchParams(limits.length > 0 ? limits : { all: '1' })
}

/** The scope as the service takes it: moments, the end not included. */
export function requestOf({ from, to, visit }: ReportScope): URLSearchParams {
  const query = new URLSearchParams()
  if (from) query.set('from', String(startOf(from)))
  if (to) query.set('to', String(addDays(startOf(to), 1).getTime()))
  if (visit) query.set('visit', visit)
  return query
}

/** When the first and the last event of a scope happened, in epoch milliseconds. */
export interface Span {
  readonly first: number
  readonly last: number
}

/** The moments between which a trend counts. */
export interface TrendEdges {
  readonly now: readonly number[]
  /** The time before, as long; empty for a scope without both ends. */
  readonly before: readonly number[]
  /** How many days are one point. */
  readonly days: number
}

/** Divides a scope into days, or several days each. */
export function trendEdges({ from, to }: ReportScope, { first, last }: Span): TrendEdges {
  const start = from ? startOf(from) : startOf(dayOf(new Date(first)))
  const end = addDays(to ? startOf(to) : startOf(dayOf(new Date(last))), 1).getTime()
  const days = Math.max(1, Math.round((end - start) / DAY_MS))
  const step = Math.ceil(days / MAX_POINTS)
  const points = Math.ceil(days / step)
  const edgesFrom = (begin: number) =>
    Array.from({ length: points + 1 }, (_, point) => addDays(begin, point * step).getTime())
  const hasBefore = from !== '' && to !== ''
  const before = hasBefore ? edgesFrom(addDays(start, -points * step).getTime()) : []
  return { now: edgesFrom(start), before, days: step }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** When a day begins here; NaN for what is no day. */
const startOf = (day: string): number =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00`).getTime() : Number.NaN

/** Not so many times 24 hours, which miss the days on which clocks are changed. */
function addDays(at: number, days: number): Date {
  const date = new Date(at)
  date.setDate(date.getDate() + days)
  return date
}

function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
