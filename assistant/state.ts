import type { Catalog, ChatHistoryItem, Product, Refinement } from 'svc-tag-service'
import { chatProduct, type Wanted } from './chat-reply.ts'
import type { Constraint, Order } from './constraints.ts'

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
  readonly topic: string | undefined
  /** The language of the last message, if that could not be read. */
  readonly language?: string | undefined
  /** The message that does what the assistant offered last, so that "yes, please" does it. */
  readonly offer?: string | undefined
  readonly counts?: Readonly<Record<string, number>> | undefined
  /** The wishes of the lists before, which "back to the men's ones" returns to. */
  readonly earlier?: readonly (readonly Constraint[])[]
  /** The size that was named last, as the biggest one, which "that, in green" asks for. */
  readonly named?: Constraint | undefined
  /** What was asked last about a product, so that "and the third?" can ask it again. */
  readonly asked?: readonly string[]
}

/** The state before the first message. */
export const newState: ChatState = {
  ...{ constraints: [], order: undefined, list: [], shown: 0, focus: [], topic: undefined },
}

interface Exchange {
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

/** Reads a stored conversation; `null` before the first message. */
export const keptFrom = (stored: unknown): Kept =>
  (stored as Kept | null) ?? { state: newState, said: [] }

interface Answered extends Pick<Exchange, 'wanted'> {
  readonly text: string
  readonly products: readonly Product[]
  readonly refinements: readonly Refinement[]
  readonly state: ChatState
}

/** The stored conversation after one more exchange, which is the last. */
export function withExchange({ said }: Kept, message: string, turn: Answered): Kept {
  const { text: answer, wanted, refinements: filters, state } = turn
  const products = turn.products.map(({ uniqueId }) => uniqueId)
  const exchange = { number: numberOf(said) + 1, message, answer, products, wanted, filters }
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
export const historyOf = ({ said }: Kept, catalog: Catalog, origin: string): ChatHistoryItem[] =>
  said.flatMap(({ message, answer, products: ids, wanted, filters }): ChatHistoryItem[] => {
    const known = ids.flatMap((id) => catalog.find(id) ?? [])
    const products = known.map((product) => chatProduct(product, origin, wanted))
    return [
      { role: 'user', message },
      { role: 'assistant', message: answer, products, filters },
    ]
  })
