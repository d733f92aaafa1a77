import { RequestError } from '../../http/request-error.ts'
import { DAY_MS } from '../../store/loss-report.ts'
import type { Calendar } from './calendar.ts'

/** Whose events to count. Events caused by a browser agent are marked and counted separately. */
export const SHOPPERS = ['people', 'agents', 'both'] as const

export type Shoppers = (typeof SHOPPERS)[number]

/** The events that a report covers. */
export interface Scope {
  /** Epoch milliseconds, inclusive. */
  readonly from: number
  /** Epoch milliseconds, exclusive. */
  readonly to: number
  readonly who: Shoppers
}

/** A scope and the previous period, with the same weekdays and hours. */
export interface Comparison {
  readonly scope: Scope
  /** Absent unless the scope has both ends. */
  readonly before?: Scope
  /** Whether the scope ends in the future because its last day is not over. */
  readonly isOpen: boolean
}

/** The query parameters of a report request, unchecked. */
export interface ScopeQuery {
  readonly from?: unknown
  readonly to?: unknown
  /** `people` (the default), `agents` or `both`. */
  readonly who?: unknown
  readonly table?: unknown
  /** `overview` or `details`, for Analytics only. */
  readonly part?: unknown
  /** The item that a page is about: `list`, `product` or `facet`, its name, and the value of a facet. */
  readonly kind?: unknown
  readonly name?: unknown
  readonly value?: unknown
}

const FOREVER = Number.MAX_SAFE_INTEGER

/**
 * Reads a scope: times in epoch milliseconds, or days of the calendar, both inclusive. Absent or empty parameters do not limit it.
 *
 * @throws RequestError 400 `bad-parameter`.
 */
export function readScope({ from, to, who = 'people' }: ScopeQuery, calendar: Calendar): Scope {
  const shoppers = SHOPPERS.find((name) => name === who)
  if (!shoppers) throw badParameter('who', `is one of ${SHOPPERS.join(', ')}.`)
  return {
    from: momentFrom('from', from, 0, calendar.startOf),
    to: momentFrom('to', to, FOREVER, (day) => calendar.addDays(calendar.startOf(day), 1)),
    who: shoppers,
  }
}

/**
 * Finds the previous period of a scope. For whole days it lies the same number of days earlier; if the scope is
 * not over, both periods end at the same time of day, so that they are equally long.
 */
export function comparisonOf(scope: Scope, calendar: Calendar, now: number): Comparison {
  const { from, to } = scope
  if (from === 0 || to === FOREVER || to <= from) return { scope, isOpen: to > now }
  const isOpen = to > now && from < now
  const end = isOpen ? now : to
  const isWholeDays = [from, to].every((at) => calendar.startOf(calendar.dayOf(at)) === at)
  const back = (at: number) =>
    isWholeDays ? calendar.addDays(at, -Math.round((to - from) / DAY_MS)) : at - (to - from)
  return { scope, isOpen, before: { ...scope, from: Math.max(0, back(from)), to: back(end) } }
}

function momentFrom(
  name: string,
  given: unknown,
  absent: number,
  momentOf: (day: string) => number,
): number {
  if (given === undefined || given === '') return absent
  if (typeof given === 'string' && /^\d{1,15}$/.test(given)) return Number(given)
  const moment = typeof given === 'string' ? momentOf(given) : Number.NaN
  if (!Number.isNaN(moment)) return moment
  throw badParameter(name, 'is a day such as 2026-11-05, or a moment in epoch milliseconds.')
}

/** An invalid parameter, as a 400 `bad-parameter`. */
export const badParameter = (name: string, rule: string): RequestError =>
  new RequestError(400, 'bad-parameter', `${name} ${rule}`, name)
