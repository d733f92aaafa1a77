import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog/catalog.ts'
import type { Keys } from '../keys.ts'
import { limitRate } from '../rates.ts'
import { RequestError } from '../request-error.ts'
import type { ConversationStore } from '../store/conversations.ts'
import { readAccess } from './access.ts'
import { type ChatReply, chatProduct } from './chat-reply.ts'
import { readChatRequest } from './chat-request.ts'
import { createAssistant, type Memory, newMemory, type Turn } from './converse.ts'
import { createLanguageModel, type LanguageModelSettings } from './language-model.ts'
import { answerBadBodies } from './malformed-body.ts'

/** What the Shopping Agent needs to know. */
export interface AgentDeps {
  readonly catalog: Catalog
  readonly conversations: ConversationStore
  readonly keys: Keys
  /** Who finds the words; when absent, the agent itself. */
  readonly languageModel: LanguageModelSettings | undefined
  /** Requests that one address may make in ten seconds. */
  readonly rate: number
}

/** Enough for the longest message with all its filters. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Opens the Shopping Agent: `GET /v1/sites/<site_key>/conversation?uid=` and
 * `POST /v1/sites/<site_key>/conversation/<conversation_id>/chat?uid=`.
 */
export function registerAgent(app: FastifyInstance, deps: AgentDeps) {
  app.register(async (limited) => {
    await limitRate(limited, deps.rate)
    answerBadBodies(limited)
    answerShoppers(limited, deps)
  })
}

interface Site {
  readonly site_key: string
}

interface Chat extends Site {
  readonly conversation_id: string
}

function answerShoppers(app: FastifyInstance, deps: AgentDeps) {
  const { catalog, conversations, keys } = deps
  const assist = createAssistant(catalog)
  const worded = wordsFor(deps.languageModel)

  app.get<{ Params: Site }>('/v1/sites/:site_key/conversation', (request) => {
    const { siteKey, uid } = readAccess(request.params.site_key, request.url, keys)
    const id = randomUUID()
    conversations.create(id, siteKey, uid)
    return { conversation_id: id }
  })

  const options = { bodyLimit: MAX_BODY_BYTES }
  app.post<{ Params: Chat }>(
    '/v1/sites/:site_key/conversation/:conversation_id/chat',
    options,
    async (request): Promise<ChatReply> => {
      const { siteKey, uid } = readAccess(request.params.site_key, request.url, keys)
      const { id, memory } = ownConversation(conversations, request.params.conversation_id, {
        siteKey,
        uid,
      })
      const chat = readChatRequest(request.body)
      const turn = assist(chat, (memory as Memory | null) ?? newMemory)
      // Before the words are found, which takes time: the next message must know of this one.
      conversations.remember(id, turn.memory)
      const reply = replyFrom(turn, catalog, originOf(request))
      return { ...reply, message: await worded(chat.message, reply) }
    },
  )
}

/** Somebody else's conversation is as good as none, and must not be told from it. */
function ownConversation(
  conversations: ConversationStore,
  id: string,
  owner: { readonly siteKey: string; readonly uid: string },
) {
  const conversation = conversations.find(id)
  if (conversation?.siteKey === owner.siteKey && conversation.uid === owner.uid) return conversation
  throw new RequestError(
    404,
    'no-conversation',
    'There is no such conversation.',
    'conversation_id',
  )
}

const replyFrom = (turn: Turn, catalog: Catalog, origin: string): ChatReply => ({
  message: turn.text,
  products: turn.rows.map((row) => chatProduct(catalog.product(row), origin)),
  filters: turn.refinements,
})

const originOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`

/** The model's words; the agent's own when there is no model, or it does not answer. */
function wordsFor(settings: LanguageModelSettings | undefined) {
  if (!settings) return async (_message: string, reply: ChatReply) => reply.message
  const put = createLanguageModel(settings)
  return (message: string, { message: answer, products }: ChatReply) =>
    put({ message, answer, products }).catch((error: unknown) => {
      console.error(`The agent answers in its own words. ${error}`)
      return answer
    })
}
