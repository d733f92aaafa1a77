import type { ChatFilter } from './chat-request.ts'
import type { Constraint, Drop } from './constraints.ts'
import type { Lexicon } from './lexicon.ts'
import { chatFilter } from './product-match.ts'

/** The changes that a message's filters make to the wishes. */
export interface Chosen {
  readonly add: readonly Constraint[]
  readonly drop: readonly Drop[]
}

const RANGE = /^\[\s*(\d+(?:\.\d+)?)\s+TO\s+(\d+(?:\.\d+)?)\s*\]$/

/**
 * The filters of a message as wishes, which hold until they are changed; one without options takes its
 * field back.
 *
 * @throws RequestError 400 for a filter that the catalogue cannot apply.
 */
export function chosenFilters(lexicon: Lexicon, filters: readonly ChatFilter[]): Chosen {
  const all = filters.map((filter) => chosenFilter(lexicon, filter))
  return { add: all.flatMap(({ add }) => add), drop: all.flatMap(({ drop }) => drop) }
}

function chosenFilter({ columns, catalog }: Lexicon, { field, options }: ChatFilter): Chosen {
  const name = catalog.column(field)?.field.name ?? field
  const isPrice = name === columns.price?.field.name
  const drop: readonly Drop[] = [
    { kind: 'field', field: name },
    ...(isPrice ? [{ kind: 'price' } as const] : []),
  ]
  const [first = ''] = options
  if (first === '') return { add: [], drop }
  chatFilter(columns, { field, options })
  const [, min, max] = isPrice && options.length === 1 ? (RANGE.exec(first) ?? []) : []
  const limits = { min: Number(min), max: Number(max) }
  return {
    add: [max ? { kind: 'price', limits } : { kind: 'value', field: name, values: options }],
    drop,
  }
}
