import { type Filter, filterFor } from '../browse/filter.ts'
import type { Term } from '../browse/filter-syntax.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ChatFilter } from './chat-request.ts'

const RANGE = /^\[\s*(\*|-?\d+(?:\.\d+)?)\s+TO\s+(\*|-?\d+(?:\.\d+)?)\s*\]$/i

/**
 * The filters of a message as Browse has them: one of the options, each a value of the field or a
 * range of numbers, `[10 TO 40]`. A filter without options limits nothing.
 *
 * @throws RequestError 400 for a field that the catalogue cannot filter by, or a value or range
 *   that does not go with it.
 */
export function chatFilters(catalog: Catalog, filters: readonly ChatFilter[]): readonly Filter[] {
  return filters
    .filter(({ options }) => options.length > 0)
    .map(({ field, options }) =>
      filterFor(
        catalog,
        options.map((option) => termOf(field, option)),
        'filters',
      ),
    )
}

function termOf(field: string, option: string): Term {
  const [, min, max] = RANGE.exec(option) ?? []
  if (min === undefined || max === undefined) return { kind: 'value', field, value: option }
  return {
    kind: 'range',
    field,
    min: min === '*' ? Number.NEGATIVE_INFINITY : Number(min),
    max: max === '*' ? Number.POSITIVE_INFINITY : Number(max),
  }
}
