import { valuesOf } from './column.ts'
import type { Product } from './feed.ts'
import { CATEGORY_IDS, CATEGORY_NAMES } from './field-columns.ts'

/** The texts that find a product, in the order of weight. */
export interface SearchableText {
  readonly title: string
  /** Its brand and the names of its categories. */
  readonly place: string
  /** Its other short values, those of its variants among them: colours, sizes, its id. */
  readonly attributes: string
  readonly prose: string
}

/** Longer values are sentences. */
const ATTRIBUTE_LIMIT_CHARS = 60

const TITLES = new Set(['title', 'name'])
const PLACES = new Set(['brand', CATEGORY_NAMES])
const NEVER_SEARCHED = new Set([CATEGORY_IDS, 'variants'])

/** A path or an address, in which no shopper looks for words. */
const ADDRESS = /^(https?:)?\//

/** Sorts a product's texts by what they are worth to a search. */
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

/** Each once: colours repeat from size to size. Ids are left out, which would outnumber the rest. */
function variantTexts({ variants = [] }: Product): readonly string[] {
  const texts = variants.flatMap(({ uniqueId, ...fields }) =>
    Object.values(fields).flatMap(textsIn),
  )
  return [...new Set(texts)]
}
