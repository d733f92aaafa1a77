import type { Action } from '../../wire/tracker-event'

/** One thing that a tag reported, in terms that every tag shares: one product, or one search text. */
export interface Report {
  readonly action: Action
  /** When it was reported, in ms since 1970. */
  readonly at: number
  /** The sender's name for it: `add_to_cart`, `cart`. */
  readonly sentAs: string
  readonly fields: ReportFields
}

/** The comparable fields. A tag that cannot express a field leaves it out. */
export type ReportFields = { readonly [Name in ReportField]?: string }

export type ReportField = 'pid' | 'qty' | 'price' | 'variantId' | 'query' | 'page' | 'facets'

/** Everything one tag sent, and what of it cannot be read. */
export interface Reports {
  readonly reports: readonly Report[]
  /** Requests that are not well formed, each with the reason. */
  readonly faults: readonly string[]
}

/** Leaves out fields without a text; numbers become text. */
export function fieldsOf(given: Readonly<Partial<Record<ReportField, unknown>>>): ReportFields {
  const texts = Object.entries(given).flatMap(([name, value]) => {
    const isText = typeof value === 'string' || typeof value === 'number'
    return isText && value !== '' ? [[name, String(value)] as const] : []
  })
  return Object.fromEntries(texts)
}
