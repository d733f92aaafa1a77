import type { LossRow } from '../../store/loss-row.ts'

/** The report on the good events of a scope: what the first screen needs, and all the rest. */
export interface AnalyticsReport extends AnalyticsOverview, AnalyticsDetails {}

/** The sums of a scope and their trend. Money is in the shop's currency. */
export interface AnalyticsOverview {
  /** ISO 4217, from the service's settings: events name no currency. */
  readonly currency: string
  /** The time zone that days are counted in, for everybody: `Europe/Berlin`. */
  readonly timeZone: string
  readonly totals: AnalyticsTotals
  /** The same for the previous period; absent for a scope without both ends. */
  readonly before?: AnalyticsTotals
  /** Which period that is, and whether the scope's last day is not over: then both end at the same time. */
  readonly previous?: { readonly from: number; readonly to: number; readonly isOpen: boolean }
  readonly trend: Trend
}

/** The tables of a scope. Money is in the shop's currency. */
export interface AnalyticsDetails {
  /** Shown, clicked, added, ordered; always all four. */
  readonly funnel: readonly FunnelRow[]
  readonly lists: readonly ListRow[]
  readonly positions: readonly PositionRow[]
  readonly products: readonly ProductRow[]
  /** Texts that shoppers typed. */
  readonly queries: readonly QueryRow[]
  /** Texts that named a list and that no shopper typed: questions of a chat, links. */
  readonly untyped: readonly QueryRow[]
  readonly facets: readonly FacetRow[]
  readonly relevance: Relevance
  readonly attention: Attention
  /** Arrivals by day, browser and version; empty for a single visit. */
  readonly loss: readonly LossRow[]
}

/** Lists that a merchandiser should look at first; each begins with the most frequent. */
export interface Attention {
  readonly emptySearches: readonly QueryRow[]
  readonly unclickedSearches: readonly QueryRow[]
  readonly unclickedProducts: readonly ProductRow[]
  readonly idleFacets: readonly FacetRow[]
  readonly badEvents: readonly BadEventRow[]
  readonly automatedVisits: readonly AutomatedVisitRow[]
}

/** A visit that met more lists than people do, without any click. */
export interface AutomatedVisitRow {
  readonly visit: string
  readonly uid: string
  /** How many lists it met, and how many products these showed. */
  readonly lists: number
  readonly shown: number
}

/** What happened in each interval, now and in the previous period. */
export interface Trend {
  readonly unit: 'hour' | 'day'
  /** How many hours or days one point takes together. */
  readonly step: number
  readonly now: readonly TrendRow[]
  /** Empty for a scope without both ends. */
  readonly before: readonly TrendRow[]
}

/** The sums of a scope. */
export interface AnalyticsTotals {
  readonly events: number
  /** Events that break the contract, and are in no other number. */
  readonly bad: number
  readonly visits: number
  /** Visits with at least one order. */
  readonly buyingVisits: number
  readonly users: number
  /** Users whose events are sample traffic. */
  readonly sampleUsers: number
  readonly searches: number
  readonly orders: number
  /** How often all facets were cleared at once. */
  readonly resets: number
  readonly shown: number
  readonly clicked: number
  readonly units: number
  readonly revenue: number
  /** Epoch milliseconds of the first and the last event; 0 when there is none. */
  readonly first: number
  readonly last: number
}

/** The steps of a product, in order. */
export type Step = 'shown' | 'clicked' | 'added' | 'ordered'

/** One step of the funnel. */
export interface FunnelRow {
  readonly step: Step
  /** How often it happened to a product: three products shown at once are three. */
  readonly times: number
  readonly visits: number
  /** How many different products. */
  readonly products: number
}

/** How often each step happened, and what was ordered. */
export interface StepCounts extends Readonly<Record<Step, number>> {
  readonly units: number
  readonly revenue: number
}

/** The steps of a row, and those of the previous period. */
export interface ComparedCounts extends StepCounts {
  readonly before: StepCounts
}

/** How the list of a row was named: by a typed text, by another text, by a page, or not at all. */
export type ListKind = 'query' | 'untyped' | 'page' | 'none'

/** A list of products, and what happened to them because of it. */
export interface ListRow extends ComparedCounts {
  /** `none` when no list had shown the product before. */
  readonly kind: ListKind
  /** As the events name it. */
  readonly name: string
  /** For people: `Women › Shoes`. */
  readonly label: string
}

/** Steps of the products at one place of their list. */
export interface PositionRow {
  /** From 1. */
  readonly position: number
  /** In the order in which the products of one reply were seen. */
  readonly shown: number
  readonly clicked: number
  readonly ordered: number
  /** By the rank in the reply, as far as it is known. */
  readonly rankShown: number
  readonly rankClicked: number
  readonly rankOrdered: number
}

/** One product. */
export interface ProductRow extends ComparedCounts {
  readonly pid: string
  /** From the catalogue; empty when it has no such product. */
  readonly title: string
}

/** One text that names lists. */
export interface QueryRow extends StepCounts {
  readonly query: string
  readonly searches: number
  readonly before: StepCounts & { readonly searches: number }
  /** How often its list was shown without a product. */
  readonly empty: number
}

/** One value of a facet. */
export interface FacetRow {
  /** As the events name it. */
  readonly facet: string
  readonly value: string
  /** For people: `Colour: Red`. */
  readonly label: string
  readonly selected: number
  readonly deselected: number
  /** Visits that chose it. */
  readonly visits: number
  /** Visits that chose it and clicked a product afterwards. */
  readonly clickedVisits: number
  /** Visits that chose it and ordered afterwards. */
  readonly orderedVisits: number
  /** Counted over those visits. */
  readonly revenue: number
}

/** Bad events of one kind on one page. */
export interface BadEventRow {
  readonly action: string
  readonly reason: string
  /** The path of the page; empty when the event names none. */
  readonly page: string
  readonly events: number
}

/** One interval of a trend. */
export interface TrendRow {
  /** Epoch milliseconds, included. */
  readonly from: number
  /** Epoch milliseconds, not included. */
  readonly to: number
  readonly visits: number
  /** Visits with at least one order. */
  readonly buyingVisits: number
  readonly orders: number
  readonly searches: number
  readonly shown: number
  readonly clicked: number
  /** Products ordered. */
  readonly ordered: number
  readonly revenue: number
}

/** How well a list answers, over the good events of a scope. Rates are parts of their counts. */
export interface RelevanceRow {
  readonly kind: ListKind
  /** As the events name it. */
  readonly name: string
  readonly label: string
  /** Visits that met the list. */
  readonly visits: number
  /** Visits that met it without a product, that refined it, and that did neither that nor click. */
  readonly emptyVisits: number
  readonly refined: number
  readonly abandoned: number
  /** Replies that were seen, and those of them whose products have a known rank. */
  readonly replies: number
  readonly ranked: number
  readonly impressions: number
  readonly searches: number
  /** Products clicked, each counted once for a reply. */
  readonly clicks: number
  /** Replies with a click, with one at the first rank, up to the third and up to the tenth. */
  readonly clickedReplies: number
  readonly clickedAt1: number
  readonly clickedAt3: number
  readonly clickedAt10: number
  readonly addedReplies: number
  /** Mean over the ranked replies; a reply without a click is 0. Absent without such replies. */
  readonly mrr?: number
  /** Replies with a click, cart or order whose ranks are known, and the mean nDCG@10 over them. */
  readonly graded: number
  readonly ndcg?: number
  /** Clicks at known ranks, and what the site's click curve expects there; COEC is their ratio. */
  readonly placedClicks: number
  readonly expectedClicks: number
  readonly revenue: number
}

/** A product that a list ranks too low or too high, with the evidence. */
export interface MisplacedRow {
  readonly list: string
  readonly label: string
  readonly pid: string
  readonly title: string
  /** Mean rank over its impressions, from 1. */
  readonly meanRank: number
  readonly shown: number
  readonly clicked: number
  /** Clicks that its ranks explain. */
  readonly expected: number
  /** Interval of 95 % of clicks over expected clicks. */
  readonly low: number
  readonly high: number
}

/** A search that visits left without a click, and their next search. */
export interface AskedNextRow {
  readonly query: string
  readonly next: string
  readonly visits: number
}

/** Clicks at one rank of a reply. */
export interface RankRow {
  /** From 1. */
  readonly rank: number
  readonly shown: number
  readonly clicked: number
}

/** All about relevance. */
export interface Relevance {
  readonly lists: readonly RelevanceRow[]
  readonly tooLow: readonly MisplacedRow[]
  readonly tooHigh: readonly MisplacedRow[]
  readonly askedNext: readonly AskedNextRow[]
  readonly curve: readonly RankRow[]
}

/** Which list each click, cart and order is attributed to, and how that is known. */
export interface AttributionReport {
  /** ISO 4217, from the service's settings. */
  readonly currency: string
  /** The time zone that days are counted in: `Europe/Berlin`. */
  readonly timeZone: string
  /** Clicked, added, ordered; always all three. */
  readonly steps: readonly AttributedStep[]
  readonly lists: readonly AttributedList[]
  readonly requests: readonly AttributedRequest[]
  readonly totals: { readonly events: number; readonly sampleUsers: number }
}

/** How often a step could be attributed to a list; the numbers add up to `times`. */
export interface AttributedStep {
  readonly step: 'clicked' | 'added' | 'ordered'
  readonly times: number
  /** By the request id of the event, or of the click or cart before it. */
  readonly byRequest: number
  /** By the last list of the same visit that showed the product. */
  readonly byVisit: number
  /** Not attributed to a list: its request id belongs to no list that was reported. */
  readonly unknownRequest: number
  /** Not attributed to a list: the shopper saw the product only in an earlier visit. */
  readonly earlierVisit: number
  /** Not attributed to a list: no list had shown the product to this shopper. */
  readonly neverShown: number
}

/** One list, with all its requests. */
export interface AttributedList extends StepCounts {
  readonly kind: ListKind
  readonly name: string
  readonly label: string
  /** How many different request ids. */
  readonly requests: number
}

/** One reply of Browse. */
export interface AttributedRequest extends StepCounts {
  readonly requestId: string
  readonly label: string
  /** Epoch milliseconds of its first impression. */
  readonly at: number
}

/** What one page of Analytics is about. */
export interface Item {
  readonly kind: 'list' | 'product' | 'facet'
  /** `query:red` or `page:…`, a product's id, or the facet's name. */
  readonly name: string
  /** The value of a facet. */
  readonly value: string
}

/** The numbers of one list, product or facet value. */
export interface ItemReport {
  readonly item: Item
  readonly label: string
  readonly currency: string
  readonly timeZone: string
  readonly previous?: { readonly from: number; readonly to: number; readonly isOpen: boolean }
  readonly totals: StepCounts & { readonly events: number; readonly sampleUsers: number }
  readonly before?: StepCounts
  readonly trend: Trend
  /** By rank of the reply. */
  readonly ranks: readonly RankRow[]
  /** Of a list: its products. */
  readonly products: readonly ItemProductRow[]
  /** Of a product: the lists that showed it. */
  readonly lists: readonly ItemListRow[]
  /** Of a list: how well it answers; absent without visits. */
  readonly relevance?: RelevanceRow
  readonly tooLow: readonly MisplacedRow[]
  readonly tooHigh: readonly MisplacedRow[]
  readonly askedNext: readonly AskedNextRow[]
  /** The facet values chosen on a list; or the value that the page is about. */
  readonly facets: readonly FacetRow[]
}

/** One product of a list. */
export interface ItemProductRow extends StepCounts {
  readonly pid: string
  readonly title: string
  /** Mean over the impressions with a known rank; absent when none is known. */
  readonly meanRank?: number
}

/** One list that showed a product. */
export interface ItemListRow extends StepCounts {
  readonly list: string
  readonly kind: ListKind
  readonly label: string
  readonly meanRank?: number
}
