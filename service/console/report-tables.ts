import type { AttributionReport } from './analytics/attribution-type.ts'
import type {
  AnalyticsReport,
  FacetRow,
  FunnelRow,
  ProductRow,
  QueryRow,
  Step,
  StepCounts,
  TrendRow,
} from './analytics/report-type.ts'

/** A table as the pages show it and as a CSV file has it. */
export interface ReportTable {
  /** The text for screen readers, and the name of the file. */
  readonly title: string
  readonly columns: readonly ReportColumn[]
  /** One cell for each column. */
  readonly rows: readonly (readonly Cell[])[]
}

/** One column; shares are parts of 1, moments epoch milliseconds. */
export interface ReportColumn {
  readonly name: string
  readonly kind: 'text' | 'count' | 'share' | 'money' | 'moment'
}

/** A text, a number or a link; `undefined` for a share of nothing. */
export type Cell = string | number | undefined | LinkCell

/** A text that leads to the events behind it. */
export interface LinkCell {
  readonly text: string
  readonly href: string
}

/** Every table of the analytics page, by the name that a download asks for. */
export const analyticsTables = {
  funnel: ({ funnel }: AnalyticsReport) =>
    table('Funnel, by step', funnel, [
      text('Step', ({ step }) => stepNames[step]),
      count('Visits', ({ visits }) => visits),
      share('Of all shown', ({ visits }) => [visits, funnel[0]?.visits ?? 0]),
      count('Times', ({ times }) => times),
      count('Products', ({ products }: FunnelRow) => products),
    ]),
  lists: ({ lists }: AnalyticsReport) =>
    table('Lists: searches and browse pages', lists, [
      text('List', ({ label }) => label),
      text('Kind', ({ kind }) => kindNames[kind]),
      ...stepColumns,
    ]),
  positions: ({ positions }: AnalyticsReport) =>
    table('Click rate, by place in the list', positions, [
      text('Place', ({ position }) => String(position)),
      count('Shown', ({ shown }) => shown),
      count('Clicked', ({ clicked }) => clicked),
      share('Click rate', ({ clicked, shown }) => [clicked, shown]),
      count('Ordered', ({ ordered }) => ordered),
    ]),
  products: ({ products }: AnalyticsReport) =>
    productTable('Products, the most ordered first', products),
  queries: ({ queries }: AnalyticsReport) => queryTable('Searches, by text', queries),
  untyped: ({ untyped }: AnalyticsReport) => queryTable('Texts that nobody typed', untyped),
  facets: ({ facets }: AnalyticsReport) => facetTable('Facets, by value', facets),
  'empty-searches': ({ attention }: AnalyticsReport) =>
    table('Searches without results', attention.emptySearches, [
      eventsWith('Text', ({ query }) => query),
      count('Searches', ({ searches }) => searches),
      count('Found nothing', ({ empty }) => empty),
    ]),
  'unclicked-searches': ({ attention }: AnalyticsReport) =>
    table('Searches without clicks', attention.unclickedSearches, [
      eventsWith('Text', ({ query }) => query),
      count('Searches', ({ searches }) => searches),
      count('Products shown', ({ shown }) => shown),
    ]),
  'unclicked-products': ({ attention }: AnalyticsReport) =>
    table('Products seen often and never clicked', attention.unclickedProducts, [
      text('Product', ({ pid, title }) => title || pid),
      eventsWith('Id', ({ pid }) => pid),
      count('Shown', ({ shown }) => shown),
    ]),
  'idle-facets': ({ attention }: AnalyticsReport) =>
    table('Facets that lead to nothing', attention.idleFacets, [
      text('Facet', ({ label }) => label),
      count('Chosen', ({ selected }) => selected),
      count('Visits', ({ visits }) => visits),
    ]),
  'bad-events': ({ attention }: AnalyticsReport) =>
    table('Bad events, by reason and page', attention.badEvents, [
      {
        name: 'Reason',
        kind: 'text',
        value: ({ reason, action }) => ({
          text: reason,
          href: `/events?${new URLSearchParams({ state: 'bad', action })}`,
        }),
      },
      text('Action', ({ action }) => action || '(none)'),
      text('Page', ({ page }) => page || '(none)'),
      count('Events', ({ events }) => events),
    ]),
  loss: ({ loss }: AnalyticsReport) =>
    table('Delivery, by day, browser and version', loss, [
      text('Day (UTC)', ({ day }) => day),
      text('Browser', ({ browser }) => browser || 'Unknown'),
      text('Version', ({ version }) => version || 'Unknown'),
      count('Received', ({ received }) => received),
      count('Late by seconds', ({ lateSeconds }) => lateSeconds),
      count('by hours', ({ lateHours }) => lateHours),
      count('by days', ({ lateDays }) => lateDays),
      count('Repeated', ({ repeated }) => repeated),
      count('Still open', ({ open }) => open),
      count('Lost', ({ lost }) => lost),
      share('Loss rate', ({ lost, received }) => [lost, lost + received]),
    ]),
} as const

/** Every table of the attribution page. */
export const attributionTables = {
  steps: ({ steps }: AttributionReport) =>
    table('What is owed to a list, and why not', steps, [
      text('Step', ({ step }) => stepNames[step]),
      count('Times', ({ times }) => times),
      count('By request id', ({ byRequest }) => byRequest),
      count('By the visit', ({ byVisit }) => byVisit),
      count('Unknown request id', ({ unknownRequest }) => unknownRequest),
      count('Seen in an earlier visit', ({ earlierVisit }) => earlierVisit),
      count('Never seen in a list', ({ neverShown }) => neverShown),
    ]),
  lists: ({ lists }: AttributionReport) =>
    table('Lists, and what they led to', lists, [
      text('List', ({ label }) => label),
      text('Kind', ({ kind }) => kindNames[kind]),
      count('Requests', ({ requests }) => requests),
      ...stepColumns,
    ]),
  requests: ({ requests }: AttributionReport) =>
    table('Requests, and what they led to', requests, [
      text('Request id', ({ requestId }) => requestId),
      text('List', ({ label }) => label),
      moment('First seen', ({ at }) => at),
      ...stepColumns,
    ]),
} as const

/** The trend as a table; the page draws it, a download has it. */
export const trendTable = (rows: readonly TrendRow[]): ReportTable =>
  table('Trend', rows, [
    moment('From', ({ from }) => from),
    count('Visits', ({ visits }) => visits),
    count('Orders', ({ orders }) => orders),
    share('Conversion', ({ buyingVisits, visits }) => [buyingVisits, visits]),
    money('Revenue', ({ revenue }) => revenue),
  ])

/** A column with what a row has there. */
interface ColumnOf<Row> extends ReportColumn {
  value(row: Row): Cell
}

const table = <Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly ColumnOf<Row>[],
): ReportTable => ({
  title,
  columns: columns.map(({ name, kind }) => ({ name, kind })),
  rows: rows.map((row) => columns.map((column) => column.value(row))),
})

/** Leads to the events that have a text in their payload. */
const eventsWith = <Row>(
  name: string,
  value: (row: Row) => string,
  has = value,
): ColumnOf<Row> => ({
  name,
  kind: 'text',
  value: (row) => ({ text: value(row), href: `/events?text=${encodeURIComponent(has(row))}` }),
})

const text = <Row>(name: string, value: (row: Row) => string): ColumnOf<Row> => ({
  name,
  kind: 'text',
  value,
})

const count = <Row>(name: string, value: (row: Row) => number): ColumnOf<Row> => ({
  name,
  kind: 'count',
  value,
})

const moment = <Row>(name: string, value: (row: Row) => number): ColumnOf<Row> => ({
  name,
  kind: 'moment',
  value,
})

const money = <Row>(name: string, value: (row: Row) => number): ColumnOf<Row> => ({
  name,
  kind: 'money',
  value,
})

const share = <Row>(
  name: string,
  parts: (row: Row) => readonly [part: number, whole: number],
): ColumnOf<Row> => ({
  name,
  kind: 'share',
  value(row) {
    const [part, whole] = parts(row)
    return whole === 0 ? undefined : part / whole
  },
})

const stepNames: Readonly<Record<Step, string>> = {
  shown: 'Shown',
  clicked: 'Clicked',
  added: 'Added to a cart',
  ordered: 'Ordered',
}

const kindNames = { query: 'Search', untyped: 'Chat or link', page: 'Page', none: '' } as const

const stepColumns: readonly ColumnOf<StepCounts>[] = [
  count('Shown', ({ shown }) => shown),
  count('Clicked', ({ clicked }) => clicked),
  share('Click rate', ({ clicked, shown }) => [clicked, shown]),
  count('Added', ({ added }) => added),
  count('Ordered', ({ ordered }) => ordered),
  count('Units', ({ units }) => units),
  money('Revenue', ({ revenue }) => revenue),
]

const productTable = (title: string, rows: readonly ProductRow[]) =>
  table(title, rows, [
    text('Product', ({ pid, title: name }) => name || pid),
    eventsWith('Id', ({ pid }) => pid),
    ...stepColumns,
  ])

const queryTable = (title: string, rows: readonly QueryRow[]) =>
  table(title, rows, [
    eventsWith('Text', ({ query }) => query),
    count('Searches', ({ searches }) => searches),
    count('Found nothing', ({ empty }) => empty),
    ...stepColumns,
  ])

const facetTable = (title: string, rows: readonly FacetRow[]) =>
  table(title, rows, [
    text('Facet', ({ label }) => label),
    count('Chosen', ({ selected }) => selected),
    count('Dropped', ({ deselected }) => deselected),
    count('Visits', ({ visits }) => visits),
    share('Then clicked', ({ clickedVisits, visits }) => [clickedVisits, visits]),
    share('Then ordered', ({ orderedVisits, visits }) => [orderedVisits, visits]),
    money('Revenue of these visits', ({ revenue }) => revenue),
  ])
