import { getOwn } from './fields'
import type { ProductId } from './tracker-event'

/** Identifies a list: a search by its text, a browse page by the value passed to Browse. */
export type ListFields =
  | { readonly query: string; readonly page?: never; readonly page_type?: never }
  | { readonly page: string; readonly page_type: 'BOOLEAN'; readonly query?: never }

/** A list as the page names it, before it is converted for the tracker. */
export type ListContext = ({ readonly query: string } | { readonly page: string }) & {
  readonly requestId?: string
}

/** Whether a list is a search rather than a browse page. Not by `in`, because a page may have put anything on a prototype. */
export const isSearch = (
  list: ListContext,
): list is Extract<ListContext, { readonly query: string }> => getOwn(list, 'query') !== undefined

/** The tracker's fields of a list; `page_type` is always BOOLEAN, as the contract says. */
export const listFields = (list: ListContext): ListFields & { readonly requestId?: string } => ({
  ...(isSearch(list) ? { query: list.query } : { page: list.page, page_type: 'BOOLEAN' as const }),
  ...(list.requestId && { requestId: list.requestId }),
})

/** A purchase: one line is written flat, several are written as `products`. */
export type OrderData = (OrderLineData | { readonly products: readonly OrderLineData[] }) & {
  readonly requestId?: string
  /** Joins the reports of one order; absent for an order without an id. See {@link file://./order-ref.ts}. */
  readonly ref?: string
}

export interface OrderLineData {
  readonly pid: ProductId
  /** A positive whole number, as text. */
  readonly qty: string
  /** The price of one unit (of the variant, if there is one), as text with a decimal point. */
  readonly price: string
  readonly variantId?: string
}

/** The lines of an order, from either form. */
export const linesOf = (order: OrderData): readonly OrderLineData[] =>
  (getOwn(order, 'products') as readonly OrderLineData[] | undefined) ?? [order as OrderLineData]

/** An order in one of the contract's two forms. Expects at least one line. */
export const orderData = (lines: readonly OrderLineData[]): OrderData => {
  const [only, ...others] = lines
  return only && others.length === 0 ? only : { products: lines }
}
