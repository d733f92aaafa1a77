import type { Compared, Shoppers } from '../analytics/scope.ts'

/** What a user selected; the days are in the site's time zone, both inclusive. */
export interface ReportScope {
  /** `2026-11-05`; empty for no limit. */
  readonly from: string
  readonly to: string
  readonly who: Shoppers
  readonly compare: Compared
}

/** Their labels, the default first. */
export const shoppers: Readonly<Record<Shoppers, string>> = {
  people: 'People',
  agents: 'Agents',
  both: 'Both',
}

/** What a period can be compared with, the default first. */
export const compared: Readonly<Record<Compared, string>> = {
  previous: 'Period before',
  year: 'Year before',
  nothing: 'Nothing',
}

/** A common period. */
export interface Preset {
  readonly name: string
  readonly days: number | undefined
}

/** The common periods. */
export const presets: readonly Preset[] = [
  { name: 'Today', days: 1 },
  { name: '7 days', days: 7 },
  { name: '28 days', days: 28 },
  { name: 'All time', days: undefined },
]

/** Whole weeks, so that both halves of a comparison have the same weekdays. */
const USUAL_DAYS = 28

const DAY_MS = 24 * 60 * 60 * 1000

/** The period of the last few days, including today. @param today - In the site's time zone. */
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
  const named = <Name extends string>(name: string, names: Readonly<Record<Name, string>>) => {
    const [first] = Object.keys(names) as [Name]
    const given = query.get(name) ?? first
    return Object.hasOwn(names, given) ? (given as Name) : first
  }
  const [who, compare] = [named('who', shoppers), named('compare', compared)]
  const scope = { from: day('from'), to: day('to'), who, compare }
  const isNamed = ['from', 'to', 'all'].some((name) => query.has(name))
  return isNamed ? scope : { ...scope, ...lastDays(USUAL_DAYS, today) }
}

/** The scope for the page's address: only its limits, or a mark that there are none. */
export function addressOf(scope: ReportScope): Readonly<Record<string, string>> {
  return { ...requestOf(scope), ...(scope.from + scope.to === '' && { all: '1' }) }
}

/** The scope as request parameters of the service. */
export const requestOf = ({
  from,
  to,
  who,
  compare,
}: ReportScope): Readonly<Record<string, string>> => ({
  ...(from && { from }),
  ...(to && { to }),
  ...(who !== 'people' && { who }),
  ...(compare !== 'previous' && { compare }),
})

/** An address of the console with the scope of the page that links to it. */
export function withScope(href: string, { pathname, search }: Here = location): string {
  const url = new URL(href, 'http://console')
  if (!/^\/(analytics|events|books|requests)\b/.test(url.pathname)) return href
  const here = new URLSearchParams(search)
  for (const name of ['from', 'to', 'all', 'compare', 'who']) {
    const given = here.get(name === 'who' ? whoIn(pathname) : name)
    if (given) url.searchParams.set(name === 'who' ? whoIn(url.pathname) : name, given)
  }
  return url.pathname + url.search + url.hash
}

type Here = Pick<Location, 'pathname' | 'search'>

/** On the page of events, `who` is one visit or shopper. */
const whoIn = (path: string) => (path === '/events' ? 'shoppers' : 'who')

/** The day of a moment (epoch ms) in a time zone. */
export const dayIn = (timeZone: string, moment: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment)

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))
