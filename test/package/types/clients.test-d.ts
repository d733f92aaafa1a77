import type {
  AgentError,
  AgentProduct,
  AgentReply,
  AskOptions,
  BrowseError,
  BrowseOptions,
  BrowseQuery,
  BrowseReply,
  Facet,
  Fault,
  Filters,
  FilterValue,
  ListQuery,
  MultilevelFacet,
  PagePath,
  Product,
  RangeFacet,
  SearchQuery,
  Sort,
  Svc,
  TextFacet,
} from '../../../src/api/svc'

/** Code of a shop's developer must compile, and code that cannot work must not. */
type Fits<Given, Wanted> = Given extends Wanted ? true : false
type Same<One, Other> = Fits<[One, Other], [Other, One]>

declare const svc: Svc

/** The shop's own product. */
interface Shoe {
  readonly uniqueId: string
  readonly title: string
  readonly price: number
}

export async function categoryPage(signal: AbortSignal) {
  const query: BrowseQuery = {
    page: { field: 'categoryPath', path: ['Men', 'Shoes'] },
    pageId: 'categoryPathId:"10>11"',
    filter: { color: ['Red', 'Blue'], price: { from: 20, to: 40 }, isNew: true, size: undefined },
    filterId: { colorId: 'c1' },
    categoryFilter: ['Men'],
    categoryFilterId: '10>11',
    sort: ['price asc', 'title desc'],
    rows: 24,
    pageIndex: 1,
    start: 24,
    fields: ['title', 'price'],
    variants: true,
    variantsCount: 3,
    variantsFields: ['vPrice'],
    facet: true,
    facetMultilevel: true,
    facetMultiselect: true,
    selectedFacet: true,
    banner: false,
    stats: 'price',
    analytics: false,
    campaign: 'spring',
    version: 'V2',
    format: 'xml',
  }
  const options: BrowseOptions = { signal, latest: 'list', context: true }
  const reply = await svc.browse<Shoe>(query, options)
  const prices: number[] = reply.products.map(({ price }) => price)
  const next: Filters = Object.fromEntries(reply.facets.map(chosenFirst))
  return { prices, next, requestId: reply.requestId satisfies string | undefined }
}

/** `kind` opens what only one kind of facet has. */
function chosenFirst(facet: Facet): [field: string, value: FilterValue | []] {
  if (facet.kind === 'range') {
    const [range] = facet.values
    return [facet.field, range ? { from: range.from, to: range.to } : []]
  }
  if (facet.kind === 'multilevel') return [facet.field, facet.breadcrumb.map(({ id }) => id).join()]
  return [facet.field, facet.values[0]?.value ?? []]
}

export async function searchAndChat(): Promise<string> {
  await svc.browse('brand:"Akira"')
  const { products, total } = await svc.search('red shoes')
  const title: unknown = products[0]?.title
  await svc.search({ query: 'red', rows: 0 } satisfies SearchQuery)

  const id: string = await svc.agent.start()
  const reply: AgentReply = await svc.agent.ask('a raincoat')
  const options: AskOptions = {
    filters: reply.filters.map(({ field, options }) => ({ field, options: options.slice(0, 1) })),
    metadata: [{ name: 'views', value: ['a'] }],
  }
  const { message, products: coats } = await svc.agent.ask('in that colour', options)
  const shown: AgentProduct | undefined = coats[0]
  svc.agent.reset()
  svc.on('conversation', ({ change, id }) => `${change} ${id?.length}`)
  return [id, message, title, total, shown?.title, svc.agent.conversationId].join()
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

export const productIsOpen: Fits<Product['anything'], unknown> = true
export const replyIsOfTheShopsProduct: Same<BrowseReply<Shoe>['products'], readonly Shoe[]> = true
export const facetsAreThree: Same<Facet, TextFacet | RangeFacet | MultilevelFacet> = true
export const sortNeedsADirection: Fits<'price', Sort> = false
export const rangesCanBeOpen: Fits<{ from: number } | { to: number }, FilterValue> = true
export const rangesNeedAnEnd: Fits<Record<string, never>, FilterValue> = false
export const pagesNeedAPath: Fits<{ field: string }, PagePath> = false
export const searchesNeedAQuery: Fits<{ rows: number }, SearchQuery> = false
export const versionsAreTwo: Fits<'V3', ListQuery['version']> = false
export const agentFaultsHaveAName: Fits<'slow', AgentError['fault']> = false
export const noListIsForgotten: Fits<undefined, BrowseReply['facets']> = false
