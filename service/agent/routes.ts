import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog/catalog.ts'
import { refuse } from '../error-handler.ts'
import type { Keys } from '../keys.ts'
import { limitRate } from '../rates.ts'
import { RequestError } from '../request-error.ts'
import type { ConversationStore } from '../store/conversations.ts'
import { readAccess } from './access.ts'
import { type AssistantSettings, createAssistant } from './assistant.ts'
import type { ChatReply } from './chat-reply.ts'
import { readChatRequest } from './chat-request.ts'
import { createLanguageModel, type LanguageModelSettings } from './language-model.ts'
import { eventStream, type ReplyPart, replyParts, understoodTurn } from './reply-stream.ts'
import { stateFrom } from './state.ts'

/** Dependencies of the Shopping Agent. */
export interface AgentDeps {
  readonly catalog: Catalog
  readonly conversations: ConversationStore
  readonly keys: Keys
  readonly assistant: AssistantSettings | undefined
  /** The writer of the words; when absent, the agent itself. */
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

/** Answers a body that cannot be read with the one status that the contract has for it, 400. */
function answerBadBodies(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const isBody = /^FST_ERR_CTP_/.test(error.code ?? '') || error instanceof SyntaxError
    const message = error.message.replace(/\.?$/, '.')
    return refuse(reply, isBody ? new RequestError(400, 'malformed-body', message, 'body') : error)
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
  const assist = createAssistant(catalog, deps.assistant)
  const model = deps.languageModel && createLanguageModel(deps.languageModel)

  app.get<{ Params: Site }>('/v1/sites/:site_key/conversation', (request) => {
    const { siteKey, uid } = readAccess(request.params.site_key, request.url, keys)
    const id = randomUUID()
    conversations.create(id, siteKey, uid)
    // While the shopper types.
    setImmediate(assist.prepare)
    return { conversation_id: id }
  })

  const options = { bodyLimit: MAX_BODY_BYTES }
  app.post<{ Params: Chat }>(
    '/v1/sites/:site_key/conversation/:conversation_id/chat',
    options,
    async (request, reply) => {
      const owner = readAccess(request.params.site_key, request.url, keys)
      const { conversation_id } = request.params
      const { id, memory } = ownConversation(conversations, conversation_id, owner)
      const chat = readChatRequest(request.body)
      const turn = await understoodTurn(assist, chat, stateFrom(memory), model)
      // Before the words are found, which takes time: the next message must know of this one.
      conversations.remember(id, turn.state)
      const parts = replyParts({ turn, message: chat.message }, originOf(request), model)
      if (/text\/event-stream/.test(request.headers.accept ?? '')) {
        reply.headers({
          'content-type': 'text/event-stream',
          'cache-control': 'no-store, no-transform',
        })
        return reply.send(Readable.from(eventStream(parts)))
      }
      return wholeReply(parts)
    },
  )
}

/** The reply as the contract has it. */
async function wholeReply(parts: AsyncIterable<ReplyPart>): Promise<ChatReply> {
  for await (const { event, data } of parts) {
    if (event !== 'done') continue
    const { suggestions: _, ...reply } = data
    return reply
  }
  throw new Error('The reply has no end.')
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

const originOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`
