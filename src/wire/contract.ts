import type { Action } from './tracker-event'

/** The fields of one line of an order. */
export const LINE_FIELDS = 'pid qty price variantId'

/**
 * The fields of each action beside those of every event, in the contract's order: with {@link file://./common-fields.ts} the one place that says which exist. `query` excludes `page`
 * and `page_type`; `products` excludes the fields of a line. After a name, `?` says that the field may be absent, and `+` that the contract's
 * own row does not list it either.
 */
export const ACTION_FIELDS: Readonly<Record<Action, string>> = {
  visitor: '',
  search: 'query requestId+ autosuggest_data+',
  PRODUCT_IMPRESSIONS: 'query page page_type pids_list requestId+',
  click: 'pid variantId+ requestId+',
  facets: 'query page page_type facets requestId?',
  cart: 'pid qty variantId? requestId+',
  order: 'products pid qty price variantId? requestId+',
}

/** The names in a list of fields, without their marks. */
export const namesIn = (fields: string): string[] => fields.match(/\w+/g) ?? []
