import type { Topic } from './acts.ts'
import type { Constraint, Order } from './constraints.ts'

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
export const stateFrom = (stored: unknown): ChatState =>
  Array.isArray((stored as Partial<ChatState> | null)?.constraints)
    ? (stored as ChatState)
    : newState
