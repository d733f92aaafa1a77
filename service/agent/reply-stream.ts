import type { Relaxation } from './answer-turn.ts'
import type { Assistant } from './assistant.ts'
import { type ChatReply, chatProduct } from './chat-reply.ts'
import type { ChatRequest } from './chat-request.ts'
import type { Turn } from './chat-turn.ts'
import type { LanguageModel } from './language-model.ts'
import { titleOf } from './product-facts.ts'
import type { ChatState } from './state.ts'

/** A reply with the extra parts of a stream: buttons for the next message, each with its count. */
export interface StreamedReply extends ChatReply {
  readonly suggestions: readonly Relaxation[]
}

/** A part of a reply, sent as soon as it is known. The last one, `done`, is the complete reply and overrides the others. */
export type ReplyPart =
  | { readonly event: 'products'; readonly data: Pick<ChatReply, 'products' | 'filters'> }
  | { readonly event: 'text'; readonly data: { readonly text: string } }
  | { readonly event: 'done'; readonly data: StreamedReply }

/** Interprets a message, with the language model's help if the agent alone does not understand. */
export async function understoodTurn(
  assist: Assistant,
  chat: ChatRequest,
  state: ChatState,
  model: LanguageModel | undefined,
): Promise<Turn> {
  const own = assist(chat, state)
  if (!own.isUnclear || !model) return own
  const english = await model.inEnglish(chat.message).catch(ownWords)
  const turn =
    english === undefined ? own : assist({ ...chat, message: english, isRewritten: true }, state)
  return turn.products.length > 0 ? { ...turn, isFree: false } : own
}

/** Yields the parts of a reply: the products at once, the text as it is written. */
export async function* replyParts(
  { turn, message }: { readonly turn: Turn; readonly message: string },
  origin: string,
  model: LanguageModel | undefined,
): AsyncGenerator<ReplyPart> {
  const products = turn.products.map((product) => chatProduct(product, origin, turn.wanted))
  const filters = turn.refinements
  if (products.length > 0) yield { event: 'products', data: { products, filters } }
  const said: string[] = []
  if (model && turn.isFree) {
    const titles = turn.products.map(titleOf)
    const facts = { message, answer: turn.text, wishes: turn.wishes, titles }
    try {
      for await (const sentence of model.answer(facts)) {
        said.push(sentence)
        yield { event: 'text', data: { text: `${sentence} ` } }
      }
    } catch (error) {
      ownWords(error)
      said.length = 0
    }
  } else yield { event: 'text', data: { text: turn.text } }
  const text = said.length > 0 ? said.join(' ') : turn.text
  yield { event: 'done', data: { message: text, products, filters, suggestions: turn.relaxations } }
}

/** Encodes the parts as server-sent events. */
export async function* eventStream(parts: AsyncIterable<ReplyPart>): AsyncGenerator<string> {
  for await (const { event, data } of parts)
    yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

function ownWords(error: unknown): undefined {
  console.error(`The agent answers in its own words. ${error}`)
}
