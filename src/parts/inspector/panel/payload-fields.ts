import { EVENT_FIELDS, UNLISTED_FIELDS } from '../../../wire/common-fields'
import { ACTION_FIELDS, LINE_FIELDS, namesIn } from '../../../wire/contract'
import type { Action, TrackerEvent } from '../../../wire/tracker-event'

/** A field of a payload, with the contract's description of it. */
export interface PayloadField {
  readonly name: string
  /** The value as sent; `undefined` if the payload lacks the field. */
  readonly value: unknown
  /** `undefined` if the contract's table does not list the field for this action. */
  readonly meaning?: string
  readonly isRequired?: boolean
}

/** What each field means, for people who read the panel. */
const MEANINGS: Readonly<Record<string, string>> = {
  url: 'page on which the event happened',
  referrer: 'previous page; empty if there is none',
  visit_type: 'first_time or repeat',
  visitId: 'the visit',
  query: 'searched text',
  page: 'exactly the p or p-id passed to Browse',
  page_type: 'always BOOLEAN',
  pids_list: 'uniqueIds of the products seen; empty if nothing was found',
  pid: 'product uniqueId',
  qty: 'units, a whole number as a string',
  price: 'of one unit, the variant’s if there is one',
  variantId: 'only if there are variants',
  facets: 'what was selected and deselected, or all cleared',
  requestId: 'of the response that made the list',
  products: 'lines of pid, qty, price of one unit',
}

/** The fields that the form of this payload excludes: a list is either a search or a page, and an order has either one line or several. */
function excluded(action: Action, data: object): readonly string[] {
  const ofList = 'page' in data ? ['query'] : ['page', 'page_type']
  if (action !== 'order') return ofList
  return 'products' in data ? namesIn(LINE_FIELDS) : ['products']
}

/** The payload field by field: first the fields that the contract lists for the action, present or not, then any others. */
export function payloadOf({ action, data }: Pick<TrackerEvent, 'action' | 'data'>): PayloadField[] {
  const values = new Map<string, unknown>(Object.entries(data))
  const left = [...excluded(action, data), ...namesIn(UNLISTED_FIELDS[action] ?? '')]
  const listed = `${ACTION_FIELDS[action]} ${EVENT_FIELDS}`
    .split(' ')
    .filter((field) => field && !field.endsWith('+'))
    .map((field) => ({ name: field.replace('?', ''), isRequired: !field.endsWith('?') }))
    .filter(({ name }) => !left.includes(name))
    .map((field) => ({
      ...field,
      value: values.get(field.name),
      meaning: MEANINGS[field.name] ?? '',
    }))
  for (const { name } of listed) values.delete(name)
  return [...listed, ...[...values].map(([name, value]) => ({ name, value }))]
}
