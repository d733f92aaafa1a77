import type { LossRow } from 'svc-tag-service'
import type { Compared } from './scope.ts'

// All types shared by the service and the pages are in this file, because most rows share their figures.

/** The parts of the report on the good events of a scope, one for each page of Analytics. */
export interface ReportParts {
  readonly overview: AnalyticsOverview
  readonly searches: SearchesReport
  readonly products: ProductsReport
  readonly lists: ListsReport
  readonly facets: FacetsReport
  readonly relevance: RelevanceReport
  readonly delivery: DeliveryReport
}

export type PartName = keyof ReportParts

/** One part, with what every page says. */
export type ReportPart<Name extends PartName> = ReportFrame & ReportParts[Name]

/** All parts together. */
export interface AnalyticsReport
  extends AnalyticsOverview,
    SearchesReport,
    ProductsReport,
    ListsReport,
    FacetsReport,
    RelevanceReport,
    DeliveryReport {}

/** What every page says: how much it counts, where days begin, and what it is compared with. Money is in the shop's currency. */
export interface ReportFrame {
  /** ISO 4217, from the service's settings; events do not name a currency. */
  readonly currency: string
  /** The time zone in which days are counted for every reader: `Europe/Berlin`. */
  readonly timeZone: string
  readonly totals: Counts<'events' | 'bad' | 'sampleUsers'>
  /** The period that changes are compared with. `isOpen` means that the scope's last day is not over, so both periods end at the same time of day. */
  readonly previous?: {
    readonly from: number
    readonly to: number
    readonly isOpen: boolean
    readonly compare: Compared
  }
}

/** The sums of a scope and their trend, and who bought from where. */
export interface AnalyticsOverview extends ReportFrame {
  readonly totals: AnalyticsTotals
  /** What was paid back, by the shop's books; absent without books of this period. */
  readonly refunds?: { readonly amount: number; readonly first: string; readonly last: string }
  /** The totals of the previous period; absent unless the scope has both ends. */
  readonly before?: AnalyticsTotals
  readonly trend: Trend
  /** Shown, clicked, added, ordered; always these four. */
  readonly funnel: readonly FunnelRow[]
  /** By the kind of list that was seen, and that orders are attributed to; `none` for visits without a list. */
  readonly sources: readonly SourceRow[]
  /** By device; empty if the user agent does not tell. */
  readonly devices: readonly GroupRow[]
  /** People and agents, whichever of them the scope selects. */
  readonly actors: readonly GroupRow[]
  /** The events that arrived and those that were lost; `late` by an hour or more. */
  readonly arrived: DeliveryReport['arrived']
}

/** Searches, and those that need attention: the most frequent first. */
export interface SearchesReport {
  /** Texts that shoppers typed. */
  readonly queries: readonly QueryRow[]
  /** Texts that named a list but were not typed by a shopper: questions in a chat, links. */
  readonly untyped: readonly QueryRow[]
  readonly emptySearches: readonly FailedSearchRow[]
  readonly unclickedSearches: readonly QueryRow[]
  readonly askedNext: readonly AskedNextRow[]
}

export interface ProductsReport {
  readonly products: readonly ProductRow[]
  readonly unclickedProducts: readonly ProductRow[]
}

export interface ListsReport {
  readonly lists: readonly ListRow[]
  readonly positions: readonly PositionRow[]
}

export interface FacetsReport {
  readonly facets: readonly FacetRow[]
  readonly idleFacets: readonly FacetRow[]
}

export interface RelevanceReport {
  readonly relevance: Relevance
}

export interface DeliveryReport {
  /** All arrivals; `late` by an hour or more. */
  readonly arrived: Counts<'received' | 'lost' | 'late' | 'repeated'>
  /** By day (UTC), oldest first. */
  readonly days: readonly (Counts<'received' | 'lost'> & { readonly day: string })[]
  /** Arrivals by day, browser and version. */
  readonly loss: readonly LossRow[]
  readonly badEvents: readonly BadEventRow[]
}

/** Visits and what they bought. */
export interface GroupRow extends Counts<'visits' | 'buyingVisits' | 'orders' | 'revenue'> {
  readonly name: string
  readonly searches: number
}

/** Visits that saw a kind of list, and the orders attributed to it. */
export interface SourceRow extends Counts<'visits' | 'buyingVisits' | 'orders' | 'revenue'> {
  readonly kind: ListKind
}

/**
 * A search that found nothing: in how many visits, and what these did next. They searched again, went on without a search, or left;
 * some ordered later.
 */
export interface FailedSearchRow
  extends Counts<'times' | 'visits' | 'asked' | 'went' | 'left' | 'ordered'> {
  readonly query: string
  /** The most frequent next search; empty if there is none. */
  readonly next: string
}

/** Numbers by name. */
type Counts<Name extends string> = Readonly<Record<Name, number>>

/** The figures of each interval, in this period and the previous one. */
export interface Trend {
  readonly unit: 'hour' | 'day'
  /** How many hours or days one point covers. */
  readonly step: number
  readonly now: readonly TrendRow[]
  /** Empty unless the scope has both ends. */
  readonly before: readonly TrendRow[]
}

/**
 * The sums of a scope. `bad` events break the contract and are not included in any other figure; `buyingVisits`
 * contain an order; the events of `sampleUsers` are sample traffic. `orderSquares` is the sum of the squared values of orders, for intervals.
 */
export interface AnalyticsTotals
  extends Counts<'events' | 'bad' | 'visits' | 'buyingVisits' | 'users' | 'sampleUsers'>,
    Counts<'searches' | 'orders' | 'shown' | 'clicked' | 'units' | 'revenue'>,
    Counts<'orderSquares'> {
  /** Epoch milliseconds of the first and the last event; 0 if there is none. */
  readonly first: number
  readonly last: number
}

/** The steps of a product, in order. */
export type Step = 'shown' | 'clicked' | 'added' | 'ordered'

/** One step: how many `times` it happened to a product (three products shown at once count three times), and in how many visits. */
export interface FunnelRow extends Counts<'times' | 'visits'> {
  readonly step: Step
}

/** How often each step happened, and what was ordered. */
export interface StepCounts extends Counts<Step | 'units' | 'revenue'> {}

/** The steps of a row, and those of the previous period. */
export interface ComparedCounts extends StepCounts {
  readonly before: StepCounts
}

/** How the list of a row was named: by a typed text, by another text, by a page, or not at all. */
export type ListKind = 'query' | 'untyped' | 'page' | 'none'

/** A list as the events name it (`none` if no list had shown the product before), and its name for people: `Women › Shoes`. */
export interface NamedList {
  readonly kind: ListKind
  readonly name: string
  readonly label: string
}

/** A list of products, and the steps attributed to it. */
export interface ListRow extends NamedList, ComparedCounts {}

/**
 * Steps of the products at one position of their list, from 1: counted in the order in which the products of a
 * reply were seen, and by their rank in the reply, if known.
 */
export interface PositionRow
  extends Counts<'position' | 'shown' | 'clicked' | 'ordered'>,
    Counts<'rankShown' | 'rankClicked'> {}

/** A product with its title from the catalogue; empty if the catalogue lacks it. */
export interface ProductRow extends ComparedCounts {
  readonly pid: string
  readonly title: string
}

/** A text that names lists; `empty` is how often its list was shown without a product. */
export interface QueryRow extends StepCounts, Counts<'searches' | 'empty'> {
  readonly query: string
  readonly before: StepCounts & { readonly searches: number }
}

/** A facet value, and the visits that chose it: how many clicked and ordered afterwards, and their revenue. */
export interface FacetRow
  extends Counts<'selected' | 'deselected' | 'visits' | 'clickedVisits' | 'orderedVisits'>,
    Counts<'revenue'> {
  /** As the events name it. */
  readonly facet: string
  readonly value: string
  /** For people: `Colour: Red`. */
  readonly label: string
}

/** Bad events of one kind on one page; the path is empty if the event names none. */
export interface BadEventRow {
  readonly action: string
  readonly reason: string
  readonly page: string
  readonly events: number
}

/** One interval of a trend, in epoch milliseconds; `to` is excluded. */
export interface TrendRow
  extends Counts<'from' | 'to' | 'visits' | 'buyingVisits' | 'orders' | 'searches'>,
    Counts<'shown' | 'clicked' | 'ordered' | 'revenue'> {}

/**
 * How well a list works, over the good events of a scope. Rates are shares of their counts. Visits saw the list: some found it empty, some
 * refined it, some neither refined it nor clicked. `replies` were seen; the `ranked` ones contain products of known rank. `clicks` count a
 * product once per reply; `clickedAt3` are replies with a click within the first three ranks. `placedClicks` have a known rank, and COEC is
 * their ratio to the clicks expected at those ranks from the site's click curve.
 */
export interface RelevanceRow
  extends NamedList,
    Counts<'visits' | 'emptyVisits' | 'refined' | 'abandoned' | 'replies' | 'ranked'>,
    Counts<'impressions' | 'searches' | 'clicks' | 'clickedAt1'>,
    Counts<'clickedAt3' | 'clickedAt10' | 'addedReplies' | 'placedClicks' | 'expectedClicks'>,
    Counts<'revenue'> {
  /** Mean over the ranked replies, where a reply without a click counts 0. Absent if there are none. */
  readonly mrr?: number
  /** Replies with a click, cart or order whose ranks are known, and their mean nDCG@10. */
  readonly graded: number
  readonly ndcg?: number
}

/**
 * A product that a list ranks too low or too high: its mean rank from 1, the clicks its ranks explain, and the 95
 * % interval of the ratio of clicks to those.
 */
export interface MisplacedRow
  extends Counts<'meanRank' | 'shown' | 'clicked' | 'expected' | 'low' | 'high'> {
  readonly list: string
  readonly label: string
  readonly pid: string
  readonly title: string
}

/** A search that visits left without a click, and the next search. */
export interface AskedNextRow {
  readonly query: string
  readonly next: string
  readonly visits: number
}

/** Clicks at one rank of a reply, from 1. */
export interface RankRow extends Counts<'rank' | 'shown' | 'clicked'> {}

/** All figures of relevance. */
export interface Relevance {
  readonly lists: readonly RelevanceRow[]
  readonly tooLow: readonly MisplacedRow[]
  readonly tooHigh: readonly MisplacedRow[]
  readonly curve: readonly RankRow[]
}

/** The list that each click, cart and order is attributed to, and the evidence for it. */
export interface AttributionReport extends Omit<ReportFrame, 'previous'> {
  /** Clicked, added, ordered; always these three. */
  readonly steps: readonly AttributedStep[]
  readonly lists: readonly AttributedList[]
  readonly requests: readonly AttributedRequest[]
}

/**
 * How often a step was attributed to a list, by kind of evidence; the numbers add up to `times`. The evidence is the request id of the
 * event, or of the click or cart before it; otherwise the last list of the same visit that showed the product. A step is not attributed if
 * no reported list has its request id, if the shopper saw the product only in an earlier visit, or if no list had shown it.
 */
export interface AttributedStep
  extends Counts<'times' | 'byRequest' | 'byVisit'>,
    Counts<'unknownRequest' | 'earlierVisit' | 'neverShown'> {
  readonly step: Exclude<Step, 'shown'>
}

/** A list with the number of its different request ids. */
export interface AttributedList extends NamedList, StepCounts {
  readonly requests: number
}

/** One Browse reply. */
export interface AttributedRequest extends StepCounts {
  readonly requestId: string
  readonly label: string
  /** Epoch milliseconds of its first impression. */
  readonly at: number
}

/** The item that a page of Analytics is about: a list (`query:red` or `page:…`), a product by its id, or a facet's name and value. */
export interface Item {
  readonly kind: 'list' | 'product' | 'facet'
  readonly name: string
  readonly value: string
}

/** The numbers of one list, product or facet value. */
export interface ItemReport
  extends Pick<AnalyticsOverview, 'currency' | 'timeZone' | 'previous' | 'trend'>,
    Pick<Relevance, 'tooLow' | 'tooHigh'>,
    Pick<SearchesReport, 'askedNext'> {
  readonly item: Item
  readonly label: string
  readonly totals: StepCounts & ReportFrame['totals']
  readonly before?: StepCounts
  readonly ranks: readonly RankRow[]
  /** The products of a list. */
  readonly products: readonly ItemProductRow[]
  /** The lists that showed a product. */
  readonly lists: readonly ItemListRow[]
  /** How well a list works; absent without visits. */
  readonly relevance?: RelevanceRow
  /** The facet values chosen on a list, or the value that the page is about. */
  readonly facets: readonly FacetRow[]
}

/** A product of a list, with the mean of its known ranks; null if none is known. */
export interface ItemProductRow extends StepCounts {
  readonly pid: string
  readonly title: string
  readonly meanRank: number | null
}

/** A list that showed a product. */
export interface ItemListRow extends StepCounts, Omit<NamedList, 'name'> {
  readonly list: string
  readonly meanRank: number | null
}
