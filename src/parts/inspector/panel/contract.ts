import type { Action, ActionData, TrackerEvent } from '../../../wire/tracker-event'

/** A field of the tracker's contract. */
export interface ContractField {
  readonly name: string
  readonly meaning: string
  readonly isRequired: boolean
}

/** A field of a payload, beside what the contract says of it. */
export interface PayloadField {
  readonly name: string
  /** As on the wire; `undefined` when the payload does not have it. */
  readonly value: unknown
  /** `undefined` for a field that is not in the contract's table for this action. */
  readonly contract: ContractField | undefined
}

const required = (name: string, meaning: string) => ({ name, meaning, isRequired: true })
const optional = (name: string, meaning: string) => ({ name, meaning, isRequired: false })

const common: readonly ContractField[] = [
  required('url', 'page the event happened on'),
  required('referrer', 'page before it; empty when there is none'),
  required('visit_type', 'first_time or repeat'),
  required('visitId', 'the visit'),
]

const product = [
  required('pid', 'product uniqueId'),
  required('qty', 'units, a whole number as text'),
  optional('variantId', 'only when there are variants'),
]

const onSearch = [required('query', 'text searched')]
const onBrowse = [
  required('page', 'exactly the p or p-id passed to Browse'),
  required('page_type', 'always BOOLEAN'),
]

/** Either form of a list: the payload says which one it is. */
const ofList = (data: object) => ('page' in data ? onBrowse : onSearch)

const fields: { readonly [A in Action]: (data: ActionData[A]) => readonly ContractField[] } = {
  visitor: () => [],
  search: () => onSearch,
  PRODUCT_IMPRESSIONS: (data) => [
    ...ofList(data),
    required('pids_list', 'uniqueIds of the products seen; empty when nothing was found'),
  ],
  click: () => [required('pid', 'product uniqueId')],
  facets: (data) => [
    ...ofList(data),
    required('facets', 'what was selected and deselected, or all cleared'),
    optional('requestId', 'of the reply that made the list'),
  ],
  cart: () => product,
  order: (data) =>
    'products' in data
      ? [required('products', 'lines of pid, qty, price of one unit')]
      : [...product, required('price', 'of one unit, the variant’s when there is one')],
}

/** The payload field by field: first what the contract lists for the action, present or not, then what goes beyond it. */
export function payloadOf({ action, data }: Pick<TrackerEvent, 'action' | 'data'>): PayloadField[] {
  const values = new Map<string, unknown>(Object.entries(data))
  const listed = [
    ...(fields[action] as (data: object) => readonly ContractField[])(data),
    ...common,
  ]
  const inContract = listed.map((contract) => ({
    name: contract.name,
    value: values.get(contract.name),
    contract,
  }))
  const names = new Set(listed.map(({ name }) => name))
  const beyond = [...values]
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => ({ name, value, contract: undefined }))
  return [...inContract, ...beyond]
}
