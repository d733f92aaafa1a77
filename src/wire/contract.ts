import type { Action } from './tracker-event'

/** The fields of one line of an order. */
export const LINE_FIELDS = 'pid qty price variantId'

/**
 * The fields of each action, in addition to those of every event, in the contract's order. Together with {@link file://./common-fields.ts}
 * this is the only place that lists the fields. `query` excludes `page` and `page_type`; `products` excludes the fields of a line. After a
 * name, `?` means that the field may be absent, and `+` that it is also missing from the contract's own row.
 */
export const ACTION_FIELDS: Readonly<Record<Action, string>> = {
  visitor: '',
  search: 'query requestId+ autosuggest_data+',
  PRODUCT_IMPRESSIONS: 'query page page_type pids_list requestId+',
  click: 'pid variantId+ requestId+',
  facets: 'query page page_type facets requestId?',
  cart: 'pid qty variantId? requestId+',
  order: 'products pid qty price variantId? requestId+ ref+',
}

/** The names in a list of fields, without their marks. */
export const namesIn = (fields: string): string[] => fields.match(/\w+/g) ?? []
