import { safeUrl } from '../http'
import { BrowseError, faultFor } from '../service-error'
import type {
  Banner,
  BrowseReply,
  Crumb,
  Facet,
  FacetValue,
  Product,
  SelectedFacet,
} from './reply-types'

/** An object of the response. Any member may be missing or of another type. */
export interface Raw {
  readonly [name: string]: unknown
}

/** The value as an object; an empty object if it is not one. */
const rawOf = (value: unknown): Raw =>
  typeof value === 'object' && value !== null ? (value as Raw) : {}

/** The objects of a list, which the contract wraps in `{ list }` in some places. */
function listOf(value: unknown): Raw[] {
  const items = Array.isArray(value) ? value : rawOf(value).list
  return Array.isArray(items) ? items.map(rawOf) : []
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** The XML form has some numbers as strings. */
const numberOf = (value: unknown): number => Number(value) || 0

/** The contract's flat form: value, count, value, count. */
function counted(flat: unknown): FacetValue[] {
  const all: unknown[] = Array.isArray(flat) ? flat : []
  return all.flatMap((value, index) =>
    index % 2 === 0 ? [{ value: textOf(value) ?? '', count: numberOf(all[index + 1]) }] : [],
  )
}

/** The steps of a path; in the contract, each level contains the next. */
function crumbsOf(breadcrumb: unknown): Crumb[] {
  const { filterField, level, values, child } = rawOf(breadcrumb)
  const steps = listOf(values).map(({ id, name }) => ({
    field: textOf(filterField) ?? '',
    level: numberOf(level),
    id: textOf(id) ?? '',
    name: textOf(name ?? id) ?? '',
  }))
  return child ? [...steps, ...crumbsOf(child)] : steps
}

/** Fields of every facet. Reports know some facets only by name, and filters know some only by field. */
function commonOf({ facetName, filterField, displayName, position, id }: Raw, index: number) {
  const name = textOf(facetName ?? filterField) ?? ''
  return {
    name,
    field: textOf(filterField) ?? name,
    displayName: textOf(displayName) ?? name,
    position: numberOf(position ?? index + 1),
    id: textOf(id),
  }
}

/** Fields of each kind of facet. */
const ownOf = {
  text: ({ values }: Raw) => ({ values: counted(values) }),
  range({ values }: Raw) {
    const range = rawOf(values)
    const gap = numberOf(range.gap)
    return {
      start: numberOf(range.start),
      end: numberOf(range.end),
      gap,
      values: counted(range.counts).map((bound) => ({
        ...bound,
        from: numberOf(bound.value),
        to: numberOf(bound.value) + gap,
      })),
    }
  },
  multilevel: ({ values, level, breadcrumb }: Raw) => ({
    level: numberOf(level),
    breadcrumb: crumbsOf(breadcrumb),
    values: listOf(values).map(({ id, name, count }) => ({
      id: textOf(id) ?? '',
      value: textOf(name) ?? '',
      count: numberOf(count),
    })),
  }),
}

/** Every facet of every kind, by position. */
const facetsOf = (facets: Raw): Facet[] =>
  Object.entries(ownOf)
    .flatMap(([kind, readItem]) =>
      listOf(facets[kind]).map(
        (item, index) => ({ kind, ...commonOf(item, index), ...readItem(item) }) as Facet,
      ),
    )
    .sort((one, other) => one.position - other.position)

/** The selected values, at any depth, because services differ. Lists, and therefore products, are not searched. */
function selectedIn(part: Raw): SelectedFacet[] {
  const here = listOf(part.selected).map((item, index) => ({
    ...commonOf(item, index),
    values: [item.values].flat().flatMap((value) => textOf(value) ?? []),
  }))
  const inner = Object.values(part).filter((member) => !Array.isArray(member))
  return here.length > 0 ? here : inner.flatMap((member) => selectedIn(rawOf(member)))
}

const bannerOf = ({ imageUrl, landingUrl, bannerHtml }: Raw): Banner => ({
  imageUrl: safeUrl(imageUrl),
  landingUrl: safeUrl(landingUrl),
  html: textOf(bannerHtml),
})

/** A repeated parameter has several values. */
const paramsOf = (params: Raw): BrowseReply['queryParams'] =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  )

const documentOf = (value: unknown): BrowseReply['relevantDocument'] =>
  value === 'parent' || value === 'variant' ? value : undefined

/**
 * Reads a response of Browse or search; `undefined` if it has neither products nor a redirect.
 *
 * @throws BrowseError if the response itself says that the request failed.
 */
export function parseReply(
  answer: unknown,
  requestId: string | undefined,
): BrowseReply | undefined {
  const { searchMetaData, response, facets, breadcrumb, banner, stats, ...rest } = rawOf(answer)
  const meta = rawOf(searchMetaData)
  const status = numberOf(meta.status)
  if (status >= 400) throw new BrowseError(faultFor(status), `status ${status} in the answer`)

  const { products, numberOfProducts, start } = rawOf(response)
  const redirect = safeUrl(rawOf(rest.redirect).value ?? rest.redirect)
  if (!Array.isArray(products) && !redirect) return undefined

  return {
    products: listOf(products) as unknown as Product[],
    total: numberOf(numberOfProducts),
    start: numberOf(start),
    facets: facetsOf(rawOf(facets)),
    selected: selectedIn(rawOf(answer)),
    breadcrumb: crumbsOf(breadcrumb),
    banners: listOf(rawOf(banner).banners).map(bannerOf),
    stats: rawOf(stats) as BrowseReply['stats'],
    redirect,
    relevantDocument: documentOf(rest.relevantDocument),
    requestId,
    queryTime: numberOf(meta.queryTime),
    queryParams: paramsOf(rawOf(meta.queryParams)),
    raw: answer,
  }
}
