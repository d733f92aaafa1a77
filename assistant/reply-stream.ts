import type { ChatRequest, ReplyPart } from 'svc-tag-service'
import type { Assistant } from './assistant.ts'
import { chatProduct } from './chat-reply.ts'
import type { LanguageModel } from './language-model.ts'
import { titleOf } from './shop-view.ts'
import type { ChatState } from './state.ts'
import type { Turn } from './turn.ts'

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

/** Yields the parts of a reply: the products at once, the text as it is written. `onWords` gets a text that the model wrote. */
export async function* replyParts(
  { turn, message }: { readonly turn: Turn; readonly message: string },
  origin: string,
  model: LanguageModel | undefined,
  onWords?: (text: string) => void,
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
  if (text !== turn.text) onWords?.(text)
  yield { event: 'done', data: { message: text, products, filters, suggestions: turn.relaxations } }
}

function ownWords(error: unknown): undefined {
  console.error(`The agent answers in its own words. ${error}`)
}
