import type { Catalog } from '../catalog/catalog.ts'
import { CATEGORY_NAMES } from '../catalog/fields.ts'
import { type Filter, filterFor } from './filter.ts'
import { parseTerms, type Spelling, valueTerm } from './filter-syntax.ts'
import { type Parameters, refuseUnless } from './parameters.ts'

/**
 * The page that `p-id` or, without it, `p` names; a bare `p` is a category.
 *
 * @throws RequestError 400 when it is not one value of one field of the catalogue.
 */
export function readPage(catalog: Catalog, parameters: Parameters): Filter | undefined {
  const id = parameters.text('p-id')
  if (id !== undefined) return pageFilter(catalog, id, 'p-id', 'ids')
  const name = parameters.text('p')
  if (name === undefined) return undefined
  return isBare(catalog, name)
    ? filterFor(catalog, [valueTerm(CATEGORY_NAMES, name)], 'p')
    : pageFilter(catalog, name, 'p', 'names')
}

/** A value that begins with a field and a colon is meant to be a named one, well written or not. */
function isBare(catalog: Catalog, text: string): boolean {
  const [, field] = /^([^\s:"]+):/.exec(text) ?? []
  return field === undefined || (!text.includes(':"') && !catalog.column(field))
}

function pageFilter(catalog: Catalog, text: string, parameter: string, spelling: Spelling): Filter {
  const terms = parsePageTerms(text, parameter, spelling)
  const isOneValue = terms.length === 1 && terms[0]?.kind === 'value'
  refuseUnless(isOneValue, 'malformed-page', 'A page is one value of one field.', parameter)
  return filterFor(catalog, terms, parameter)
}

/** Category ids hold `>` and may hold spaces: what follows the colon is the value, quoted or not. */
function parsePageTerms(text: string, parameter: string, spelling: Spelling) {
  const [, field, value] = /^([^\s:"[\]]+):([^"[][^"]*)$/.exec(text) ?? []
  return spelling === 'ids' && field !== undefined && value !== undefined
    ? [valueTerm(field, value)]
    : parseTerms(text, parameter, spelling)
}
