import type { StoredEvent } from 'svc-tag-service'

/** A field of an event, compared with the contract. */
export interface ContractRow {
  readonly field: string
  readonly says: string
  readonly difference: '' | 'missing' | 'unknown' | 'noted' | 'wrong'
}

/** What the contract says about each of its fields, and about those that svc-tag adds. */
const meanings: Readonly<Record<string, string>> = {
  query: 'text: the search; instead of page',
  page: 'text: exactly the value passed to Browse; instead of query',
  page_type: 'BOOLEAN, together with page',
  pids_list: 'list of uniqueIds',
  pid: 'text: the uniqueId of the product',
  qty: 'text: the number of units',
  price: 'text: the unit price',
  products: 'list of pid, qty and price, for an order of several products',
  variantId: 'text, only when variants exist',
  facets: 'facet name to prank, selected, deselected; or unxFacetsReset',
  requestId: 'text: from the Browse response',
  url: 'text: the page on which it happened',
  referrer: 'text: the previous page',
  visit_type: 'first_time or repeat',
  visitId: 'text',
  ver: 'text: the version of svc-tag',
  seq: 'text: the page instance and a running number',
  ref: 'text: the reference of an order',
  actor: 'agent, for what a browser agent did',
}

const ACTIONS = ['visitor', 'search', 'PRODUCT_IMPRESSIONS', 'click', 'facets', 'cart', 'order']

/**
 * Lists the fields of a payload with the tracker's verdict on each, and the missing ones; unknown fields come last. Empty for an action that
 * is not in the contract.
 */
export function contractRows(event: StoredEvent): readonly ContractRow[] {
  const { action, data, reasons } = event
  if (!ACTIONS.includes(action)) return []
  const sent = Object.keys(data ?? {})
  const known = Object.keys(meanings).filter(
    (field) => sent.includes(field) || reasons.includes(`${field} is missing.`),
  )
  return [...new Set([...known, ...sent])].map((field) => ({
    field,
    says: Object.hasOwn(meanings, field) ? (meanings[field] ?? '') : '–',
    difference: differenceOf(field, event),
  }))
}

function differenceOf(field: string, { reasons, notes }: StoredEvent): ContractRow['difference'] {
  if (reasons.includes(`${field} is missing.`)) return 'missing'
  if (reasons.includes(`${field} is not a field of this action.`)) return 'unknown'
  if (reasons.some((reason) => names(reason, field))) return 'wrong'
  if (notes.some((note) => names(note, field))) return 'noted'
  return Object.hasOwn(meanings, field) ? '' : 'unknown'
}

/** Reasons begin with the field or a path inside it: `products[1].qty must be …`. */
const names = (reason: string, field: string) =>
  reason.startsWith(field) && /^[ .[]/.test(reason.slice(field.length))
