import { getOwn } from '../../../wire/get-own'
import { BrowseError } from './browse-error'
import type { BrowseQuery, Filters, FilterValue, PagePath, SearchQuery } from './query'

/** A query of either kind. */
export type Query = BrowseQuery & Partial<SearchQuery>

/** A parameter of the contract as it goes into the URL, not yet encoded. */
export type Parameter = readonly [wire: string, value: string]

/** Whole numbers, and the most that each may be. */
const limits: Readonly<Partial<Record<string, number>>> = {
  start: Number.MAX_SAFE_INTEGER,
  rows: 100,
  variantsCount: Number.MAX_SAFE_INTEGER,
}

const DEFAULT_ROWS = 10

/** Every name of a query, in the contract's words. */
const wires: Readonly<Record<keyof Omit<Query, 'pageIndex'>, string>> = {
  page: 'p',
  pageId: 'p-id',
  query: 'q',
  filter: 'filter',
  filterId: 'filter-id',
  categoryFilter: 'category-filter',
  categoryFilterId: 'category-filter-id',
  sort: 'sort',
  start: 'start',
  rows: 'rows',
  fields: 'fields',
  variants: 'variants',
  variantsCount: 'variants.count',
  variantsFields: 'variants.fields',
  facet: 'facet',
  facetMultilevel: 'facet.multilevel',
  facetMultiselect: 'facet.multiselect',
  selectedFacet: 'selectedfacet',
  banner: 'banner',
  analytics: 'analytics',
  stats: 'stats',
  campaign: 'uc_param',
  version: 'version',
  format: 'format',
}

const isNothing = (value: unknown) => value === undefined || value === null

const quoted = (text: unknown) => `"${String(text).replace(/["\\]/g, '\\$&')}"`

/** The contract writes ids without quotes; one that could be taken for something else gets them. */
const idText = (id: unknown) => (/^[\w.-]+$/.test(String(id)) ? String(id) : quoted(id))

const pathText = (path: unknown) => [path].flat().join('>')

const pageText = (defaultField: string) => (page: string | PagePath) =>
  typeof page === 'string' ? page : `${page.field ?? defaultField}:${quoted(pathText(page.path))}`

/** An end that is not given is open. An empty price field is not: it must not become a filter. */
function endOf(end: unknown): number | '*' {
  if (isNothing(end)) return '*'
  return String(end).trim() ? Number(end) : Number.NaN
}

function term(field: string, value: FilterValue, write: typeof quoted): string {
  if (typeof value !== 'object') return `${field}:${write(value)}`
  const { from, to } = value
  const low = endOf(from)
  const high = endOf(to)
  const ends = [low, high].filter((end) => end !== '*')
  if (!ends.length || !ends.every(Number.isFinite) || Number(low) > Number(high)) {
    throw new BrowseError(
      'bad-request',
      `no range of ${field}: ${from} to ${to}; write { from: 20, to: 40 }, or one of them`,
    )
  }
  return `${field}:[${low} TO ${high}]`
}

const filterTexts = (write: typeof quoted) => (filters: Filters) => {
  if (typeof filters !== 'object') {
    throw new BrowseError('bad-request', `no filter by field and value: ${filters}`)
  }
  return Object.entries(filters).map(([field, values]) =>
    [values]
      .flat()
      .filter((value) => !isNothing(value))
      .map((value) => term(field, value as FilterValue, write))
      .join(' OR '),
  )
}

/** How values are written that `String` does not write as the contract wants; it joins lists by commas. */
const writers: Readonly<Partial<Record<keyof Query, (value: never) => unknown>>> = {
  page: pageText('categoryPath'),
  pageId: pageText('categoryPathId'),
  query: (words: string) => words.trim(),
  filter: filterTexts(quoted),
  filterId: filterTexts(idText),
  categoryFilter: pathText,
  categoryFilterId: pathText,
  variants: (isWanted: boolean) => (isWanted ? 'True' : 'False'),
  facetMultilevel: (isWanted: boolean) => (isWanted ? 'categoryPath' : ''),
  format: (format: string) => String(format).toUpperCase(),
}

/** The only forms that some values may have, with the words for a message. */
const forms: Readonly<Partial<Record<string, readonly [form: RegExp, examples: string]>>> = {
  sort: [/^\S+ (asc|desc)(, *\S+ (asc|desc))*$/, 'price asc or price desc'],
  version: [/^V[12]$/, 'V1 or V2'],
  format: [/^(JSON|XML)$/, 'json or xml'],
}

/** @throws BrowseError `bad-request` */
function checkForm(name: string, text: string) {
  const [form, examples] = forms[name] ?? []
  if (form?.test(text) === false)
    throw new BrowseError('bad-request', `${name} ${text}: write ${examples}`)
}

/** @throws BrowseError `bad-request` */
function textsOf(name: keyof Query, value: unknown): string[] {
  const max = limits[name] ?? 0
  const number = Number(value)
  if (max && !(number >= 0 && number <= max && number % 1 === 0)) {
    throw new BrowseError('bad-request', `${name} ${value}: not a whole number from 0 to ${max}`)
  }
  const write: (value: never) => unknown = writers[name] ?? String
  const texts = [write(value as never)].flat().map(String).filter(Boolean)
  for (const text of texts) checkForm(name, text)
  return texts
}

/**
 * A query in the contract's words; what is empty is left out.
 *
 * @throws BrowseError `bad-request` naming what cannot be sent.
 */
export function parametersOf({ pageIndex, ...query }: Query): Parameter[] {
  const start = query.start ?? (pageIndex && pageIndex * (query.rows ?? DEFAULT_ROWS))
  return Object.entries({ ...query, start }).flatMap(([name, value]) => {
    const wire = getOwn(wires, name) as string | undefined
    if (!wire) throw new BrowseError('bad-request', `${name}: there is no such parameter`)
    const texts = isNothing(value) ? [] : textsOf(name as keyof Query, value)
    return texts.map((text) => [wire, text] as const)
  })
}
