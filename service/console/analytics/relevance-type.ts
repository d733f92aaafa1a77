import type { ListKind } from './report-type.ts'

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
