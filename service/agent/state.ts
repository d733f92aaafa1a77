import type { Catalog } from '../catalog/catalog.ts'
import type { Topic } from './acts.ts'
import { type ChatReply, chatProduct, type Wanted } from './chat-reply.ts'
import type { Turn } from './chat-turn.ts'
import type { Constraint, Order } from './constraints.ts'
import type { Refinement } from './refinements.ts'

/** The state of a conversation between messages; stored as JSON. */
export interface ChatState {
  /** Every current wish, including those of a message that found nothing. */
  readonly constraints: readonly Constraint[]
  readonly order: Order | undefined
  readonly list: readonly string[]
  readonly shown: number
  /** The products discussed last, which "it" refers to. */
  readonly focus: readonly string[]
  /** The service topic answered last, so that "and to France?" can continue it. */
  readonly topic: Topic | undefined
}

/** The state before the first message. */
export const newState: ChatState = {
  constraints: [],
  order: undefined,
  list: [],
  shown: 0,
  focus: [],
  topic: undefined,
}

interface Exchange {
  /** Counts up from 1 in a conversation. */
  readonly number: number
  readonly message: string
  readonly answer: string
  readonly products: readonly string[]
  readonly wanted: Wanted
  readonly filters: readonly Refinement[]
}

interface Kept {
  readonly state: ChatState
  readonly said: readonly Exchange[]
}

const MAX_EXCHANGES = 100

/** A message in the history, in the form that the vendor's assistant reads. */
type HistoryItem =
  | { readonly role: 'user'; readonly message: string }
  | ({ readonly role: 'assistant' } & ChatReply)

/** Reads a stored conversation; `null` before the first message. */
export const keptFrom = (stored: unknown): Kept =>
  (stored as Kept | null) ?? { state: newState, said: [] }

/** The stored conversation after one more exchange, which is the last. */
export function withExchange({ said }: Kept, message: string, turn: Turn): Kept {
  const { text: answer, wanted, refinements: filters, state } = turn
  const products = turn.products.map(({ uniqueId }) => uniqueId)
  const number = numberOf(said) + 1
  const exchange = { number, message, answer, products, wanted, filters }
  return { state, said: [...said, exchange].slice(-MAX_EXCHANGES) }
}

/** The number of the last exchange; 0 before the first. */
export const numberOf = (said: Kept['said']): number => said.at(-1)?.number ?? 0

/** Replaces an answer with a language model's wording. */
export const reworded = ({ state, said }: Kept, number: number, answer: string): Kept => ({
  state,
  said: said.map((own) => (own.number === number ? { ...own, answer } : own)),
})

/** All messages of a conversation, oldest first. Products no longer in the catalogue are omitted. */
export function historyOf({ said }: Kept, catalog: Catalog, origin: string): HistoryItem[] {
  return said.flatMap(({ message, answer, products, wanted, filters }): HistoryItem[] => [
    { role: 'user', message },
    {
      role: 'assistant',
      message: answer,
      products: products
        .flatMap((pid) => catalog.find(pid) ?? [])
        .map((product) => chatProduct(product, origin, wanted)),
      filters,
    },
  ])
}
