import type {
  AnalyticsOverview,
  AnalyticsReport,
  AttributionReport,
  ComparedCounts,
  FacetRow,
  FailedSearchRow,
  GroupRow,
  ItemReport,
  ListKind,
  MisplacedRow,
  NamedList,
  PartName,
  PositionRow,
  ProductRow,
  QueryRow,
  RelevanceRow,
  Step,
  StepCounts,
  TrendRow,
} from './analytics/report-type.ts'
import {
  type ColumnOf,
  change,
  count,
  decimal,
  eventsWith,
  itemLink,
  link,
  moment,
  money,
  portion,
  type ReportTable,
  ratio,
  share,
  table,
  text,
} from './table-columns.ts'

/** Every table of Analytics but Attribution, by the name used for its download. */
export const analyticsTables = {
  funnel: ({ funnel, totals }: AnalyticsReport) =>
    table('Funnel, by step', funnel, [
      text('Step', ({ step }) => stepNames[step]),
      count('Visits', ({ visits }) => visits),
      share('Of all visits', ({ visits }) => [visits, totals.visits]),
      count('Times', ({ times }) => times),
    ]),
  sources: ({ sources, totals }: AnalyticsReport) => {
    const [orders, revenue] = [sumOf(sources, 'orders'), sumOf(sources, 'revenue')]
    return table('Search, browse and chat', sources, [
      text('Shoppers came by', ({ kind }) => sourceNames[kind]),
      portion('Share of visits', ({ visits }) => visits / totals.visits, 1),
      portion('Share of orders', (row) => row.orders / orders, 2),
      portion('Share of revenue', (row) => row.revenue / revenue, 3),
      ...boughtColumns,
    ])
  },
  devices: ({ devices }: AnalyticsReport) =>
    table('Devices', devices, [
      text('Device', ({ name }) => deviceNames[name] ?? 'Unknown'),
      ...groupColumns(devices),
    ]),
  actors: ({ actors }: AnalyticsReport) =>
    table('People and agents', actors, [
      text('Who', ({ name }) => (name === 'agents' ? 'Agents' : 'People')),
      ...groupColumns(actors),
      count('Searches', ({ searches }) => searches),
    ]),
  lists: ({ lists }: AnalyticsReport) =>
    table('Lists: searches and browse pages', lists, [
      listColumn,
      text('Kind', ({ kind }) => kindNames[kind]),
      ...comparedColumns,
    ]),
  positions: ({ positions }: AnalyticsReport) =>
    table('Click rate, by place in the list', positions, [
      text('Place', ({ position }) => String(position)),
      count('Shown by rank', ({ rankShown }) => rankShown),
      count('Clicked by rank', ({ rankClicked }) => rankClicked),
      share(
        'Click rate by rank',
        (row) => [row.rankClicked, row.rankShown],
        isRanked(positions) ? 1 : 3,
      ),
      count('Seen in this order', ({ shown }) => shown),
      count('Clicked in this order', ({ clicked }) => clicked),
      share('Click rate in the order seen', ({ clicked, shown }) => [clicked, shown], 2),
      count('Ordered', ({ ordered }) => ordered),
    ]),
  products: ({ products }: AnalyticsReport) =>
    table('Products, the most ordered first', products, [
      productColumn,
      eventsWith('Id', ({ pid }) => pid),
      ...comparedColumns,
    ]),
  queries: ({ queries }: AnalyticsReport) =>
    table('Searches, by text', queries, [
      queryColumn,
      count('Searches', ({ searches }) => searches, 1),
      change('Change of searches', ({ searches, before }) => [searches, before.searches]),
      foundNothing,
      ...stepColumns,
    ]),
  untyped: ({ untyped }: AnalyticsReport) =>
    table('Texts that were not typed into a search box', untyped, [
      queryColumn,
      foundNothing,
      ...stepColumns,
    ]),
  facets: ({ facets }: AnalyticsReport) => facetTable('Facets, by value', facets),
  'empty-searches': ({ emptySearches }: AnalyticsReport) =>
    table('Searches that found nothing', emptySearches, [
      queryColumn,
      count('Found nothing', ({ times }) => times, 2),
      count('Visits', ({ visits }) => visits),
      share('Searched again', ({ asked, visits }) => [asked, visits], 3),
      link<FailedSearchRow>(
        'Most often for',
        ({ next }) =>
          next === '' ? { text: '–', href: '' } : itemLink('list', next, `query:${next}`),
        4,
      ),
      share('Went on without', ({ went, visits }) => [went, visits]),
      share('Left the shop', ({ left, visits }) => [left, visits], 1),
      share('Ordered later', ({ ordered, visits }) => [ordered, visits]),
    ]),
  'unclicked-searches': ({ unclickedSearches }: AnalyticsReport) =>
    table('Searches without clicks', unclickedSearches, [
      queryColumn,
      count('Searches', ({ searches }) => searches),
      count('Products shown', ({ shown }) => shown),
    ]),
  'unclicked-products': ({ unclickedProducts }: AnalyticsReport) =>
    table('Products seen often but never clicked', unclickedProducts, [
      productColumn,
      eventsWith('Id', ({ pid }) => pid),
      count('Shown', ({ shown }) => shown),
    ]),
  'idle-facets': ({ idleFacets }: AnalyticsReport) =>
    table('Facets that lead to nothing', idleFacets, [
      facetColumn,
      count('Chosen', ({ selected }) => selected),
      count('Visits', ({ visits }) => visits),
    ]),
  'bad-events': ({ badEvents }: AnalyticsReport) =>
    table('Bad events, by reason and page', badEvents, [
      link('Reason', ({ reason, action }) => ({
        text: reason,
        href: `/events?${new URLSearchParams({ state: 'bad', action })}`,
      })),
      text('Action', ({ action }) => action || '(none)'),
      text('Page', ({ page }) => page || '(none)'),
      count('Events', ({ events }) => events, 1),
    ]),
  'too-low': ({ relevance }: AnalyticsReport) => misplacedTable('Ranked too low', relevance.tooLow),
  'too-high': ({ relevance }: AnalyticsReport) =>
    misplacedTable('Ranked too high', relevance.tooHigh),
  relevance: ({ relevance }: AnalyticsReport) => relevanceTable(relevance.lists),
  'asked-next': ({ askedNext }: AnalyticsReport) => askedNextTable(askedNext),
  trend: ({ trend, timeZone }: AnalyticsOverview) => trendTable(trend.now, timeZone),
  loss: ({ loss }: AnalyticsReport) =>
    table('Delivery, by day, browser and version', loss, [
      text('Day (UTC)', ({ day }) => day),
      text('Browser', ({ browser }) => browser || 'Unknown', 1),
      text('Version', ({ version }) => version || 'Unknown'),
      count('Received', ({ received }) => received, 3),
      count('Late by seconds', ({ lateSeconds }) => lateSeconds),
      count('Late by hours', ({ lateHours }) => lateHours),
      count('Late by days', ({ lateDays }) => lateDays),
      count('Repeated', ({ repeated }) => repeated),
      count('Still open', ({ open }) => open),
      count('Lost', ({ lost }) => lost, 4),
      share('Loss rate', ({ lost, received }) => [lost, lost + received], 2),
    ]),
} as const

export type AnalyticsTable = keyof typeof analyticsTables

/** The tables of each part of the report. */
export const tablesOfPart: Readonly<Record<PartName, readonly AnalyticsTable[]>> = {
  overview: ['trend', 'funnel', 'sources', 'devices', 'actors'],
  searches: ['queries', 'empty-searches', 'unclicked-searches', 'asked-next', 'untyped'],
  products: ['products', 'unclicked-products'],
  lists: ['lists', 'positions'],
  facets: ['facets', 'idle-facets'],
  relevance: ['too-low', 'too-high', 'relevance'],
  delivery: ['loss', 'bad-events'],
}

/** Every table of Attribution. */
export const attributionTables = {
  steps: ({ steps }: AttributionReport) =>
    table('What is attributed to a list, and why the rest is not', steps, [
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
      listColumn,
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

/** Every table of the page of one list, product or facet value. */
export const itemTables = {
  'item-products': ({ products }: ItemReport) =>
    table('What was shown, and what shoppers did with it', products, [
      productColumn,
      decimal('Mean rank', ({ meanRank }) => meanRank ?? undefined),
      ...stepColumns,
    ]),
  'item-lists': ({ lists }: ItemReport) =>
    table('Lists', lists, [
      itemListColumn,
      decimal('Mean rank', ({ meanRank }) => meanRank ?? undefined),
      ...stepColumns,
    ]),
  'item-ranks': ({ ranks }: ItemReport) =>
    table('Clicks by rank', ranks, [
      text('Rank', ({ rank }) => String(rank)),
      count('Shown', ({ shown }) => shown),
      count('Clicked', ({ clicked }) => clicked),
      share('Click rate', ({ clicked, shown }) => [clicked, shown]),
    ]),
  'item-too-low': ({ tooLow }: ItemReport) => misplacedTable('Ranked too low', tooLow),
  'item-too-high': ({ tooHigh }: ItemReport) => misplacedTable('Ranked too high', tooHigh),
  'item-asked-next': ({ askedNext }: ItemReport) => askedNextTable(askedNext),
  'item-facets': ({ facets }: ItemReport) => facetTable('Facet values', facets),
  'item-trend': ({ trend, timeZone }: ItemReport) => trendTable(trend.now, timeZone),
} as const

/** `2026-11-05 00:00`; empty if no calendar has the moment. */
const momentIn = (timeZone: string, at: number): string =>
  Number.isNaN(new Date(at).getTime())
    ? ''
    : new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
        at,
      )

const trendTable = (rows: readonly TrendRow[], timeZone: string): ReportTable =>
  table('Trend', rows, [
    text(`From (${timeZone})`, ({ from }) => momentIn(timeZone, from)),
    count('Visits', ({ visits }) => visits),
    count('Searches', ({ searches }) => searches),
    share('Click rate', ({ clicked, shown }) => [clicked, shown]),
    count('Orders', ({ orders }) => orders),
    share('Conversion', ({ buyingVisits, visits }) => [buyingVisits, visits]),
    money('Revenue', ({ revenue }) => revenue),
  ])

const stepNames: Readonly<Record<Step, string>> = {
  shown: 'Shown',
  clicked: 'Clicked',
  added: 'Added to a cart',
  ordered: 'Ordered',
}

const sourceNames = {
  query: 'Search',
  page: 'Browsing',
  untyped: 'Chat or links',
  none: 'No list',
} as const

const deviceNames: Readonly<Record<string, string>> = {
  ...{ phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' },
}

type Bought = Pick<GroupRow, 'visits' | 'buyingVisits' | 'orders' | 'revenue'>

const sumOf = (rows: readonly Bought[], name: keyof Bought): number =>
  rows.reduce((sum, row) => sum + row[name], 0)

const boughtColumns: readonly ColumnOf<Bought>[] = [
  share('Conversion', ({ buyingVisits, visits }) => [Math.min(buyingVisits, visits), visits], 4),
  count('Visits', ({ visits }) => visits),
  count('Orders', ({ orders }) => orders),
  money('Revenue', ({ revenue }) => revenue),
]

const groupColumns = (rows: readonly GroupRow[]): readonly ColumnOf<GroupRow>[] => [
  portion('Share of visits', ({ visits }) => visits / sumOf(rows, 'visits'), 1),
  portion('Share of revenue', ({ revenue }) => revenue / sumOf(rows, 'revenue'), 3),
  share('Conversion', ({ buyingVisits, visits }) => [buyingVisits, visits], 2),
  ...boughtColumns.slice(1),
]

const kindNames = { query: 'Search', untyped: 'Chat or link', page: 'Page', none: '' } as const

const stepColumns: readonly ColumnOf<StepCounts>[] = [
  count('Shown', ({ shown }) => shown),
  count('Clicked', ({ clicked }) => clicked),
  share('Click rate', ({ clicked, shown }) => [clicked, shown], 3),
  count('Added', ({ added }) => added),
  count('Ordered', ({ ordered }) => ordered, 2),
  count('Units', ({ units }) => units),
  money('Revenue', ({ revenue }) => revenue, 1),
]

const comparedColumns: readonly ColumnOf<ComparedCounts>[] = [
  ...stepColumns,
  change('Change of clicks', ({ clicked, before }) => [clicked, before.clicked]),
]

const listName = ({ kind, name }: { readonly kind: ListKind; readonly name: string }) =>
  `${kind === 'page' ? 'page' : 'query'}:${name}`

/** Steps that are attributed to no list have no page of their own. */
const listColumn: ColumnOf<NamedList> = {
  name: 'List',
  kind: 'text',
  value: (row) => (row.kind === 'none' ? row.label : itemLink('list', row.label, listName(row))),
}

const queryColumn = link<Pick<QueryRow, 'query'>>('Text', ({ query }) =>
  itemLink('list', query, `query:${query}`),
)

const productColumn = link<Pick<ProductRow, 'pid' | 'title'>>('Product', ({ pid, title }) =>
  itemLink('product', title || pid, pid),
)

const itemListColumn = link<Pick<MisplacedRow, 'list' | 'label'>>('List', ({ list, label }) =>
  list === '' ? { text: label, href: '' } : itemLink('list', label, list),
)

const facetColumn = link<FacetRow>('Facet', ({ label, facet, value }) =>
  itemLink('facet', label, facet, value),
)

const isRanked = (rows: readonly PositionRow[]) => rows.some(({ rankShown }) => rankShown > 0)

const foundNothing = count<QueryRow>('Found nothing', ({ empty }) => empty, 4)

const facetTable = (title: string, rows: readonly FacetRow[]) =>
  table(title, rows, [
    facetColumn,
    count('Chosen', ({ selected }) => selected, 1),
    count('Dropped', ({ deselected }) => deselected),
    count('Visits', ({ visits }) => visits),
    share('Then clicked', ({ clickedVisits, visits }) => [clickedVisits, visits]),
    share('Then ordered', ({ orderedVisits, visits }) => [orderedVisits, visits], 2),
    money('Revenue of these visits', ({ revenue }) => revenue),
  ])

const misplacedTable = (title: string, rows: readonly MisplacedRow[]) =>
  table(title, rows, [
    productColumn,
    itemListColumn,
    decimal('Mean rank', ({ meanRank }) => meanRank),
    count('Shown', ({ shown }) => shown),
    count('Clicked', ({ clicked }) => clicked),
    decimal('Expected there', ({ expected }) => expected),
    ratio('Times as often', ({ clicked, expected, low, high }) => ({
      ...{ ratio: clicked / expected, low, high },
    })),
  ])

const askedNextTable = (rows: AnalyticsReport['askedNext']) =>
  table('Searches left for another search', rows, [
    queryColumn,
    link('Searched next', ({ next }) => itemLink('list', next, `query:${next}`)),
    count('Visits', ({ visits }) => visits),
  ])

/** The relevance figures of some lists. */
export const relevanceTable = (rows: readonly RelevanceRow[]): ReportTable =>
  table('Relevance, by list', rows, [
    listColumn,
    count('Visits', ({ visits }) => visits),
    count('Impressions', ({ impressions }) => impressions),
    share('CTR', ({ clicks, impressions }) => [clicks, impressions], 2),
    share('CTR@1', ({ clickedAt1, ranked }) => [clickedAt1, ranked]),
    share('CTR@3', ({ clickedAt3, ranked }) => [clickedAt3, ranked]),
    share('CTR@10', ({ clickedAt10, ranked }) => [clickedAt10, ranked]),
    decimal('MRR', ({ mrr }) => mrr),
    decimal('nDCG@10', ({ ndcg }) => ndcg, 1),
    count('Replies in nDCG', ({ graded }) => graded),
    decimal('COEC', ({ placedClicks, expectedClicks }) =>
      expectedClicks > 0 ? placedClicks / expectedClicks : undefined,
    ),
    share('Added to cart', ({ addedReplies, replies }) => [addedReplies, replies]),
    money('Revenue per visit', ({ revenue, visits }) => revenue / (visits || 1)),
    share('Without results', ({ emptyVisits, visits }) => [emptyVisits, visits]),
    share('Refined', ({ refined, visits }) => [refined, visits]),
    share('Abandoned', ({ abandoned, visits }) => [abandoned, visits]),
  ])
