import type { Catalog } from '../catalog/catalog.ts'
import type { Column } from '../catalog/column.ts'
import type { Product } from '../catalog/feed.ts'
import type { Relaxation } from './answer-turn.ts'
import type { Wanted } from './chat-reply.ts'
import type { Money } from './describe.ts'
import { columnsOf, type ProductColumns } from './product-columns.ts'
import { titleOf } from './product-facts.ts'
import { createProductMatch, type ProductMatch } from './product-match.ts'
import type { Refinement } from './refinements.ts'
import { type ShopWords, usualWords } from './shop-words.ts'
import type { ChatState } from './state.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** The agent's answer to one message. */
export interface Turn {
  readonly text: string
  readonly products: readonly Product[]
  readonly refinements: readonly Refinement[]
  /** Wishes that could be dropped, where nothing fits all of them. */
  readonly relaxations: readonly Relaxation[]
  readonly wanted: Wanted
  readonly state: ChatState
  /** What the products shown fit, in words. */
  readonly wishes: string
  /** What a language model may put into other words; facts such as a price or a delivery time are not. */
  readonly isFree: boolean
  /** Whether the agent missed the meaning, and a language model may say it in plain English. */
  readonly isUnclear: boolean
}

/** What every answer is made with. */
export interface Desk {
  readonly lexicon: Lexicon
  readonly money: Money
  /** The shop's currency; `undefined` where it is not known. */
  readonly currency: string | undefined
}

/** An answer of words alone. */
export const plain = (text: string, state: ChatState): Turn => ({
  text,
  products: [],
  refinements: [],
  relaxations: [],
  wanted: { colours: [], sizes: [] },
  state,
  wishes: '',
  isFree: false,
  isUnclear: false,
})

/** The products of some ids, without those that the catalogue no longer has. */
export const productsOf = ({ catalog }: Lexicon, ids: readonly string[]): readonly Product[] =>
  ids.flatMap((id) => catalog.find(id) ?? [])

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
