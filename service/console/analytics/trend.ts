import type { DuckSession } from '../../store/columns/duck.ts'
import { DAY_MS, HOUR_MS } from '../../store/time-spans.ts'
import type { Calendar } from './calendar.ts'
import { NO_FILTER, type StepFilter, VISIT } from './prepare-report.ts'
import type { TrendRow } from './report-type.ts'
import type { Scope } from './scope.ts'

/** A trend has at most so many points; longer ones take several days together. */
const MAX_POINTS = 56

/** The beginnings and ends of the points of a scope, in epoch milliseconds. */
export interface Points {
  readonly unit: 'hour' | 'day'
  /** How many hours or days one point takes together. */
  readonly step: number
  /** One more than there are points. */
  readonly edges: readonly number[]
}

/** Divides a scope with both ends into hours (up to two days), days, or several days each. */
export function pointsOf({ from, to }: Scope, calendar: Calendar): Points {
  if (to - from <= 2 * DAY_MS) {
    const hours = Math.max(1, Math.ceil((to - from) / HOUR_MS))
    return { unit: 'hour', step: 1, edges: edgesOf(hours, (hour) => from + hour * HOUR_MS) }
  }
  const start = calendar.startOf(calendar.dayOf(from))
  const days = Math.max(1, Math.ceil((to - start) / DAY_MS - 0.1))
  const step = Math.ceil(days / MAX_POINTS)
  const points = Math.ceil(days / step)
  return { unit: 'day', step, edges: edgesOf(points, (at) => calendar.addDays(start, at * step)) }
}

const edgesOf = (points: number, edge: (point: number) => number) =>
  Array.from({ length: points + 1 }, (_, point) => edge(point))

/** Counts each point of a trend; points without events are there, too. */
export async function readTrend(
  session: DuckSession,
  { edges }: Points,
  { from, to, visit }: Scope,
  { steps, events, values }: StepFilter = NO_FILTER,
): Promise<TrendRow[]> {
  const scope = { from: Math.max(from, edges[0] ?? from), to, visit, ...values }
  const point = pointIn(edges)
  const inScope = `ts >= $from and ts < $to and ${VISIT}`
  const rows = await session.rows<Omit<TrendRow, 'from' | 'to' | 'revenue'> & RawPoint>(
    `select point, coalesce(visits, 0) as visits, coalesce("buyingVisits", 0) as "buyingVisits",
       coalesce(orders, 0) as orders, coalesce(searches, 0) as searches,
       coalesce(shown, 0) as shown, coalesce(clicked, 0) as clicked, coalesce(ordered, 0) as ordered,
       coalesce(micros, 0) as micros
     from (
       select ${point} as point, count(distinct visit) as visits,
         count(distinct visit) filter (action = 'order') as "buyingVisits",
         count(*) filter (action = 'order') as orders,
         count(*) filter (action = 'search') as searches
       from events where is_good and ${inScope} and ${events} group by point
     ) full join (
       select ${point} as point, count(*) filter (step = 'shown') as shown,
         count(*) filter (step = 'clicked') as clicked,
         count(*) filter (step = 'ordered') as ordered, sum(micros) as micros
       from steps where ${inScope} and ${steps} group by point
     ) using (point)`,
    scope,
  )
  const byPoint = new Map(
    rows.map(({ point: at, micros, ...row }) => [at, { ...row, revenue: micros / 1e6 }]),
  )
  return edges.slice(0, -1).map((start, at) => ({
    from: start,
    to: edges[at + 1] ?? start,
    ...(byPoint.get(at) ?? NOTHING),
  }))
}

interface RawPoint {
  readonly point: number
  readonly micros: number
}

const NOTHING = {
  ...{ visits: 0, buyingVisits: 0, orders: 0, searches: 0 },
  ...{ shown: 0, clicked: 0, ordered: 0, revenue: 0 },
}

/**
 * The point of a moment, in SQL. Between two changes of clocks all points are equally long, so a division
 * finds it.
 */
function pointIn(edges: readonly number[]): string {
  const stretches: { start: number; first: number; width: number }[] = []
  for (const [at, start] of edges.slice(0, -1).entries()) {
    const width = (edges[at + 1] ?? start) - start
    if (stretches.at(-1)?.width !== width) stretches.push({ start, first: at, width })
  }
  const cases = stretches
    .toReversed()
    .map(
      ({ start, first, width }) =>
        `when ts >= ${start} then ${first} + (ts - ${start}) // ${width}`,
    )
  return `case ${cases.join(' ')} else 0 end`
}
