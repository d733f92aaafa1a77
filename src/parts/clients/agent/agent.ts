import { attempt } from '../../../browser/guard'
import { jsonText, queryString } from '../../../wire/pixel-url'
import type { ConversationId, VisitorFields } from '../../../wire/tracker-event'
import { abortable, type Http, type HttpRequest } from '../http'
import { AgentError, type ServiceError } from '../service-error'
import { type AgentFilter, type AgentReply, parseConversation, parseReply } from './parse-answer'
import { readStream, type Seen } from './read-stream'

/** Options of a message. */
export interface AskOptions {
  /** Filters for the products, usually chosen from the filters of the previous reply. */
  readonly filters?: readonly AgentFilter[] | undefined
  /**
   * Product ids by what the shopper did with them, such as `views`, `clicks` or `carts`; or the
   * contract's list of `name` and `value`. If absent, the products of this visit are sent, at most
   * 20 of each kind; use `{}` to send none.
   *
   * @example
   * await svc.agent.ask('like these', { metadata: { views: ['P22'] } })
   * await svc.agent.ask('like these', { metadata: [{ name: 'views', value: ['P22'] }] })
   */
  readonly metadata?: Seen | readonly AgentMetadata[] | undefined
  /** Cancels the message: the promise rejects with the fault `aborted`. */
  readonly signal?: AbortSignal | undefined
  /**
   * Called with the reply so far whenever a streaming service sends another part. The promise
   * resolves with the whole reply, whose message may differ from the parts.
   */
  readonly onPart?: ((reply: AgentReply) => void) | undefined
}

/** Products by one action of the shopper, in the contract's form. */
export interface AgentMetadata {
  /** `views`, `clicks`, `carts`. */
  readonly name: string
  /** Product ids. */
  readonly value: readonly string[]
}

/** A conversation with the Shopping Agent. */
export interface AgentClient {
  /**
   * Sends a message to the agent. Begins a conversation if there is none, or a new one if the
   * service has forgotten it. Messages are sent one at a time, in order.
   *
   * @throws AgentError (as a rejection) with a `fault`.
   * @example
   * const reply = await svc.agent.ask('a raincoat for my trip')
   * console.log(reply.message)
   * const [{ field, options }] = reply.filters
   * await svc.agent.ask('in that colour', { filters: [{ field, options: [options[0]] }] })
   */
  ask(message: string, options?: AskOptions): Promise<AgentReply>
  /**
   * Begins the conversation before the first message, unless it has already begun. Resolves with its id.
   *
   * @throws AgentError (as a rejection) with a `fault`.
   */
  start(options?: Pick<AskOptions, 'signal'>): Promise<string>
}

/** The current conversation. */
export interface Conversation {
  readonly id: () => ConversationId | undefined
  /** Called when a conversation is requested. The returned function stores the response's id and returns the id to use. */
  readonly begin: () => (id: ConversationId) => ConversationId
  readonly end: () => void
}

export interface AgentDeps {
  /** Host of the Shopping Agent, without a trailing slash. */
  readonly agentUrl?: string | undefined
  readonly siteKey: string
  readonly http: Http
  /** The visitor; `undefined` until known. */
  readonly user: () => Pick<VisitorFields, 'uid'> | undefined
  readonly conversation: Conversation
  /** Products of this visit, at most 20 ids of each kind. */
  readonly seen: () => Seen
  /** A conversation has begun: the first one, or a replacement for one that the service has forgotten. */
  readonly onBegin: (change: 'started' | 'renewed', id: string) => void
}

/** One message being sent. */
interface Message extends Pick<AskOptions, 'signal' | 'onPart'> {
  readonly json: string
}

const isNotFound = (fault: unknown) => (fault as ServiceError).fault === 'not-found'

/**
 * The metadata in the contract's form, without empty kinds.
 *
 * @throws AgentError `bad-request` for anything that is in neither form.
 */
function metadataOf(seen: Seen | readonly AgentMetadata[]) {
  const given: readonly Partial<AgentMetadata>[] = Array.isArray(seen)
    ? seen.map(Object)
    : Object.entries(seen).map(([name, value]) => ({ name, value }))
  const metadata = given.map(({ name, value }) => {
    if (name && Array.isArray(value)) return { name, value }
    throw new AgentError('bad-request', `metadata ${name}: not a list of product ids`)
  })
  const filled = metadata.filter(({ value }) => value.length > 0)
  return filled.length > 0 ? filled : undefined
}

/** Creates the client, which makes no request before it is used. */
export function createAgent(deps: AgentDeps): AgentClient {
  const { conversation } = deps
  let lastTurn: Promise<unknown> = Promise.resolve()

  /** Runs the task after the previous one has settled. If the signal is aborted, it settles at once, without waiting. */
  function inTurn<Result>(signal: AbortSignal | undefined, task: () => Promise<Result>) {
    const turn = lastTurn.then(task)
    lastTurn = turn.catch(() => {
      // The task's own caller gets the rejection; the next task still starts.
    })
    return abortable(turn, signal, () => new AgentError('aborted'))
  }

  async function send<Reply>(
    path: string,
    request: Pick<HttpRequest<Reply>, 'json' | 'signal' | 'parse' | 'headers' | 'read'>,
  ) {
    const { agentUrl, siteKey, http } = deps
    const uid = deps.user()?.uid
    if (!agentUrl) throw new AgentError('bad-request', 'the setting agentUrl is missing')
    if (!uid) throw new AgentError('bad-request', 'there is no user id, which needs consent')
    const query = queryString([['uid', uid]])
    const url = `${agentUrl}/v1/sites/${siteKey}/conversation${path}?${query}`
    return http({ ...request, url, Failure: AgentError })
  }

  async function begin(change: 'started' | 'renewed', signal: AbortSignal | undefined) {
    const keep = conversation.begin()
    const id = await send('', { signal, parse: parseConversation })
    const kept = keep(id)
    if (kept === id) deps.onBegin(change, id)
    return kept
  }

  const say = (id: ConversationId, { json, signal, onPart }: Message) =>
    send(`/${encodeURIComponent(id)}/chat`, {
      json,
      signal,
      parse: (text) => parseReply(text, id),
      ...(onPart && {
        headers: { accept: 'text/event-stream, application/json' },
        read: (response) =>
          readStream(response, (part) => {
            const reply = parseReply(part, id)
            if (reply) attempt(() => onPart(reply))
          }),
      }),
    })

  async function converse(message: Message): Promise<AgentReply> {
    const id = conversation.id() ?? (await begin('started', message.signal))
    try {
      return await say(id, message)
    } catch (fault) {
      if (!isNotFound(fault)) throw fault
      // The service has forgotten the conversation. Another tab may already have begun the next one.
      if (conversation.id() === id) conversation.end()
      return say(conversation.id() ?? (await begin('renewed', message.signal)), message)
    }
  }

  return {
    async ask(message, { filters, metadata = deps.seen(), signal, onPart } = {}) {
      if (typeof message !== 'string' || !message.trim()) {
        throw new AgentError('bad-request', 'the message is empty')
      }
      const json = jsonText({ message, filters, metadata: metadataOf(metadata) })
      return inTurn(signal, () => converse({ json, signal, onPart }))
    },
    start: ({ signal } = {}) =>
      inTurn(signal, async () => conversation.id() ?? (await begin('started', signal))),
  }
}
