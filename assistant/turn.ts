import type { ChatRequest, Product, Refinement } from 'svc-tag-service'
import type { Wanted } from './chat-reply.ts'
import type { Lexicon } from './find.ts'
import { type Chosen, refinementsFor } from './refinements.ts'
import type { Money, Relaxation } from './say.ts'
import type { ChatState } from './state.ts'
import type { Understanding } from './understand.ts'

/** The assistant's answer to one message. */
export interface Turn {
  readonly text: string
  readonly products: readonly Product[]
  readonly refinements: readonly Refinement[]
  /** Wishes that could be dropped, if no product meets all of them. */
  readonly relaxations: readonly Relaxation[]
  readonly wanted: Wanted
  readonly state: ChatState
  readonly wishes: string
  /** Whether a language model may rephrase the answer. Facts and the words left out must stay word for word. */
  readonly isFree: boolean
  /** Whether the assistant did not understand, so that a language model may restate the message in plain English. */
  readonly isUnclear: boolean
}

/** A message, what it means, and the state that it meets. */
export interface Asked {
  readonly lexicon: Lexicon
  readonly money: Money
  readonly request: ChatRequest
  readonly said: Understanding
  readonly chosen: Chosen
  readonly state: ChatState
}

/** An answer that consists of text alone. */
export const plain = (text: string, state: ChatState): Turn => ({
  ...{ text, state, products: [], refinements: [], relaxations: [] },
  ...{ wanted: { colours: [], sizes: [] }, wishes: '', isFree: false, isUnclear: false },
})

/** An answer with a list of products; from now on "the second one" refers to this list. */
export function listed(
  { lexicon: { view } }: Asked,
  text: string,
  { found, rows }: { readonly found: readonly number[]; readonly rows: readonly number[] },
  state: ChatState,
): Turn {
  const products = rows.map((row) => view.catalog.product(row))
  const list = products.map(({ uniqueId }) => uniqueId)
  return {
    ...plain(text, { ...state, list, focus: list.length === 1 ? list : [] }),
    ...{ products, isFree: true, refinements: refinementsFor(view, found) },
  }
}

const shownIn = ({ list }: ChatState, products: readonly Product[]) => {
  const focus = products.map(({ uniqueId }) => uniqueId)
  return { focus, list: list.length > 0 ? list : focus }
}

/** Answers about some products, in the variant asked for. From now on "it" means these; the list stays as it was. */
export const showing = (text: string, products: readonly Product[], state: ChatState): Turn => ({
  ...plain(text, { ...state, ...shownIn(state, products), topic: undefined }),
  products,
})

/** Looks up products by id; those that the catalogue no longer has are left out. */
export const productsOf = ({ view }: Lexicon, ids: readonly string[]): readonly Product[] =>
  ids.flatMap((id) => view.catalog.find(id) ?? [])
