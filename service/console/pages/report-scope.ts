import type { Shoppers } from '../analytics/scope.ts'

/** The period a user selected: whole days in the site's time zone, both inclusive. */
export interface ReportScope {
  /** `2026-11-05`; empty for no limit. */
  readonly from: string
  readonly to: string
  readonly who: Shoppers
}

/** Their labels, the default first. */
export const shoppers: Readonly<Record<Shoppers, string>> = {
  people: 'People',
  agents: 'Browser agents',
  both: 'Both',
}

/** A button that selects a common scope. */
export interface Preset {
  readonly name: string
  readonly days: number | undefined
}

/** The common scopes. */
export const presets: readonly Preset[] = [
  { name: 'Today', days: 1 },
  { name: '7 days', days: 7 },
  { name: '28 days', days: 28 },
  { name: 'All time', days: undefined },
]

/** Whole weeks, so that both halves of a comparison have the same weekdays. */
const USUAL_DAYS = 28

const DAY_MS = 24 * 60 * 60 * 1000

/** The scope of the last few days, including today. @param today - In the site's time zone. */
export function lastDays(
  days: number | undefined,
  today: string,
): Pick<ReportScope, 'from' | 'to'> {
  if (days === undefined) return { from: '', to: '' }
  const first = new Date(Date.parse(today) - (days - 1) * DAY_MS)
  return { from: first.toISOString().slice(0, 10), to: today }
}

/** The scope in the page's address; the last 28 days by default. */
export function scopeFrom(query: URLSearchParams, today: string): ReportScope {
  const day = (name: string) => {
    const given = query.get(name) ?? ''
    return isDay(given) ? given : ''
  }
  const given = query.get('who') ?? ''
  const who = Object.hasOwn(shoppers, given) ? (given as Shoppers) : 'people'
  const scope = { from: day('from'), to: day('to'), who }
  const isNamed = ['from', 'to', 'all'].some((name) => query.has(name))
  return isNamed ? scope : { ...scope, ...lastDays(USUAL_DAYS, today) }
}

/** The scope for the page's address: only its limits, or a mark that there are none. */
export function addressOf(scope: ReportScope): Readonly<Record<string, string>> {
  return { ...requestOf(scope), ...(scope.from + scope.to === '' && { all: '1' }) }
}

/** The scope as request parameters of the service. */
export const requestOf = ({ from, to, who }: ReportScope): Readonly<Record<string, string>> => ({
  ...(from && { from }),
  ...(to && { to }),
  ...(who !== 'people' && { who }),
})

/** The day of a moment (epoch ms) in a time zone. */
export const dayIn = (timeZone: string, moment: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment)

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))
