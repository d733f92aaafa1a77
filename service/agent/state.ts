import type { Catalog } from '../catalog/catalog.ts'
import type { Topic } from './acts.ts'
import { type ChatReply, chatProduct, type Wanted } from './chat-reply.ts'
import type { Turn } from './chat-turn.ts'
import type { Constraint, Order } from './constraints.ts'
import type { Refinement } from './refinements.ts'

/** A conversation from one message to the next; kept as JSON. */
export interface ChatState {
  /** Every wish that holds, also after a message that found nothing. */
  readonly constraints: readonly Constraint[]
  readonly order: Order | undefined
  /** The ids of the products shown last as a list, in order. */
  readonly list: readonly string[]
  /** How many of the products that fit were shown so far. */
  readonly shown: number
  /** The products talked about last: what "it" means. */
  readonly focus: readonly string[]
  /** The question of service answered last, so that "and to France?" goes on from it. */
  readonly topic: Topic | undefined
}

/** Nothing was said yet. */
export const newState: ChatState = {
  constraints: [],
  order: undefined,
  list: [],
  shown: 0,
  focus: [],
  topic: undefined,
}

/** A stored state; that of an earlier version, which was kept otherwise, is forgotten. */
const stateFrom = (stored: unknown): ChatState =>
  Array.isArray((stored as Partial<ChatState> | null)?.constraints)
    ? (stored as ChatState)
    : newState

interface Exchange {
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

/** A message of the history, as the vendor's assistant reads it. */
type HistoryItem =
  | { readonly role: 'user'; readonly message: string }
  | ({ readonly role: 'assistant' } & ChatReply)

/** Reads what a conversation keeps; `null` before the first message. */
export function keptFrom(stored: unknown): Kept {
  const { state, said } = Object(stored) as Partial<Kept>
  return { state: stateFrom(state), said: Array.isArray(said) ? said : [] }
}

/** What is kept after one more exchange. */
export function withExchange({ said }: Kept, message: string, turn: Turn): Kept {
  const { text: answer, wanted, refinements: filters, state } = turn
  const products = turn.products.map(({ uniqueId }) => uniqueId)
  const exchange = { message, answer, products, wanted, filters }
  return { state, said: [...said, exchange].slice(-MAX_EXCHANGES) }
}

/** The last answer in other words: a language model's. */
export function reworded({ state, said }: Kept, from: string, answer: string): Kept {
  const place = said.findLastIndex((exchange) => exchange.answer === from)
  return { state, said: said.map((own, index) => (index === place ? { ...own, answer } : own)) }
}

/** All messages of a conversation, oldest first. Products that the catalogue no longer has are left out. */
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
