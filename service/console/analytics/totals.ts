import type { SqlValue } from '../../store/sql.ts'
import { type InMicros, inMoney } from './money.ts'
import { SAMPLE_USERS, SEEN, TOTALS } from './queries.ts'
import type { AnalyticsTotals, Step } from './report-type.ts'
import type { Scope } from './scope.ts'
import { spansOf } from './spans.ts'

/** Values of a query, by name. */
export type Values = Readonly<Record<string, SqlValue>>

/** How often everything happened; how many visits or users did it is counted apart. */
type Happenings = Omit<AnalyticsTotals, 'visits' | 'buyingVisits' | 'users' | 'sampleUsers'> &
  Readonly<Record<Step, number>>

/** How many different ones, by the kinds of `fact_seen`: `visit`, `buying`, `user` and the steps. */
type Different = Partial<Readonly<Record<string, number>>>

/** Counts a scope. Each reads sums alone, but for the ends of the scope. */
export interface Totals {
  happenings(values: Values): Promise<Happenings>
  different(values: Values): Promise<Different>
  /** Both, with the users of sample traffic. */
  summary(scope: Scope): Promise<Summary>
}

/** A scope as a report has it, and what its funnel is made of. */
export interface Summary {
  readonly totals: AnalyticsTotals
  readonly times: Readonly<Record<Step, number>>
  readonly visits: Different
}

/** Asks the sums by `ask`. */
export function createTotals(
  ask: <Row>(text: string, values: Values) => Promise<Row[]>,
  samplePrefix: string,
): Totals {
  const sample = { sample: samplePrefix, sampleEnd: `${samplePrefix}\u{10ffff}` }

  async function happenings(values: Values) {
    const [row] = await ask<InMicros<Happenings>>(TOTALS, values)
    return inMoney<Happenings>(row as InMicros<Happenings>)
  }

  async function different(values: Values): Promise<Different> {
    const rows = await ask<{ readonly kind: string; readonly names: number }>(SEEN, values)
    return Object.fromEntries(rows.map(({ kind, names }) => [kind, names]))
  }

  async function sampleUsers(values: Values) {
    const [row] = await ask<{ readonly users: number }>(SAMPLE_USERS, { ...values, ...sample })
    return row?.users ?? 0
  }

  return {
    happenings,
    different,
    async summary(scope) {
      const values = valuesOf(scope)
      const { added, ordered, ...counts } = await happenings(values)
      const visits = await different(values)
      const totals = {
        ...counts,
        visits: visits.visit ?? 0,
        buyingVisits: visits.buying ?? 0,
        users: visits.user ?? 0,
        sampleUsers: await sampleUsers(values),
      }
      const { shown, clicked } = counts
      return { totals, times: { shown, clicked, added, ordered }, visits }
    },
  }
}

/** The values that every query on the sums of a scope binds. */
export function valuesOf(scope: Scope): Values {
  const { sums, head, tail, ...hours } = spansOf(scope)
  const [headFrom, headTo] = head
  const [tailFrom, tailTo] = tail
  return { ...scope, ...hours, headFrom, headTo, tailFrom, tailTo, sums: JSON.stringify(sums) }
}
