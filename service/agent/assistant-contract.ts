import type { Catalog } from '../catalog/catalog.ts'
import type { ChatRequest } from './chat-request.ts'

/** What the package `svc-tag-assistant` exports. The service loads it if it is installed. */
export interface AssistantModule {
  createAssistant(catalog: Catalog, options: AssistantOptions): Assistant
  /**
   * Reads a shop's settings of its assistant from a JSON file.
   *
   * @throws Error with one line that names the file and the place in it.
   */
  readAssistantFile(file: string): AssistantSettings
}

/** Answers the messages of shoppers from a catalogue. It keeps nothing: the service stores the memory of each conversation. */
export interface Assistant {
  /** Builds what the first message needs, which can take a second for a large catalogue. */
  prepare(): void
  /** Messages that a shopper could begin with. */
  firstQuestions(): readonly string[]
  /** All messages of a conversation, oldest first. */
  history(memory: unknown, origin: string): readonly ChatHistoryItem[]
  /**
   * Resolves with the parts of the reply once the message is understood and the memory says so; a part may come later.
   *
   * @param origin - The service's own origin, for the links of products.
   * @throws RequestError 400 for a filter that the catalogue cannot apply.
   */
  reply(
    chat: ChatRequest,
    memory: ConversationMemory,
    origin: string,
  ): Promise<AsyncIterable<ReplyPart>>
}

/** What an assistant remembers of one conversation, as JSON. Each read returns the present state, to which other messages may have added. */
export interface ConversationMemory {
  /** `null` before the first message. */
  read(): unknown
  write(memory: unknown): void
}

/** How an assistant is set up. */
export interface AssistantOptions {
  readonly settings?: AssistantSettings | undefined
  /** The language model that words the answers; without one, the assistant uses its own texts. */
  readonly languageModel?: LanguageModelSettings | undefined
}

/** A shop's own settings of its assistant. */
export interface AssistantSettings {
  /** ISO 4217, such as `EUR`; without it, prices are plain numbers. */
  readonly currency?: string | undefined
  /** The shop's texts about its service, by topic or by any other word that shoppers ask about; repeated word for word. */
  readonly answers?: Readonly<Partial<Record<string, string>>> | undefined
  /** The countries that the shop delivers to, by their English names. Without them, the agent says that it does not know. */
  readonly countries?: readonly string[] | undefined
  /** The address of the contact page, named when the assistant does not know an answer. */
  readonly contactPage?: string | undefined
  /** The address of the shop's search, with `{query}`; named when a message is not in English. */
  readonly searchPage?: string | undefined
  /** Persons and occasions in the words of the catalogue; a usual table if absent. */
  readonly words?: ShopWords | undefined
}

/** Shoppers' words that the catalogue does not use, and their meaning in the catalogue's words. */
export interface ShopWords {
  /** Words for persons, by what the shop calls them: dad is `men`. */
  readonly persons: Readonly<Record<string, readonly string[]>>
  /**
   * Persons, occasions, activities. `words` are what shoppers say; `means` is looked up in the catalogue as if the
   * shopper had said any of its words. Words that the catalogue lacks are ignored.
   */
  readonly meanings: readonly Meaning[]
  /** What a word means besides the values that contain it: "leather" also means suede, whether wanted or not. */
  readonly includes: Readonly<Record<string, readonly string[]>>
}

/** One row of the table of meanings. */
export interface Meaning {
  readonly words: readonly string[]
  readonly means: readonly string[]
  /** How the answer names the occasion: "for a wedding". Absent for a person. */
  readonly label?: string
}

/** An OpenAI-compatible endpoint. */
export interface LanguageModelSettings {
  /** The address up to and including the version: `http://127.0.0.1:11434/v1`. */
  readonly url: string
  readonly key: string
  readonly model: string
  /** How long to wait for an answer; 8 seconds if absent. */
  readonly timeoutMs?: number
}

/**
 * Reads the settings of a language model from the environment; `undefined` without an address.
 *
 * @param address - Overrides the environment's address.
 */
export function languageModelFrom(
  environment: Readonly<Record<string, string | undefined>>,
  address?: string,
): LanguageModelSettings | undefined {
  const { AGENT_LLM_URL, AGENT_LLM_KEY: key = '', AGENT_LLM_MODEL: model = 'default' } = environment
  const url = address ?? AGENT_LLM_URL
  return url ? { url, key, model } : undefined
}

/** The reply to a chat message, as the contract defines it. */
export interface ChatReply {
  readonly message: string
  readonly products: readonly ChatProduct[]
  readonly filters: readonly Refinement[]
}

/** A product as the chat shows it. */
export interface ChatProduct {
  readonly productId: string
  readonly title: string
  /** Absolute URLs, because the chat may run on another site. */
  readonly imageUrl: string
  readonly productUrl: string
  /** Absent if the feed has none: a price is never invented. */
  readonly price?: number
  /** The remaining fields are extensions of this service. */
  readonly brand?: string
  readonly rating?: number
  /** The requested colour, if the image shows it. */
  readonly color?: string
}

/** A filter that a reply offers, with values that narrow the results. */
export interface Refinement {
  readonly field: string
  readonly options: readonly string[]
}

/** A reply with the extra parts of a stream: buttons for the next message, each with its count. */
export interface StreamedReply extends ChatReply {
  readonly suggestions: readonly Suggestion[]
}

/** A button that sends `message`. */
export interface Suggestion {
  /** "without waterproof". */
  readonly label: string
  readonly count: number
  readonly message: string
}

/** A part of a reply, sent as soon as it is known. The last one, `done`, is the complete reply and overrides the others. */
export type ReplyPart =
  | { readonly event: 'products'; readonly data: Pick<ChatReply, 'products' | 'filters'> }
  | { readonly event: 'text'; readonly data: { readonly text: string } }
  | { readonly event: 'done'; readonly data: StreamedReply }

/** A message in the history, in the form that the vendor's assistant reads. */
export type ChatHistoryItem =
  | { readonly role: 'user'; readonly message: string }
  | ({ readonly role: 'assistant' } & ChatReply)
