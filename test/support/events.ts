import { demoKeys } from '../../service/keys.ts'

/** What is changed in a good request: parameters as text, `data` as what is written as JSON. */
export interface EventChanges {
  /** Fields to add or replace; `undefined` takes a field out. */
  readonly data?: Readonly<Record<string, unknown>>
  readonly SvcKey?: string
  readonly uid?: string
  readonly t?: string
}

const common = {
  url: 'https://shop.example/list?page=2',
  referrer: '',
  visit_type: 'first_time',
  visitId: 'visit-1',
}
const browse = { page: 'categoryPath:"Men>Shoes"', page_type: 'BOOLEAN' }

/** The least that the contract asks of each form of each action, beside the common fields. */
const forms = new Map(
  Object.entries({
    visitor: { action: 'visitor', data: {} },
    search: { action: 'search', data: { query: 'red shoes' } },
    'impressions of a search': {
      action: 'PRODUCT_IMPRESSIONS',
      data: { query: 'red shoes', pids_list: ['P1', 'P2'] },
    },
    'impressions of a browse page': {
      action: 'PRODUCT_IMPRESSIONS',
      data: { ...browse, pids_list: ['P1', 'P2'] },
    },
    click: { action: 'click', data: { pid: 'P1' } },
    'facets of a search': {
      action: 'facets',
      data: {
        query: 'red shoes',
        facets: { color: { prank: '1', selected: [{ prank: '2', val: 'Red' }] } },
      },
    },
    'facets of a browse page': {
      action: 'facets',
      data: { ...browse, facets: { unxFacetsReset: true } },
    },
    cart: { action: 'cart', data: { pid: 'P1', qty: '2' } },
    'order of one product': { action: 'order', data: { pid: 'P1', qty: '1', price: '19.90' } },
    'order of several products': {
      action: 'order',
      data: {
        products: [
          { pid: 'P1', qty: '1', price: '19.90' },
          { pid: 'P2', qty: '2', price: '5' },
        ],
      },
    },
  }),
)

/** The names of all forms of all actions, as titles of tests. */
export const formNames = [...forms.keys()]

/** A tracker request that the contract allows, as a query string, with some changes. */
export function eventQuery(form: string, changes: EventChanges = {}): string {
  const { action, data } = forms.get(form) ?? { action: form, data: {} }
  return queryText({
    data: JSON.stringify({ ...common, ...data, ...changes.data }),
    SvcKey: changes.SvcKey ?? demoKeys.siteKey,
    action,
    uid: changes.uid ?? 'uid-1',
    t: changes.t ?? '1793786400000|0.25',
  })
}

/** The same as a path of the service. */
export const eventPath = (form: string, changes?: EventChanges): string =>
  `/v2/1p.jpg?${eventQuery(form, changes)}`

/** A query string of these parameters, each value percent-encoded. */
export const queryText = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
