import type { ConversationId } from '../../../wire/tracker-event'
import { safeUrl } from '../http'

/** Filters of one field: in a reply those that could refine the results, in a message those to apply. */
export interface AgentFilter {
  readonly field: string
  readonly options: readonly (string | number)[]
}

/** A product that the agent recommends. It can have more fields, depending on the site's configuration. */
export interface AgentProduct {
  /** The catalogue's `uniqueId`: the `pid` of every event. */
  readonly productId: string
  readonly title: string
  /** A web address; `undefined` if the reply has none that is safe to use. */
  readonly imageUrl: string | undefined
  /** A web address; `undefined` if the reply has none that is safe to use. */
  readonly productUrl: string | undefined
  readonly price: number | undefined
  readonly [field: string]: unknown
}

/** A message that the shopper could send next, for example one that drops a wish if no product meets all of them. */
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
  /** The unchanged response. */
  readonly raw: unknown
}

/** An object of the response. Any member may be missing or of another type. */
interface Raw {
  readonly [name: string]: unknown
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The objects of a list. */
const objectsOf = (value: unknown): Raw[] =>
  listOf(value).filter((item): item is Raw => typeof item === 'object' && item !== null)

const isOption = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** An empty string is not a price, and not 0. */
function priceOf(price: unknown): number | undefined {
  const number = isOption(price) && String(price).trim() ? Number(price) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

function productOf(product: Raw): AgentProduct {
  return {
    ...product,
    productId: String(product.productId),
    title: String(product.title ?? ''),
    imageUrl: safeUrl(product.imageUrl),
    productUrl: safeUrl(product.productUrl),
    price: priceOf(product.price),
  }
}

const filterOf = ({ field, options }: Raw): AgentFilter => ({
  field: String(field),
  options: listOf(options).filter(isOption),
})

const suggestionOf = ({ label, count, message }: Raw): AgentSuggestion => ({
  label: String(label),
  count: Number(count),
  message: String(message),
})

/** The id in the response to a new conversation. */
export function parseConversation(text: string): ConversationId | undefined {
  const [answer] = objectsOf([JSON.parse(text)])
  const id = answer?.conversation_id
  return typeof id === 'string' ? (id as ConversationId) : undefined
}

/**
 * Reads the answer to a message; `undefined` if it does not follow the contract. Products without
 * an id are left out, because the page could not use them.
 */
export function parseReply(text: string, conversationId: ConversationId): AgentReply | undefined {
  const raw: unknown = JSON.parse(text)
  const { message, products, filters, suggestions } = objectsOf([raw])[0] ?? {}
  if (typeof message !== 'string' || !Array.isArray(products)) return undefined

  return {
    message,
    products: objectsOf(products)
      .filter(({ productId }) => isOption(productId))
      .map(productOf),
    filters: objectsOf(filters)
      .filter(({ field }) => isOption(field))
      .map(filterOf),
    suggestions: objectsOf(suggestions).map(suggestionOf),
    conversationId,
    raw,
  }
}
