import { valuesOf } from './column.ts'
import type { Product } from './feed.ts'
import { CATEGORY_IDS, CATEGORY_NAMES } from './field-columns.ts'

/** The searchable texts of a product, in order of weight. */
export interface SearchableText {
  readonly title: string
  /** Its brand and the names of its categories. */
  readonly place: string
  /** Other short values, including those of its variants: colours, sizes, its id. */
  readonly attributes: string
  readonly prose: string
}

/** Longer values are sentences. */
const ATTRIBUTE_LIMIT_CHARS = 60

const TITLES = new Set(['title', 'name'])
const PLACES = new Set(['brand', CATEGORY_NAMES])
const NEVER_SEARCHED = new Set([CATEGORY_IDS, 'variants'])

/** A path or URL, which shoppers do not search for. */
const ADDRESS = /^(https?:)?\//

/** Sorts a product's texts by their weight in search. */
export function textOf(product: Product): SearchableText {
  const found = { title: '', place: '', attributes: '', prose: '' }
  for (const [field, value] of Object.entries(product)) {
    if (NEVER_SEARCHED.has(field)) continue
    for (const text of textsIn(value)) found[partFor(field, text)] += `${text}\n`
  }
  found.attributes += variantTexts(product).join('\n')
  return found
}

function partFor(field: string, text: string): keyof SearchableText {
  if (TITLES.has(field)) return 'title'
  if (PLACES.has(field)) return 'place'
  return text.length <= ATTRIBUTE_LIMIT_CHARS ? 'attributes' : 'prose'
}

const textsIn = (value: unknown): string[] =>
  valuesOf(value).flatMap((item) => (typeof item === 'string' && !ADDRESS.test(item) ? [item] : []))

/** Without duplicates, since colours repeat in every size. Ids are omitted, because they would outnumber the rest. */
function variantTexts({ variants = [] }: Product): readonly string[] {
  const texts = variants.flatMap(({ uniqueId, ...fields }) =>
    Object.values(fields).flatMap(textsIn),
  )
  return [...new Set(texts)]
}
