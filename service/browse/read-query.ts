import type { Catalog } from '../catalog/catalog.ts'
import type { Column } from '../catalog/column.ts'
import { CATEGORY_IDS, CATEGORY_NAMES } from '../catalog/field-columns.ts'
import { type Parameters, refuseUnless } from './browse-parameters.ts'
import { parseTerms, type Spelling, valueTerm, withoutQuotes } from './filter-syntax.ts'
import { columnNamed, type Filter, filterFor, readPage } from './match-filter.ts'
import type { Limits } from './selection.ts'
import { parseSort, type SortKey } from './sort.ts'

/** A parsed request for a page of products, checked against the catalogue. */
export interface BrowseQuery {
  readonly limits: Limits
  readonly sort: readonly SortKey[]
  readonly start: number
  readonly rows: number
  readonly fields: readonly string[] | undefined
  readonly variants: VariantsWanted | undefined
  readonly facets: FacetsWanted | undefined
  readonly hasSelected: boolean
  readonly hasBanner: boolean
  readonly stats: Column | undefined
  /** Every given parameter that had an effect. */
  readonly applied: Readonly<Record<string, string>>
  /** Everything without effect: names of parameters, `fields=colour` for a field that no product has, and `user-type=repeat`. */
  readonly ignored: readonly string[]
}

/** Which variants to return, with which fields. */
export interface VariantsWanted {
  /** At most this many; all if absent. */
  readonly count: number | undefined
  readonly fields: readonly string[] | undefined
}

/** Which facets to return, and how to count them. */
export interface FacetsWanted {
  readonly isMultilevel: boolean
  /** A facet's counts ignore its own filters. */
  readonly isMultiselect: boolean
}

/** The two paths: a page of the shop, or search results. */
export type Kind = 'category' | 'search'

const ROWS_DEFAULT = 10
const ROWS_MOST = 100

/**
 * Limits that are not in the contract, above anything a page needs. Each condition costs a pass over the products
 * or the index, and a URL has room for thousands.
 */
const TEXT_MOST_CHARS = 500
const FILTERS_MOST = 100

/** The contract has no limit here; larger numbers lose precision. */
const COUNT_MOST = Number.MAX_SAFE_INTEGER
const PAGE_MOST = 1_000_000_000

/**
 * Reads the parameters of Browse or search. By the contract, nothing is included unless requested.
 *
 * @param isVendor - Includes facets, the category tree and one variant unless the request says otherwise.
 * @throws RequestError 400 that names the first parameter that is missing or wrong.
 */
export function readQuery(
  catalog: Catalog,
  kind: Kind,
  parameters: Parameters,
  isVendor: boolean,
): BrowseQuery {
  checkWithoutEffect(kind, parameters)
  const limits = readLimits(catalog, kind, parameters)
  const rows = parameters.integer('rows', { least: 0, most: ROWS_MOST }) ?? ROWS_DEFAULT
  return {
    limits,
    sort: parseSort(catalog, parameters.texts('sort')),
    start: readStart(parameters, rows),
    rows,
    fields: parameters.list('fields'),
    variants: readVariants(parameters, isVendor),
    facets: readFacets(parameters, isVendor),
    hasSelected: parameters.flag('selectedfacet') ?? false,
    hasBanner: parameters.flag('banner') ?? true,
    stats: readStats(catalog, parameters),
    applied: parameters.applied(),
    ignored: [
      ...parameters.ignored(),
      // The vendor's own sample sends it, but the contract does not define it.
      ...(userType(parameters) === 'repeat' ? ['user-type=repeat'] : []),
      ...unknownFields(parameters, 'fields', catalog.fieldNames),
      ...unknownFields(parameters, 'variants.fields', catalog.variants.fieldNames),
    ],
  }
}

/**
 * The contract pages by `start`. Clients of the field number the pages from 1 in `page`, some beside `start`, which then
 * decides.
 */
function readStart(parameters: Parameters, rows: number): number {
  const start = parameters.integer('start', { least: 0, most: COUNT_MOST })
  const page = parameters.integer('page', { least: 1, most: PAGE_MOST })
  if (start !== undefined) parameters.ignore('page')
  return start ?? ((page ?? 1) - 1) * rows
}

const unknownFields = (parameters: Parameters, name: string, known: ReadonlySet<string>) =>
  (parameters.list(name) ?? [])
    .filter((field) => !known.has(field))
    .map((field) => `${name}=${field}`)

function checkWithoutEffect(kind: Kind, parameters: Parameters) {
  const pageType = parameters.word('pagetype', ['boolean'])
  const isTyped = kind === 'search' || pageType !== undefined
  refuseUnless(isTyped, 'missing-parameter', 'Give pagetype=boolean.', 'pagetype')
  userType(parameters)
  parameters.word('version', ['V1', 'V2'])
  parameters.flag('analytics')
}

const userType = (parameters: Parameters) =>
  parameters.word('user-type', ['first-time', 'frequent', 'repeat'])

function readLimits(catalog: Catalog, kind: Kind, parameters: Parameters): Limits {
  const page = readPage(catalog, parameters)
  const text = parameters.text('q')
  const isShort = text === undefined || text.length <= TEXT_MOST_CHARS
  refuseUnless(isShort, 'too-long', `At most ${TEXT_MOST_CHARS} characters.`, 'q')
  if (kind === 'category') {
    refuseUnless(page !== undefined, 'missing-parameter', 'Give p or p-id.', 'p')
  } else {
    refuseUnless(text !== undefined, 'missing-parameter', 'Give the text to search for.', 'q')
  }
  return {
    page,
    // A single star matches every product.
    text: text?.trim() === '*' ? undefined : text,
    filters: [
      ...readFilters(catalog, parameters, 'filter', 'names'),
      ...readFilters(catalog, parameters, 'filter-id', 'ids'),
    ],
    categoryFilter: readCategoryFilter(catalog, parameters),
  }
}

/** Ids take precedence over names, as for the page. */
function readCategoryFilter(catalog: Catalog, parameters: Parameters) {
  const byIds = readCategory(catalog, parameters, 'category-filter-id', CATEGORY_IDS)
  if (byIds) parameters.ignore('category-filter')
  return byIds ?? readCategory(catalog, parameters, 'category-filter', CATEGORY_NAMES)
}

function readFilters(
  catalog: Catalog,
  parameters: Parameters,
  name: string,
  spelling: Spelling,
): readonly Filter[] {
  const texts = parameters.texts(name)
  refuseUnless(texts.length <= FILTERS_MOST, 'too-many', `At most ${FILTERS_MOST} filters.`, name)
  return texts.map((text) => filterFor(catalog, parseTerms(catalog, text, name, spelling), name))
}

function readCategory(catalog: Catalog, parameters: Parameters, name: string, field: string) {
  const path = parameters.text(name)
  if (path === undefined) return undefined
  const message = 'Write only the path: Men>Shoes, or for ids 10>11.'
  refuseUnless(!/^categoryPath(Id)?:/.test(path), 'malformed-path', message, name)
  return filterFor(catalog, [valueTerm(field, withoutQuotes(path))], name)
}

function readVariants(parameters: Parameters, isVendor: boolean): VariantsWanted | undefined {
  const given = parameters.integer('variants.count', { least: 0, most: COUNT_MOST })
  const count = given ?? (isVendor ? 1 : undefined)
  const fields = parameters.list('variants.fields')
  return parameters.flag('variants') ? { count, fields } : undefined
}

function readFacets(parameters: Parameters, isVendor: boolean): FacetsWanted | undefined {
  const isMultilevel =
    parameters.word('facet.multilevel', [CATEGORY_NAMES]) !== undefined || isVendor
  const isMultiselect = parameters.flag('facet.multiselect') ?? false
  return (parameters.flag('facet') ?? isVendor) ? { isMultilevel, isMultiselect } : undefined
}

function readStats(catalog: Catalog, parameters: Parameters): Column | undefined {
  const name = parameters.text('stats')
  if (name === undefined) return undefined
  const column = columnNamed(catalog, name, 'stats')
  const { type, level } = column.field
  const isNumeric = type === 'number' && level === 'product'
  refuseUnless(isNumeric, 'not-numeric', `${name} is no numeric field of products.`, 'stats')
  return column
}
