import { getOwn } from '../../../wire/fields'
import { BrowseError } from '../service-error'
import {
  filterTexts,
  flagText,
  idText,
  isNothing,
  pageText,
  pathText,
  plainText,
  quoted,
  refuse,
  type Writer,
} from './parameter-values'
import type { BrowseQuery, SearchQuery } from './query-types'

/** A query of either kind. */
export type Query = BrowseQuery & Partial<SearchQuery>

/** A parameter of the contract for the URL, not yet encoded. */
export type Parameter = readonly [wire: string, value: string]

/** Whole numbers, with the largest value that each may have. */
const limits: Readonly<Partial<Record<string, number>>> = {
  start: Number.MAX_SAFE_INTEGER,
  rows: 100,
  variantsCount: Number.MAX_SAFE_INTEGER,
}

const DEFAULT_ROWS = 10

/** Every name of a query, with the contract's name for it. */
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

const flag = flagText('true', 'false')

/** Writers for values that the contract does not write like `plainText`. */
const writers: Readonly<Partial<Record<keyof Query, Writer>>> = {
  page: pageText('categoryPath'),
  pageId: pageText('categoryPathId'),
  query: (words: unknown, name) =>
    typeof words === 'string' ? words.trim() : refuse(name, words, 'the words as a text'),
  filter: filterTexts(quoted),
  filterId: filterTexts(idText),
  categoryFilter: pathText,
  categoryFilterId: pathText,
  variants: flagText('True', 'False'),
  facet: flag,
  facetMultilevel: flagText('categoryPath', ''),
  facetMultiselect: flag,
  selectedFacet: flag,
  banner: flag,
  analytics: flag,
  format: (format: unknown) => String(format).toUpperCase(),
}

/** The valid forms of some values, with a description for the error message. */
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
  const write: Writer = writers[name] ?? plainText
  const texts = [write(value as never, name)].flat().map(String).filter(Boolean)
  for (const text of texts) checkForm(name, text)
  return texts
}

/**
 * Translates a query to the contract's parameters, leaving out empty values.
 *
 * @throws BrowseError `bad-request`, naming the value that cannot be sent.
 */
export function parametersOf(given: Query): Parameter[] {
  if (Object(given) !== given || Array.isArray(given))
    refuse('query', given, '{ page: "Men>Shoes" } or { query: "shoes" }')
  const { pageIndex, ...query } = given
  const rows = isNothing(query.rows) ? DEFAULT_ROWS : query.rows
  const start = isNothing(query.start) ? pageIndex && pageIndex * Number(rows) : query.start
  return Object.entries({ ...query, start }).flatMap(([name, value]) => {
    const wire = getOwn(wires, name) as string | undefined
    if (!wire) throw new BrowseError('bad-request', `${name}: there is no such parameter`)
    const texts = isNothing(value) ? [] : textsOf(name as keyof Query, value)
    return texts.map((text) => [wire, text] as const)
  })
}
