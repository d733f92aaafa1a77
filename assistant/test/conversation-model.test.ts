import type { ServerResponse } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import fastify, { type LightMyRequestResponse } from 'fastify'
import {
  type Catalog,
  type ChatReply,
  createConversationStore,
  demoKeys,
  openDatabase,
  registerAgent,
} from 'svc-tag-service'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startServer } from '../../test/support/fakes/local-server.ts'
import { boutique } from '../../test/support/fixtures/boutique.ts'
import { catalogOf } from '../../test/support/fixtures/memory-stores.ts'
import { outputPath } from '../../test/support/fixtures/output-path.ts'
import { createAssistant } from '../assistant.ts'
import { createAssistant as openAssistant } from '../index.ts'
import { type ChatState, keptFrom, newState, withExchange } from '../state.ts'

// Conversations of several shoppers at once, whose answers a language model words late, in any
// order, or not at all, and a service that is restarted: each shopper is answered as if alone.

/** More exchanges of a conversation are forgotten. */
const MOST_KEPT = 100

const MESSAGES = 'red mugs|red mugs|in blue instead|sneakers|more|cheaper|thanks'.split('|')
const KINDS = 'begin say say say say word word fail restart ask'.split(' ') as (
  | 'begin'
  | 'say'
  | 'word'
  | 'fail'
  | 'restart'
  | 'ask'
)[]

const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  place: fc.nat({ max: 5 }),
  message: fc.constantFrom(...MESSAGES),
  isStreamed: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** A language model that words an answer when it is told to. */
async function startModel() {
  const waiting: ServerResponse[] = []
  const { host, close } = await startServer((reply) => waiting.push(reply))
  const settings = { url: `http://${host}/v1`, key: '', model: 'm', timeoutMs: 60_000 }
  return { waiting, settings, close }
}

let catalog: Catalog
let model: Awaited<ReturnType<typeof startModel>>
beforeAll(async () => {
  catalog = await catalogOf(boutique())
  model = await startModel()
  vi.spyOn(console, 'error').mockReturnValue()
})
afterAll(() => {
  model.close()
  vi.restoreAllMocks()
})

async function startAgent(file: string) {
  const db = openDatabase(file)
  const conversations = createConversationStore(db)
  const app = fastify()
  registerAgent(app, {
    ...{ conversations, keys: demoKeys, rate: 1e9 },
    assistant: openAssistant(catalog, { languageModel: model.settings }),
  })
  await app.ready()
  return {
    app,
    /** Fills a conversation with nearly as many exchanges as are kept. */
    fill(id: string) {
      const message = 'thanks'
      const thanked = createAssistant(catalog)({ message, filters: [], metadata: [] }, newState)
      const places = Array.from({ length: MOST_KEPT - 2 })
      const empty = keptFrom(null)
      conversations.remember(
        id,
        places.reduce<typeof empty>((kept) => withExchange(kept, message, thanked), empty),
      )
      return places.map(() => ({ message, answer: thanked.text, products: [] }))
    },
    async close() {
      await app.close()
      db.close()
    },
  }
}

interface Seen {
  readonly id: string
  readonly uid: string
  state: ChatState
  readonly said: {
    readonly message: string
    answer: string
    readonly products: readonly string[]
  }[]
}

interface Asked {
  readonly exchange: Seen['said'][number]
  readonly reply: Promise<LightMyRequestResponse>
  readonly words: ServerResponse
  readonly isStreamed: boolean
}

const PATH = '/v1/sites/demo-site/conversation'

async function openTalk(file: string) {
  const assist = createAssistant(catalog)
  let agent = await startAgent(file)
  const seen: Seen[] = []
  const asked: Asked[] = []
  let words = 0

  const talk = {
    async begin({ place }: Pick<Step, 'place'>) {
      const uid = `u${place % 2}`
      const reply = await agent.app.inject(`${PATH}?uid=${uid}`)
      const id: string = reply.json().conversation_id
      seen.push({ id, uid, state: newState, said: place > 3 ? agent.fill(id) : [] })
    },
    /** The next message sees this one, though its words are not there yet. */
    async say({ place, message, isStreamed }: Step) {
      const own = seen[place % seen.length] as Seen
      const expected = assist({ message, filters: [], metadata: [] }, own.state)
      own.state = JSON.parse(JSON.stringify(expected.state)) as ChatState
      const products = expected.products.map(({ uniqueId }) => uniqueId)
      const exchange = { message, answer: expected.text, products }
      own.said.push(exchange)
      const reply = agent.app.inject({
        ...{ method: 'POST', url: `${PATH}/${own.id}/chat?uid=${own.uid}`, payload: { message } },
        headers: isStreamed ? { accept: 'text/event-stream' } : {},
      })
      if (!expected.isFree) return checkReply(await reply, exchange, isStreamed)
      while (model.waiting.length === 0) await turn()
      asked.push({ exchange, reply, isStreamed, words: model.waiting.pop() as ServerResponse })
    },
    async word({ place }: Pick<Step, 'place'>) {
      const [one] = asked.splice(place % Math.max(asked.length, 1), 1)
      if (!one) return
      words += 1
      one.exchange.answer = `Here are some lovely ones for you${'!'.repeat(1 + (words % 7))}`
      const content = one.exchange.answer
      one.words.setHeader('content-type', 'application/json')
      one.words.end(JSON.stringify({ choices: [{ message: { content } }] }))
      checkReply(await one.reply, one.exchange, one.isStreamed)
    },
    async fail({ place }: Pick<Step, 'place'>) {
      const [one] = asked.splice(place % Math.max(asked.length, 1), 1)
      one?.words.writeHead(500).end()
      if (one) checkReply(await one.reply, one.exchange, one.isStreamed)
    },
    async restart() {
      while (asked.length > 0) await talk.word({ place: 1 })
      await agent.close()
      agent = await startAgent(file)
    },
    async ask({ place }: Pick<Step, 'place'>) {
      const { id, uid, said } = seen[place % seen.length] as Seen
      const history = await agent.app.inject(`${PATH}/${id}?uid=${uid}`)
      expect(history.json().map(lineOf)).toEqual(
        said
          .slice(-MOST_KEPT)
          .flatMap(({ message, answer, products }) => [message, [answer, ...products]]),
      )
      expect((await agent.app.inject(`${PATH}/${id}?uid=${uid}x`)).statusCode).toBe(404)
    },
    async close() {
      await talk.restart()
      for (const [place] of seen.entries()) await talk.ask({ place })
      await agent.close()
    },
  }
  return talk
}

const lineOf = ({ message, products }: Partial<ChatReply>) =>
  products ? [message, ...products.map(({ productId }) => productId)] : message

function checkReply(
  reply: LightMyRequestResponse,
  exchange: Seen['said'][number],
  isStreamed: boolean,
) {
  const text = isStreamed ? (reply.body.split('event: done\ndata: ')[1] ?? '') : reply.body
  expect(lineOf(JSON.parse(text))).toEqual([exchange.answer, ...exchange.products])
}

test('each shopper is answered as if alone, and finds the conversation again', async () => {
  let played = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      played += 1
      const talk = await openTalk(outputPath(`${played}.db`))
      await talk.begin({ place: 0 })
      await talk.begin({ place: 5 })
      for (const one of steps) await talk[one.kind](one)
      await talk.close()
    }),
    { numRuns: 15, endOnFailure: true },
  )
})
