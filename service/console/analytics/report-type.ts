import type { LossRow } from '../../store/loss-row.ts'

/** What the good events of a scope say. Money is in the shop's currency. */
export interface AnalyticsReport {
  readonly totals: AnalyticsTotals
  /** Shown, clicked, added, ordered; always all four. */
  readonly funnel: readonly FunnelRow[]
  readonly lists: readonly ListRow[]
  readonly products: readonly ProductRow[]
  readonly queries: readonly QueryRow[]
  readonly facets: readonly FacetRow[]
  /** What arrived by day, browser and version; empty for a single visit. */
  readonly loss: readonly LossRow[]
}

export interface AnalyticsTotals {
  readonly events: number
  /** Events that break the contract, and are in no other number. */
  readonly bad: number
  readonly visits: number
  readonly users: number
  readonly searches: number
  readonly orders: number
  /** How often all facets were cleared at once. */
  readonly resets: number
  readonly units: number
  readonly revenue: number
}

/** What can happen to a product, in order. */
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

/** A list of products, and what happened to them because of it. */
export interface ListRow extends StepCounts {
  /** `none` when no list had shown the product before. */
  readonly kind: 'query' | 'page' | 'none'
  readonly name: string
}

export interface ProductRow extends StepCounts {
  readonly pid: string
  /** From the catalogue; empty when it has no such product. */
  readonly title: string
}

export interface QueryRow extends StepCounts {
  readonly query: string
  readonly searches: number
  /** How often its list was shown without a product. */
  readonly empty: number
}

export interface FacetRow {
  readonly facet: string
  readonly value: string
  readonly selected: number
  readonly deselected: number
}
