import { DAY_MS, HOUR_MS } from 'svc-tag-service'
import type { ColumnValues, DuckSession } from '../columns/duck.ts'
import type { Calendar } from './calendar.ts'
import { BEFORE, NO_FILTER, NOW, type StepFilter, sumsOf, WHO } from './prepare-report.ts'
import type { Trend, TrendRow } from './report-type.ts'
import type { Comparison, Scope } from './scope.ts'

/** The maximum number of points; in longer trends, one point covers several days. */
const MAX_POINTS = 56

/** The boundaries of the points of a scope, in epoch milliseconds. */
export interface Points {
  readonly unit: 'hour' | 'day'
  /** How many hours or days one point covers. */
  readonly step: number
  /** One more than the number of points. */
  readonly edges: readonly number[]
}

/** Divides a scope with both ends into hours (up to two days), days, or groups of days. */
export function pointsOf({ from, to }: Scope, calendar: Calendar): Points {
  if (to - from <= 2 * DAY_MS) {
    const hours = Math.max(1, Math.ceil((to - from) / HOUR_MS))
    return { unit: 'hour', step: 1, edges: edgesOf(hours, (hour) => from + hour * HOUR_MS) }
  }
  const start = calendar.startOf(calendar.dayOf(from))
  const last = calendar.startOf(calendar.dayOf(to - 1))
  const days = Math.round((last - start) / DAY_MS) + 1
  const step = Math.ceil(days / MAX_POINTS)
  const points = Math.ceil(days / step)
  return { unit: 'day', step, edges: edgesOf(points, (at) => calendar.addDays(start, at * step)) }
}

const edgesOf = (points: number, edge: (point: number) => number) =>
  Array.from({ length: points + 1 }, (_, point) => edge(point))

/** The points of a scope, and the same number in the previous period. */
export interface Trended extends Points {
  /** The same edges in the previous period; empty if there is none. */
  readonly earlier: readonly number[]
}

/** The points of a comparison. A scope without ends is divided by the times of its events. */
export function trendedOf(
  { scope, before }: Comparison,
  { first, last }: { readonly first: number; readonly last: number },
  calendar: Calendar,
): Trended {
  const from = scope.from === 0 ? calendar.startOf(calendar.dayOf(first)) : scope.from
  const to = scope.to === Number.MAX_SAFE_INTEGER ? Math.max(from, last) + 1 : scope.to
  const points = pointsOf({ ...scope, from, to }, calendar)
  const { unit, edges } = points
  if (!before) return { ...points, earlier: [] }
  const span = (edges[0] ?? from) - before.from
  const back = (at: number) =>
    unit === 'hour' ? at - span : calendar.addDays(at, -Math.round(span / DAY_MS))
  return { ...points, earlier: edges.map(back) }
}

/** Points of the previous period have negative numbers. */
const pointOf = ({ edges, earlier }: Trended) =>
  `case when ${NOW} then ${pointIn(edges)} else -1 - (${pointIn(earlier)}) end`

/** Both periods; the previous one ends with its last point. */
const trendedRows = ({ earlier }: Trended) =>
  `((${NOW}) or (ts >= $beforeFrom and ts < ${earlier.at(-1) ?? 0})) and ${WHO}`

/**
 * Creates `visit_points`: what each visit did at each point of a trend. All event sums are derived from it, so the
 * events are read only once. Rows that are not `is_compared` appear only in the trend.
 */
export const visitPoints = (trended: Trended, { events }: StepFilter = NO_FILTER) => `
  create temp table visit_points as
  select visit, uid, ${pointOf(trended)} as point, (${NOW}) or (${BEFORE}) as is_compared,
    count(*) filter (is_good) as good, count(*) filter (not is_good) as bad,
    count(*) filter (is_good and is_search) as searches,
    count(*) filter (is_good and is_order) as orders, sum(products) as shown,
    min(ts) as first, max(ts) as last
  from event_rows where ${trendedRows(trended)} and ${events} group by all`

const EVENT_POINTS = `
  select point, count(*) filter (good > 0) as visits,
    count(*) filter (orders > 0) as "buyingVisits", ${sumsOf(['orders', 'searches', 'shown'])}
  from (
    select point, visit, ${sumsOf(['good', 'orders', 'searches', 'shown'])}
    from visit_points group by point, visit
  ) group by point`

const actPoints = (trended: Trended) => `
  select ${pointOf(trended)} as point, count(*) filter (step = 'clicked') as clicked,
    count(*) filter (step = 'ordered') as ordered, sum(micros) as micros
  from acted where ${trendedRows(trended)} group by point`

const shownPoints = (trended: Trended) => `
  select ${pointOf(trended)} as point, count(*) as shown
  from seen where ${trendedRows(trended)} group by point`

/** Reads a trend. `visit_points` and `acted` must exist, and `seen` for the trend of one item. Points without events are included. */
export async function readTrend(
  session: DuckSession,
  trended: Trended,
  values: ColumnValues,
  isOfItem = false,
): Promise<Trend> {
  const byPoint = new Map<number, Partial<TrendRow>>()
  const add = (rows: readonly RawPoint[]) => {
    for (const { point, micros, ...row } of rows) {
      const revenue = micros === undefined ? undefined : { revenue: micros / 1e6 }
      byPoint.set(point, { ...byPoint.get(point), ...row, ...revenue })
    }
  }
  add(await session.rows<RawPoint>(EVENT_POINTS))
  add(await session.rows<RawPoint>(actPoints(trended), values))
  if (isOfItem) {
    for (const row of byPoint.values()) Object.assign(row, { shown: 0 })
    add(await session.rows<RawPoint>(shownPoints(trended), values))
  }
  const rowsOf = (edges: readonly number[], pointAt: (place: number) => number) =>
    byPoint.size === 0
      ? []
      : edges.slice(0, -1).map((start, place) => ({
          ...{ from: start, to: edges[place + 1] ?? start, ...NOTHING },
          ...byPoint.get(pointAt(place)),
        }))
  const { unit, step, edges, earlier } = trended
  return {
    ...{ unit, step, now: rowsOf(edges, (place) => place) },
    before: rowsOf(earlier, (place) => -1 - place),
  }
}

interface RawPoint {
  readonly point: number
  readonly micros?: number
}

const NOTHING = {
  ...{ visits: 0, buyingVisits: 0, orders: 0, searches: 0 },
  ...{ shown: 0, clicked: 0, ordered: 0, revenue: 0 },
}

/** SQL for the point of a moment. Between two clock changes all points are equally long, so a division finds it. */
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
  return cases.length === 0 ? '0' : `case ${cases.join(' ')} else 0 end`
}
