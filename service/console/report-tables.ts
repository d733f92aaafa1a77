import type {
  AnalyticsOverview,
  AnalyticsReport,
  AttributionReport,
  ComparedCounts,
  FacetRow,
  FunnelRow,
  ItemReport,
  ListKind,
  MisplacedRow,
  NamedList,
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
  type ReportTable,
  ratio,
  share,
  table,
  text,
} from './table-columns.ts'

/** Every table of the analytics page, by the name used for its download. */
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
      listColumn,
      text('Kind', ({ kind }) => kindNames[kind]),
      ...comparedColumns,
    ]),
  positions: ({ positions }: AnalyticsReport) =>
    table('Click rate, by place in the list', positions, [
      text('Place', ({ position }) => String(position)),
      count('Shown there by rank', ({ rankShown }) => rankShown),
      count('Clicked', ({ rankClicked }) => rankClicked),
      share('Click rate by rank', ({ rankClicked, rankShown }) => [rankClicked, rankShown]),
      count('Seen there', ({ shown }) => shown),
      count('Clicked', ({ clicked }) => clicked),
      share('Click rate in the order seen', ({ clicked, shown }) => [clicked, shown]),
      count('Ordered', ({ ordered }) => ordered),
    ]),
  products: ({ products }: AnalyticsReport) =>
    table('Products, the most ordered first', products, [
      productColumn,
      eventsWith('Id', ({ pid }) => pid),
      ...comparedColumns,
    ]),
  queries: ({ queries }: AnalyticsReport) => queryTable('Searches, by text', queries),
  untyped: ({ untyped }: AnalyticsReport) =>
    queryTable('Texts that were not typed into a search box', untyped),
  facets: ({ facets }: AnalyticsReport) => facetTable('Facets, by value', facets),
  'empty-searches': ({ attention }: AnalyticsReport) =>
    table('Searches without results', attention.emptySearches, [
      queryColumn,
      count('Searches', ({ searches }) => searches),
      count('Found nothing', ({ empty }) => empty),
    ]),
  'unclicked-searches': ({ attention }: AnalyticsReport) =>
    table('Searches without clicks', attention.unclickedSearches, [
      queryColumn,
      count('Searches', ({ searches }) => searches),
      count('Products shown', ({ shown }) => shown),
    ]),
  'unclicked-products': ({ attention }: AnalyticsReport) =>
    table('Products seen often but never clicked', attention.unclickedProducts, [
      productColumn,
      eventsWith('Id', ({ pid }) => pid),
      count('Shown', ({ shown }) => shown),
    ]),
  'idle-facets': ({ attention }: AnalyticsReport) =>
    table('Facets that lead to nothing', attention.idleFacets, [
      facetColumn,
      count('Chosen', ({ selected }) => selected),
      count('Visits', ({ visits }) => visits),
    ]),
  'bad-events': ({ attention }: AnalyticsReport) =>
    table('Bad events, by reason and page', attention.badEvents, [
      link('Reason', ({ reason, action }) => ({
        text: reason,
        href: `/events?${new URLSearchParams({ state: 'bad', action })}`,
      })),
      text('Action', ({ action }) => action || '(none)'),
      text('Page', ({ page }) => page || '(none)'),
      count('Events', ({ events }) => events),
    ]),
  'too-low': ({ relevance }: AnalyticsReport) => misplacedTable('Ranked too low', relevance.tooLow),
  'too-high': ({ relevance }: AnalyticsReport) =>
    misplacedTable('Ranked too high', relevance.tooHigh),
  relevance: ({ relevance }: AnalyticsReport) => relevanceTable(relevance.lists),
  'asked-next': ({ relevance }: AnalyticsReport) => askedNextTable(relevance.askedNext),
  trend: ({ trend, timeZone }: AnalyticsOverview) => trendTable(trend.now, timeZone),
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

const comparedColumns: readonly ColumnOf<ComparedCounts>[] = [
  ...stepColumns,
  change('Clicks against the previous period', ({ clicked, before }) => [clicked, before.clicked]),
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
  itemLink('list', label, list),
)

const facetColumn = link<FacetRow>('Facet', ({ label, facet, value }) =>
  itemLink('facet', label, facet, value),
)

const queryTable = (title: string, rows: readonly QueryRow[]) =>
  table(title, rows, [
    queryColumn,
    count('Searches', ({ searches }) => searches),
    change('Searches against the previous period', ({ searches, before }) => [
      searches,
      before.searches,
    ]),
    count('Found nothing', ({ empty }) => empty),
    ...stepColumns,
  ])

const facetTable = (title: string, rows: readonly FacetRow[]) =>
  table(title, rows, [
    facetColumn,
    count('Chosen', ({ selected }) => selected),
    count('Dropped', ({ deselected }) => deselected),
    count('Visits', ({ visits }) => visits),
    share('Then clicked', ({ clickedVisits, visits }) => [clickedVisits, visits]),
    share('Then ordered', ({ orderedVisits, visits }) => [orderedVisits, visits]),
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

const askedNextTable = (rows: AnalyticsReport['relevance']['askedNext']) =>
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
    share('CTR', ({ clicks, impressions }) => [clicks, impressions]),
    share('CTR@1', ({ clickedAt1, ranked }) => [clickedAt1, ranked]),
    share('CTR@3', ({ clickedAt3, ranked }) => [clickedAt3, ranked]),
    share('CTR@10', ({ clickedAt10, ranked }) => [clickedAt10, ranked]),
    decimal('MRR', ({ mrr }) => mrr),
    decimal('nDCG@10', ({ ndcg }) => ndcg),
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
