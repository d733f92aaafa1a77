/** Filters of one field: in a reply those that would refine it, in a question those to apply. */
export interface AgentFilter {
  readonly field: string
  readonly options: readonly (string | number)[]
}

/** A product that the agent recommends; there can be more fields, as the site is configured. */
export interface AgentProduct {
  /** The catalogue's `uniqueId`: the `pid` of every event. */
  readonly productId: string
  readonly title: string
  /** A web address; `undefined` when the reply had none that is safe to use. */
  readonly imageUrl: string | undefined
  /** A web address; `undefined` when the reply had none that is safe to use. */
  readonly productUrl: string | undefined
  readonly price: number | undefined
  readonly [field: string]: unknown
}

/** A message that the shopper could send next, such as one that drops a wish where nothing fits all of them. */
export interface AgentSuggestion {
  /** "without “waterproof”". */
  readonly label: string
  /** How many products there would be. */
  readonly count: number
  readonly message: string
}

/** The agent's answer. Every text is plain text: never write it as HTML. */
export interface AgentReply {
  readonly message: string
  readonly products: readonly AgentProduct[]
  /** Choices for the shopper's next message. */
  readonly filters: readonly AgentFilter[]
  /** From a service that streams; empty otherwise. */
  readonly suggestions: readonly AgentSuggestion[]
  readonly conversationId: string
  /** The answer, untouched. */
  readonly raw: unknown
}
