import type { StoredEvent } from '../../store/stored-event.ts'

/** A field of an event, compared with the contract. */
export interface ContractRow {
  readonly field: string
  readonly says: string
  readonly isSent: boolean
  /** A reason of the verdict names a `wrong` field; a note names one found `elsewhere`. */
  readonly difference: '' | 'missing' | 'unknown' | 'elsewhere' | 'wrong'
}

interface FieldRule {
  readonly says: string
  readonly isOptional?: true
}

type FieldRules = Readonly<Record<string, FieldRule>>

const required = (says: string): FieldRule => ({ says })
const optional = (says: string): FieldRule => ({ says, isOptional: true })

const place: FieldRules = {
  url: required('text: the page on which it happened'),
  referrer: required('text: the previous page'),
}
const visit: FieldRules = {
  visit_type: required('first_time or repeat'),
  visitId: required('text'),
}
const pid = required('text: the uniqueId of the product')
const qty = required('text: the number of units')
const variantId = optional('text, only when variants exist')
const requestId = optional('text: from the Browse response')
const list: FieldRules = {
  query: optional('text: the search; instead of page'),
  page: optional('text: exactly the value passed to Browse; instead of query'),
  page_type: optional('BOOLEAN, together with page'),
}

/** The contract's table of actions. */
const rulesByAction: Readonly<Record<string, FieldRules>> = {
  visitor: { ...place, ...visit, ver: optional('text') },
  search: {
    query: required('text: the search'),
    ...place,
    visit_type: optional('first_time or repeat'),
    visitId: optional('text'),
  },
  PRODUCT_IMPRESSIONS: {
    ...list,
    pids_list: required('list of uniqueIds'),
    ...place,
    ...visit,
    requestId,
  },
  click: { pid, ...place, ...visit, variantId, requestId },
  facets: {
    ...list,
    facets: required('facet name to prank, selected, deselected; or unxFacetsReset'),
    ...place,
    ...visit,
    requestId: optional('text: from the Browse response'),
  },
  cart: {
    pid,
    qty,
    variantId,
    ...place,
    visit_type: required('first_time or repeat'),
    visitId: optional('text'),
    requestId,
  },
  order: {
    pid: optional('text, for one product'),
    qty: optional('text, for one product'),
    price: optional('text: the unit price, for one product'),
    products: optional('list of pid, qty and price, for several products'),
    variantId,
    ...place,
    ...visit,
  },
}

/** Fields that svc-tag adds to the contract. */
const extra: FieldRules = {
  ver: optional('text: the version of svc-tag'),
  seq: optional('text: the page instance and a running number'),
  actor: optional('agent, for what a browser agent did'),
}

/**
 * Compares a payload with the contract, in the contract's order; unknown fields come last. Empty for an action that is not in the contract.
 */
export function contractRows({
  action,
  data,
  reasons,
  notes,
}: StoredEvent): readonly ContractRow[] {
  if (!Object.hasOwn(rulesByAction, action)) return []
  const rules = { ...rulesByAction[action], ...extra }
  const sent = Object.keys(typeof data === 'object' && data !== null ? data : {})
  const unknown = sent.filter((field) => !Object.hasOwn(rules, field))
  const known = Object.entries(rules).flatMap(([field, { says, isOptional }]): ContractRow[] => {
    const isSent = sent.includes(field)
    if (!isSent && isOptional) return []
    const isWrong = reasons.some((reason) => names(reason, field))
    return [{ field, says, isSent, difference: isSent ? wrongIf(isWrong) : 'missing' }]
  })
  return [
    ...known,
    ...unknown.map(
      (field): ContractRow => ({
        field,
        says: 'not in the contract',
        isSent: true,
        difference: notes.some((note) => names(note, field)) ? 'elsewhere' : 'unknown',
      }),
    ),
  ]
}

const wrongIf = (isWrong: boolean) => (isWrong ? 'wrong' : '')

/** Reasons begin with the field or a path inside it: `products[1].qty must be …`. */
const names = (reason: string, field: string) =>
  reason.startsWith(field) && /^[ .[]/.test(reason.slice(field.length))
