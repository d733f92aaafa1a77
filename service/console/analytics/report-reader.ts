import { setImmediate as turn } from 'node:timers/promises'
import type { Statements } from '../../store/sql.ts'
import type { Labels } from './labels.ts'
import { type InMicros, inMoney } from './money.ts'
import { FILL_REPORT, REPORT_TABLES } from './queries.ts'
import type { FacetRow, ListKind, StepCounts } from './report-type.ts'
import { createTotals, type Totals, type Values } from './totals.ts'

/** Names of the rows of a report. */
export interface ReaderNames {
  readonly labels: Labels
  /** The beginning of the user ids of sample traffic. */
  readonly samplePrefix: string
}

/** Runs the queries of reports on one session of a store. Requests are served between two queries. */
export interface Reader {
  readonly totals: Totals
  /** Fills the session's tables `report_…`, which other queries read. */
  fillReport(scope: Values): Promise<void>
  rows<Row>(text: string, values: Values): Promise<Row[]>
  /** Rows with their money in the shop's currency. */
  withMoney<Row>(text: string, values: Values): Promise<Row[]>
  lists<Row extends { readonly kind: ListKind }>(
    text: string,
    rows: number,
  ): Promise<(Omit<Row, 'list'> & { readonly name: string; readonly label: string })[]>
  products(
    text: string,
    values: Values,
  ): Promise<(StepCounts & { readonly pid: string; readonly title: string })[]>
  facets(text: string, values: Values): Promise<FacetRow[]>
}

/** Makes a reader; those of one session may be used one after another. */
export function createReader(
  statements: Statements,
  { labels, samplePrefix }: ReaderNames,
): Reader {
  const rows = async <Row>(text: string, values: Values): Promise<Row[]> => {
    await turn()
    return statements.all<Row>(text, values)
  }
  const withMoney = async <Row>(text: string, values: Values) =>
    (await rows<InMicros<Row>>(text, values)).map(inMoney<Row>)

  return {
    totals: createTotals(rows, samplePrefix),
    rows,
    withMoney,
    async fillReport(scope) {
      await statements.exec(REPORT_TABLES)
      for (const fill of FILL_REPORT) {
        await turn()
        await statements.run(fill, scope)
      }
    },
    lists: async <Row extends { readonly kind: ListKind }>(text: string, most: number) =>
      (await withMoney<Row & { readonly list: string }>(text, { rows: most })).map(
        ({ list, ...row }) => ({
          ...row,
          name: list.slice(list.indexOf(':') + 1),
          label: labels.list(list),
        }),
      ),
    products: async (text, values) =>
      (await withMoney<StepCounts & { readonly pid: string }>(text, values)).map((row) => ({
        ...row,
        title: labels.product(row.pid),
      })),
    facets: async (text, values) =>
      (await withMoney<Omit<FacetRow, 'label'>>(text, values)).map((row) => ({
        ...row,
        label: labels.facet(row.facet, row.value),
      })),
  }
}
