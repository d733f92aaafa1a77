import type { Catalog } from '../catalog/catalog.ts'
import { type Memory, newMemory, type Turn } from './assistant.ts'
import { type ChatReply, chatProduct } from './chat-reply.ts'
import type { Refinement } from './refinements.ts'

/** One message and its answer, as a conversation keeps them. */
interface Exchange {
  readonly message: string
  readonly answer: string
  /** Product ids. */
  readonly products: readonly string[]
  readonly colours: readonly string[]
  readonly filters: readonly Refinement[]
}

/** Everything that a conversation keeps between messages. */
interface Kept {
  readonly memory: Memory
  readonly said: readonly Exchange[]
}

/** Older exchanges are forgotten. */
const MAX_EXCHANGES = 100

/** A message of the history, as the vendor's assistant reads it. */
type HistoryItem =
  | { readonly role: 'user'; readonly message: string }
  | ({ readonly role: 'assistant' } & ChatReply)

/** Reads what a conversation keeps; `null` before the first message. Earlier versions kept the memory alone. */
export function keptFrom(stored: unknown): Kept {
  const { memory, said } = Object(stored) as Partial<Kept>
  if (memory && Array.isArray(said)) return { memory, said }
  return { memory: (stored as Memory | null) ?? newMemory, said: [] }
}

/** What is kept after one more exchange. */
export function withExchange(
  { said }: Kept,
  message: string,
  turn: Turn,
  { message: answer, products, filters }: ChatReply,
): Kept {
  const { colours, memory } = turn
  const ids = products.map(({ productId }) => productId)
  const exchange = { message, answer, products: ids, colours, filters }
  return { memory, said: [...said, exchange].slice(-MAX_EXCHANGES) }
}

/** The last answer in other words: a language model's. */
export function reworded({ memory, said }: Kept, from: string, answer: string): Kept {
  const place = said.findLastIndex((exchange) => exchange.answer === from)
  return { memory, said: said.map((own, index) => (index === place ? { ...own, answer } : own)) }
}

/** All messages of a conversation, oldest first. Products that the catalogue no longer has are left out. */
export function historyOf({ said }: Kept, catalog: Catalog, origin: string): HistoryItem[] {
  return said.flatMap(({ message, answer, products, colours, filters }): HistoryItem[] => [
    { role: 'user', message },
    {
      role: 'assistant',
      message: answer,
      products: products
        .flatMap((pid) => catalog.find(pid) ?? [])
        .map((product) => chatProduct(product, origin, colours)),
      filters,
    },
  ])
}
