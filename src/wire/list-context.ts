import { getOwn } from './get-own'

/** Which list: a search has the text typed, a browse page has the value passed to Browse. */
export type ListFields =
  | { readonly query: string; readonly page?: never; readonly page_type?: never }
  | { readonly page: string; readonly page_type: 'BOOLEAN'; readonly query?: never }

/** A list as the page names it, before it is written for the tracker. */
export type ListContext = ({ readonly query: string } | { readonly page: string }) & {
  readonly requestId?: string
}

/** Whether a list is a search; else it is a browse page. A page may have put anything on a prototype, so `in` would not do. */
export const isSearch = (
  list: ListContext,
): list is Extract<ListContext, { readonly query: string }> => getOwn(list, 'query') !== undefined

/** The tracker's fields of a list; `page_type` is always BOOLEAN, as the contract says. */
export const listFields = (list: ListContext): ListFields & { readonly requestId?: string } => ({
  ...(isSearch(list) ? { query: list.query } : { page: list.page, page_type: 'BOOLEAN' as const }),
  ...(list.requestId && { requestId: list.requestId }),
})
