import type {
  AgentError,
  BrowseError,
  BrowseReply,
  Facet,
  Fault,
  Filters,
  FilterValue,
  ListQuery,
  PagePath,
  SearchQuery,
  Sort,
  Svc,
} from '../../../src/api/svc'

/** Code that cannot work must not compile. The documentation contains the code that must compile. */
type Fits<Given, Wanted> = Given extends Wanted ? true : false
type Same<One, Other> = Fits<[One, Other], [Other, One]>

declare const svc: Svc

/** The shop's own product. */
interface Shoe {
  readonly uniqueId: string
  readonly title: string
  readonly price: number
}

export async function categoryPage() {
  const reply = await svc.browse<Shoe>({ page: { field: 'categoryPath', path: ['Men', 'Shoes'] } })
  const prices: number[] = reply.products.map(({ price }) => price)
  const next: Filters = Object.fromEntries(reply.facets.map(chosenFirst))
  return { prices, next, requestId: reply.requestId satisfies string | undefined }
}

/** `kind` gives access to the members of one kind of facet. */
function chosenFirst(facet: Facet): [field: string, value: FilterValue | []] {
  if (facet.kind === 'range') {
    const [range] = facet.values
    return [facet.field, range ? { from: range.from, to: range.to } : []]
  }
  if (facet.kind === 'multilevel') return [facet.field, facet.breadcrumb.map(({ id }) => id).join()]
  return [facet.field, facet.values[0]?.value ?? []]
}

export function reported(error: BrowseError | AgentError): string {
  const fault: Fault = error.fault
  return fault === 'aborted' ? '' : `${error.name} ${error.message}`
}

const red = [{ prank: 2, val: 'Red' }]
export function facetChanges() {
  svc.track('facets', { facets: { color: { prank: 1, selected: red, deselected: [] } } })
  svc.track('facets', { query: 'q', facets: { color: { prank: '1', deselected: red } } })
  svc.track('facets', { page: 'p', facets: { unxFacetsReset: true } })
  // @ts-expect-error Nothing has changed.
  svc.track('facets', { query: 'q', facets: { color: { prank: 1 } } })
}

export const replyIsOfTheShopsProduct: Same<BrowseReply<Shoe>['products'], readonly Shoe[]> = true
export const sortNeedsADirection: Fits<'price', Sort> = false
export const rangesCanBeOpen: Fits<{ from: number } | { to: number }, FilterValue> = true
export const rangesNeedAnEnd: Fits<Record<string, never>, FilterValue> = false
export const pagesNeedAPath: Fits<{ field: string }, PagePath> = false
export const searchesNeedAQuery: Fits<{ rows: number }, SearchQuery> = false
export const versionsAreTwo: Fits<'V3', ListQuery['version']> = false
export const agentFaultsHaveAName: Fits<'slow', AgentError['fault']> = false
export const noListIsForgotten: Fits<undefined, BrowseReply['facets']> = false
