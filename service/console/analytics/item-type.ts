import type { AskedNextRow, MisplacedRow, RankRow, RelevanceRow } from './relevance-type.ts'
import type { FacetRow, ListKind, StepCounts, Trend } from './report-type.ts'

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
