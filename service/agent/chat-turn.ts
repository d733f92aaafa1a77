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
  /** Wishes that could be dropped, if no product meets all of them. */
  readonly relaxations: readonly Relaxation[]
  readonly wanted: Wanted
  readonly state: ChatState
  /** A description of the wishes that the shown products meet. */
  readonly wishes: string
  /** Whether a language model may rephrase the answer. Facts such as a price or a delivery time must stay word for word. */
  readonly isFree: boolean
  /** Whether the agent did not understand, so that a language model may restate the message in plain English. */
  readonly isUnclear: boolean
}

/** Dependencies of every answer. */
export interface Desk {
  readonly lexicon: Lexicon
  readonly money: Money
  /** The shop's currency; `undefined` if unknown. */
  readonly currency: string | undefined
}

/** An answer that consists of text alone. */
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

/** Looks up products by id and skips those that the catalogue no longer has. */
export const productsOf = ({ catalog }: Lexicon, ids: readonly string[]): readonly Product[] =>
  ids.flatMap((id) => catalog.find(id) ?? [])

/** What the assistant knows about a catalogue. */
export interface Lexicon {
  readonly catalog: Catalog
  readonly columns: ProductColumns
  readonly vocabulary: Vocabulary
  readonly match: ProductMatch
  readonly sizeColumn: Column | undefined
  titleOf(id: string): string
}

/** Prepares a catalogue for the assistant. */
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
