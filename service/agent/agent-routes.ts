import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog/catalog.ts'
import { refuse } from '../http/error-handler.ts'
import type { Keys } from '../http/keys.ts'
import { limitRate } from '../http/rates.ts'
import { RequestError } from '../http/request-error.ts'
import type { ConversationStore } from '../store/conversations.ts'
import { verdictHeaders } from '../tracker/pixel-answer.ts'
import { type AssistantSettings, createAssistant } from './assistant.ts'
import type { ChatReply } from './chat-reply.ts'
import { readAccess, readChatRequest } from './chat-request.ts'
import { createLanguageModel, type LanguageModelSettings } from './language-model.ts'
import { eventStream, type ReplyPart, replyParts, understoodTurn } from './reply-stream.ts'
import { historyOf, keptFrom, numberOf, reworded, withExchange } from './state.ts'

/** Dependencies of the Shopping Agent. */
export interface AgentDeps {
  readonly catalog: Catalog
  readonly conversations: ConversationStore
  readonly keys: Keys
  readonly assistant: AssistantSettings | undefined
  /** The model that phrases the answers; when absent, the agent uses its own texts. */
  readonly languageModel: LanguageModelSettings | undefined
  readonly rate: number
}

/** Large enough for the longest message with all its filters. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Opens the Shopping Agent: `GET /v1/sites/<site_key>/conversation?uid=` and `POST
 * /v1/sites/<site_key>/conversation/<conversation_id>/chat?uid=`. The vendor's own assistant also starts by POST,
 * reads the history (`GET …/conversation/<conversation_id>`) and asks for first questions (`POST …/questions`);
 * these requests are answered with a note in `svc-reasons`.
 */
export function registerAgent(app: FastifyInstance, deps: AgentDeps) {
  app.register(async (limited) => {
    await limitRate(limited, deps.rate)
    answerBadBodies(limited)
    answerShoppers(limited, deps)
  })
}

/** Answers an unreadable body with 400, the only status the contract has for it. */
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

  function start(request: FastifyRequest<{ Params: Site }>) {
    const { siteKey, uid } = readAccess(request.params.site_key, request.url, keys)
    const id = randomUUID()
    conversations.create(id, siteKey, uid)
    // Prepares the catalogue while the shopper is typing.
    setImmediate(assist.prepare)
    return { conversation_id: id }
  }

  function conversationOf({ params, url }: FastifyRequest<{ Params: Chat }>) {
    const { siteKey, uid } = readAccess(params.site_key, url, keys)
    const found = conversations.find(params.conversation_id)
    if (found?.siteKey === siteKey && found.uid === uid) return found
    // The same for another user's conversation, so that its existence is not revealed.
    const message = 'There is no such conversation.'
    throw new RequestError(404, 'no-conversation', message, 'conversation_id')
  }

  /** A conversation as it is now: other messages of it may have been answered since this one came. */
  const keptNow = (id: string) => keptFrom(conversations.find(id)?.memory ?? null)

  const options = { bodyLimit: MAX_BODY_BYTES }
  const path = '/v1/sites/:site_key/conversation'

  app.get<{ Params: Site }>(path, start)
  app.post<{ Params: Site }>(path, options, (request, reply) => {
    note(reply, ['A conversation is started by GET.'])
    return start(request)
  })
  app.get<{ Params: Chat }>(`${path}/:conversation_id`, (request, reply) => {
    note(reply, ['The history of a conversation is not in the contract.'])
    return historyOf(keptFrom(conversationOf(request).memory), catalog, originOf(request))
  })
  app.post<{ Params: Chat }>(`${path}/:conversation_id/questions`, options, (request, reply) => {
    conversationOf(request)
    note(reply, ['First questions are not in the contract.'])
    return { questions: firstQuestions(catalog) }
  })
  app.post<{ Params: Chat }>(`${path}/:conversation_id/chat`, options, async (request, answer) => {
    const { id, memory } = conversationOf(request)
    const chat = readChatRequest(request.body)
    if (chat.notes.length > 0) note(answer, chat.notes)
    const turn = await understoodTurn(assist, chat, keptFrom(memory).state, model)
    // Store this before the model writes its text, which takes time: the next message must already see this turn.
    const kept = withExchange(keptNow(id), chat.message, turn)
    conversations.remember(id, kept)
    const parts = replyParts({ turn, message: chat.message }, originOf(request), model)
    const remembered = rememberWords(parts, (words) => {
      if (words === turn.text) return
      conversations.remember(id, reworded(keptNow(id), numberOf(kept.said), words))
    })
    if (!/text\/event-stream/.test(request.headers.accept ?? '')) return wholeReply(remembered)
    answer.headers({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
    })
    return answer.send(Readable.from(eventStream(remembered)))
  })
}

const note = (reply: FastifyReply, notes: readonly string[]) =>
  reply.headers(verdictHeaders({ reasons: [], notes }))

const MAX_QUESTIONS = 4

const firstQuestions = ({ categories }: Catalog): readonly string[] =>
  categories.top.slice(0, MAX_QUESTIONS).map(({ name }) => `What do you have in ${name}?`)

/** Passes on the parts of a reply and stores the model's text once it is complete. */
async function* rememberWords(
  parts: AsyncIterable<ReplyPart>,
  onWords: (words: string) => void,
): AsyncGenerator<ReplyPart> {
  for await (const part of parts) {
    if (part.event === 'done') onWords(part.data.message)
    yield part
  }
}

async function wholeReply(parts: AsyncIterable<ReplyPart>): Promise<ChatReply> {
  for await (const { event, data } of parts) {
    if (event !== 'done') continue
    const { suggestions: _, ...reply } = data
    return reply
  }
  throw new Error('The reply has no end.')
}

const originOf = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`
