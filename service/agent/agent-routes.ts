import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../http/error-handler.ts'
import type { Keys } from '../http/keys.ts'
import { limitRate } from '../http/rates.ts'
import { RequestError } from '../http/request-error.ts'
import type { ConversationStore } from '../store/conversations.ts'
import { verdictHeaders } from '../tracker/pixel-answer.ts'
import type { Assistant, ChatReply, ReplyPart } from './assistant-contract.ts'
import { readAccess, readChatRequest } from './chat-request.ts'

/** Dependencies of the Shopping Agent. */
export interface AgentDeps {
  readonly assistant: Assistant
  readonly conversations: ConversationStore
  readonly keys: Keys
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
  // Otherwise, a text of this type would reach the routes as a string.
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isBody = /^FST_ERR_CTP_/.test(error.code ?? '') || error instanceof SyntaxError
    const type = request.headers['content-type']
    const message =
      error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
        ? `Send the body with the content type application/json; it has ${type || 'none'}.`
        : error.message.replace(/\.?$/, '.')
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
  const { assistant, conversations, keys } = deps

  function start(request: FastifyRequest<{ Params: Site }>) {
    const { siteKey, uid } = readAccess(request.params.site_key, request.url, keys)
    const id = randomUUID()
    conversations.create(id, siteKey, uid)
    // Prepares the catalogue while the shopper is typing.
    setImmediate(assistant.prepare)
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

  const memoryOf = (id: string) => ({
    read: () => conversations.find(id)?.memory ?? null,
    write: (memory: unknown) => conversations.remember(id, memory),
  })

  const options = { bodyLimit: MAX_BODY_BYTES }
  const path = '/v1/sites/:site_key/conversation'

  app.get<{ Params: Site }>(path, start)
  app.post<{ Params: Site }>(path, options, (request, reply) => {
    note(reply, ['A conversation is started by GET.'])
    return start(request)
  })
  app.get<{ Params: Chat }>(`${path}/:conversation_id`, (request, reply) => {
    note(reply, ['The history of a conversation is not in the contract.'])
    return assistant.history(conversationOf(request).memory, originOf(request))
  })
  app.post<{ Params: Chat }>(`${path}/:conversation_id/questions`, options, (request, reply) => {
    conversationOf(request)
    note(reply, ['First questions are not in the contract.'])
    return { questions: assistant.firstQuestions() }
  })
  app.post<{ Params: Chat }>(`${path}/:conversation_id/chat`, options, async (request, answer) => {
    const { id } = conversationOf(request)
    const chat = readChatRequest(request.body)
    if (chat.notes.length > 0) note(answer, chat.notes)
    const parts = await assistant.reply(chat, memoryOf(id), originOf(request))
    if (!/text\/event-stream/.test(request.headers.accept ?? '')) return wholeReply(parts)
    answer.headers({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
    })
    return answer.send(Readable.from(eventStream(parts)))
  })
}

const note = (reply: FastifyReply, notes: readonly string[]) =>
  reply.headers(verdictHeaders({ reasons: [], notes }))

/** Encodes the parts as server-sent events. */
async function* eventStream(parts: AsyncIterable<ReplyPart>): AsyncGenerator<string> {
  for await (const { event, data } of parts)
    yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
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

/** Answers the Shopping Agent's addresses where no assistant is installed. */
export function registerMissingAgent(app: FastifyInstance) {
  app.all('/v1/sites/*', () => {
    const message = 'The assistant is not installed on this service: npm install svc-tag-assistant.'
    throw new RequestError(503, 'assistant-not-installed', message)
  })
}
