import type { BookMapping } from './book-mapping.ts'
import type { BookStatus } from './book-orders.ts'
import type { Certainty } from './order-matching.ts'
import type { MissingCause } from './order-traces.ts'
import type { SurprisingGroup } from './surprising-groups.ts'

/** What can be wrong: an order without an event, an order counted more than once, an event without an order. */
export type Problem = 'missing' | 'twice' | 'extra'

/** How orders of one currency add up, in units of the currency. */
export interface BookValue {
  readonly currency: string
  /** Of the orders that are not cancelled. */
  readonly books: number
  /** Of those of them that were counted. */
  readonly counted: number
  /** Paid back, with the whole of cancelled orders that were counted. */
  readonly refunds: number
}

/** A group with more of one problem than chance explains. */
export interface Finding extends SurprisingGroup {
  readonly problem: Problem
  /** What the events of the group show, the most frequent first. */
  readonly causes: readonly CountedCause[]
}

export interface CountedCause extends Pick<MissingCause, 'kind' | 'detail'> {
  readonly orders: number
}

/** The orders of one day, without cancelled ones. */
export interface BookDay {
  /** `2026-11-05`, in the time zone of the result. */
  readonly day: string
  readonly orders: number
  readonly once: number
  readonly twice: number
  /** Paid back for orders of the day that were counted, in units of the main currency. */
  readonly refunds: number
}

/** An order or an event that is not as it should be. */
export interface ProblemRow {
  readonly problem: Problem
  /** The row of the spreadsheet; 0 for an event without an order. */
  readonly row: number
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly total: number
  readonly currency: string
  readonly groups: Readonly<Record<string, string>>
  readonly cause: Pick<MissingCause, 'kind' | 'detail'> | undefined
  /** The visit, as the events page takes it; empty if unknown. */
  readonly visit: string
  readonly pages: readonly string[]
}

/** How the orders in the books were counted. */
export interface BooksResult {
  /** When the books were compared; epoch milliseconds. */
  readonly madeAt: number
  readonly siteKey: string
  readonly timeZone: string
  readonly mapping: BookMapping
  readonly notes: readonly string[]
  /** Of the orders' times, in epoch milliseconds; both inclusive. */
  readonly from: number
  readonly to: number
  /** The orders that are not cancelled. */
  readonly orders: number
  readonly once: number
  readonly twice: number
  readonly missing: number
  /** Events without an order in the books. */
  readonly extra: number
  readonly statuses: Readonly<Record<BookStatus, number>>
  /** How the orders that were counted were found. */
  readonly certainty: Readonly<Record<Certainty, number>>
  /** Reports that came again and were not counted. */
  readonly repeats: number
  /** The largest first. */
  readonly values: readonly BookValue[]
  readonly findings: readonly Finding[]
  /** Of all missing orders. */
  readonly causes: readonly CountedCause[]
  readonly days: readonly BookDay[]
  /** At most `MAX_PROBLEMS` of each kind; absent from a result that was kept. */
  readonly problems?: readonly ProblemRow[]
}

export const MAX_PROBLEMS = 1_000

/** How many missing orders are traced to their visits. More of them have a common cause, which these show. */
export const MAX_TRACED = 2_000

/** The share of orders that were counted once. */
export const shareCounted = ({ once, orders }: Pick<BooksResult, 'once' | 'orders'>): number =>
  orders === 0 ? 1 : once / orders

/** The answer of `GET /books/data`. */
export interface BooksPage {
  readonly currency: string
  readonly timeZone: string
  /** Whether there are invented books for the sample traffic. */
  readonly hasSample: boolean
  /** The last result; absent before the first comparison. */
  readonly result?: BooksResult
}

/** The answer of `POST /books/preview`. */
export interface BooksPreview {
  readonly header: readonly string[]
  readonly mapping: BookMapping
  /** The first orders as they are read. */
  readonly orders: readonly (Pick<ProblemRow, 'id' | 'at' | 'total' | 'currency'> & {
    readonly status: BookStatus
  })[]
  readonly notes: readonly string[]
  /** Why the rows cannot be read; empty if they can. */
  readonly problem: string
}
