import { DAY_MS } from 'svc-tag-service'
import { badParameter, oneOf } from '../read-parameter.ts'
import type { Calendar } from './calendar.ts'

/** Whose events to count. Events caused by a browser agent are marked and counted separately. */
export const SHOPPERS = ['people', 'agents', 'both'] as const

export type Shoppers = (typeof SHOPPERS)[number]

/** What a period is compared with: the one before, the same weekdays a year (52 weeks) earlier, or nothing. */
export const COMPARED = ['previous', 'year', 'nothing'] as const

export type Compared = (typeof COMPARED)[number]

/** The events that a report covers. */
export interface Scope {
  /** Epoch milliseconds, inclusive. */
  readonly from: number
  /** Epoch milliseconds, exclusive. */
  readonly to: number
  readonly who: Shoppers
  /** `previous` by default. */
  readonly compare?: Compared
}

/** A scope and the period that it is compared with, with the same weekdays and hours. */
export interface Comparison {
  readonly scope: Scope
  /** Absent unless the scope has both ends, or if nothing is compared. */
  readonly before?: Scope
  /** Whether the scope ends in the future because its last day is not over. */
  readonly isOpen: boolean
}

/**
 * The query parameters of a report request, unchecked: its scope, the table of a download, the part of Analytics, and the kind, name and
 * value of the item that a page is about.
 */
export type ScopeQuery = Readonly<
  Partial<
    Record<
      'from' | 'to' | 'who' | 'compare' | 'table' | 'part' | 'kind' | 'name' | 'value',
      unknown
    >
  >
>

/** Whole weeks, so that weekdays match. */
const YEAR_DAYS = 364

const FOREVER = Number.MAX_SAFE_INTEGER

/**
 * Reads a scope: times in epoch milliseconds, or days of the calendar, both inclusive. Absent or empty parameters do not limit it.
 *
 * @throws RequestError 400 `bad-parameter`.
 */
export function readScope(
  { from, to, who = 'people', compare = 'previous' }: ScopeQuery,
  calendar: Calendar,
): Scope {
  return {
    from: momentFrom('from', from, 0, calendar.startOf),
    to: momentFrom('to', to, FOREVER, (day) => calendar.addDays(calendar.startOf(day), 1)),
    who: oneOf('who', who, SHOPPERS),
    compare: oneOf('compare', compare, COMPARED),
  }
}

/**
 * Finds the period that a scope is compared with. For whole days it lies the same number of days earlier; if the scope is
 * not over, both periods end at the same time of day, so that they are equally long.
 */
export function comparisonOf(scope: Scope, calendar: Calendar, now: number): Comparison {
  const { from, to, compare } = scope
  if (from === 0 || to === FOREVER || to <= from || compare === 'nothing')
    return { scope, isOpen: to > now }
  const isOpen = to > now && from < now
  const end = isOpen ? now : to
  const isWholeDays = [from, to].every((at) => calendar.startOf(calendar.dayOf(at)) === at)
  const days = compare === 'year' ? YEAR_DAYS : Math.round((to - from) / DAY_MS)
  const back = (at: number) =>
    isWholeDays || compare === 'year' ? calendar.addDays(at, -days) : at - (to - from)
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
