import type { Catalog } from '../catalog/catalog.ts'
import type { Column } from '../catalog/column.ts'
import { columnsOf, type ProductColumns } from './product-columns.ts'
import { titleOf } from './product-facts.ts'
import { createProductMatch, type ProductMatch } from './product-match.ts'
import { type ShopWords, usualWords } from './shop-words.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** What the assistant knows of a catalogue. */
export interface Lexicon {
  readonly catalog: Catalog
  readonly columns: ProductColumns
  readonly vocabulary: Vocabulary
  readonly match: ProductMatch
  readonly sizeColumn: Column | undefined
  titleOf(id: string): string
}

/** Opens a catalogue for the assistant. */
export function createLexicon(catalog: Catalog, words: ShopWords = usualWords): Lexicon {
  const columns = columnsOf(catalog)
  return {
    catalog,
    columns,
    vocabulary: createVocabulary(columns, words),
    match: createProductMatch(columns),
    sizeColumn: catalog.columns.find(({ field }) => field.isFacet && /size/i.test(field.name)),
    titleOf(id) {
      const product = catalog.find(id)
      return product ? titleOf(product) : ''
    },
  }
}
