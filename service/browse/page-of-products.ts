import type { Catalog } from '../catalog/catalog.ts'
import { pathOf } from '../catalog/categories.ts'
import { CATEGORY_NAMES } from '../catalog/field-columns.ts'
import { type Parameters, refuseUnless } from './browse-parameters.ts'
import { parseTerms, type Spelling, valueTerm, withoutQuotes } from './filter-syntax.ts'
import { type Filter, filterFor } from './match-filter.ts'

/**
 * The page that `p-id` or, without it, `p` names; a bare `p` is a category.
 *
 * @throws RequestError 400 when it is not one value of one field of the catalogue, and for a
 *   category below the top that is named without its path.
 */
export function readPage(catalog: Catalog, parameters: Parameters): Filter | undefined {
  const id = parameters.text('p-id')
  if (id !== undefined) {
    parameters.ignore('p')
    return pageFilter(catalog, id, 'p-id', 'ids')
  }
  const name = parameters.text('p')
  if (name === undefined) return undefined
  const page = isBare(catalog, name)
    ? filterFor(catalog, [valueTerm(CATEGORY_NAMES, withoutQuotes(name))], 'p')
    : pageFilter(catalog, name, 'p', 'names')
  if (page.column.field.name === CATEGORY_NAMES) refuseLastName(catalog, page.choices[0] ?? '')
  return page
}

const PATHS_NAMED = 3

/** A category is named by its whole path; its own name alone would be an empty page. */
function refuseLastName({ categories }: Catalog, name: string) {
  const isAtTop = name.includes('>') || categories.byNames(name) !== undefined
  const namesakes = isAtTop ? [] : categories.nodes.filter((node) => node.name === name.trim())
  const paths = namesakes.slice(0, PATHS_NAMED).map((node) => `"${pathOf(node)}"`)
  const message = `No top category is called ${name}. Give the whole path: ${paths.join(' or ')}.`
  refuseUnless(namesakes.length === 0, 'unknown-page', message, 'p')
}

/** A value that begins with a field and a colon is meant to be a named one, well written or not. */
function isBare(catalog: Catalog, text: string): boolean {
  const [, field] = /^([^\s:"]+):/.exec(text) ?? []
  return field === undefined || (!text.includes(':"') && !catalog.column(field))
}

function pageFilter(catalog: Catalog, text: string, parameter: string, spelling: Spelling): Filter {
  const terms = parsePageTerms(text, parameter, spelling)
  const [term] = terms
  const isOneValue = terms.length === 1 && term?.kind === 'value'
  refuseUnless(isOneValue, 'malformed-page', 'A page is one value of one field.', parameter)
  const isNamed = /[^\s>]/.test(term.value)
  refuseUnless(isNamed, 'malformed-page', 'The value of the page is empty.', parameter)
  return filterFor(catalog, terms, parameter)
}

/** Category ids hold `>` and may hold spaces: what follows the colon is the value, quoted or not. */
function parsePageTerms(text: string, parameter: string, spelling: Spelling) {
  const [, field, value] = /^([^\s:"[\]]+):([^"[][^"]*)$/.exec(text) ?? []
  return spelling === 'ids' && field !== undefined && value !== undefined
    ? [valueTerm(field, value)]
    : parseTerms(text, parameter, spelling)
}
