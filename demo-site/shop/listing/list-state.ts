import type { Facet } from '../../../dist/module'
import type { Search } from '../catalog-client'

/** The numbers between two limits, inclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A shopper's choices for a list. They are part of the URL, so that going back and reloading keep them. */
export interface ListState {
  /** Selected values by field, in the order in which they were selected. */
  readonly filters: Readonly<Record<string, readonly string[]>>
  readonly price: Range | undefined
  readonly sort: SortKey
  /** The first page is 1. */
  readonly page: number
}

/** The sort orders of a list, by their keys in the URL. */
export const sorts = {
  recommended: { label: 'Recommended', wire: undefined },
  'price-asc': { label: 'Price: low to high', wire: 'price asc' },
  'price-desc': { label: 'Price: high to low', wire: 'price desc' },
  rating: { label: 'Best rated', wire: 'rating desc' },
} as const

/** The key of a sort order. */
export type SortKey = keyof typeof sorts

/** Distinguishes filter fields from other parameters in the URL, such as those of a campaign. */
const FILTER_SUFFIX = '_uFilter'

/** No choices, on the first page. */
export const untouched: ListState = { filters: {}, price: undefined, sort: 'recommended', page: 1 }

/** Reads the choices from a URL's query. Invalid parts are ignored. */
export function readListState(query: string): ListState {
  const parameters = new URLSearchParams(query)
  const fields = [...new Set(parameters.keys())].filter(isFilter)
  return {
    filters: Object.fromEntries(fields.map((field) => [field, parameters.getAll(field)])),
    price: rangeOf(parameters.get('price') ?? ''),
    sort: sortOf(parameters.get('sort')),
    page: Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1),
  }
}

/** The query string for a list state and a search, with the `?`; empty if nothing is selected. */
export function listStateQuery(state: ListState, search?: Search): string {
  const parameters = new URLSearchParams(search && { q: search.query })
  if (search?.isExact) parameters.set('exact', 'true')
  for (const [field, values] of Object.entries(state.filters))
    for (const value of values) parameters.append(field, value)
  if (state.price) parameters.set('price', `${state.price.from}-${state.price.to}`)
  if (state.sort !== 'recommended') parameters.set('sort', state.sort)
  if (state.page > 1) parameters.set('page', String(state.page))
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** The state with one value added, or removed if it was selected, on the first page. */
export function withToggled(state: ListState, field: string, value: string): ListState {
  const before = state.filters[field] ?? []
  const after = before.includes(value)
    ? before.filter((chosen) => chosen !== value)
    : [...before, value]
  const { [field]: _, ...others } = state.filters
  return { ...state, page: 1, filters: after.length > 0 ? { ...others, [field]: after } : others }
}

/** Whether the list is filtered. */
export const isNarrowed = ({ filters, price }: ListState): boolean =>
  price !== undefined || Object.keys(filters).length > 0

const isFilter = (name: string) => name.endsWith(FILTER_SUFFIX)

const sortOf = (given: string | null): SortKey =>
  given !== null && Object.hasOwn(sorts, given) ? (given as SortKey) : 'recommended'

function rangeOf(text: string): Range | undefined {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(text) ?? []
  if (from === undefined || to === undefined) return undefined
  const ends = [Number(from), Number(to)].sort((one, other) => one - other)
  return { from: ends[0] ?? 0, to: ends[1] ?? 0 }
}

const letters = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
const byNumber = new Intl.Collator('en', { numeric: true })

/** Compares sizes in their usual order: letters from small to large, then numbers by value. */
function bySize(one: string, other: string): number {
  const places = [letters.indexOf(one), letters.indexOf(other)] as const
  if (places[0] >= 0 && places[1] >= 0) return places[0] - places[1]
  if (places[0] >= 0) return -1
  return places[1] >= 0 ? 1 : byNumber.compare(one, other)
}

/** A list's facets in the service's order, most frequent value first, except that sizes are sorted. */
export function withSizesInOrder(facets: readonly Facet[]): readonly Facet[] {
  return facets.map((facet) =>
    facet.kind === 'text' && /^size/i.test(facet.field)
      ? { ...facet, values: facet.values.toSorted((one, two) => bySize(one.value, two.value)) }
      : facet,
  )
}
