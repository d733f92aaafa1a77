import { type ChatReply, languageModelFrom, openDatabase } from 'svc-tag-service'
import { afterEach, expect, test } from 'vitest'
import { startServer } from '../../test/support/fakes/local-server.ts'
import { boutique } from '../../test/support/fixtures/boutique.ts'
import {
  startService,
  type TestService,
  type TestServiceOptions,
} from '../../test/support/fixtures/local-service.ts'
import { outputPath } from '../../test/support/fixtures/output-path.ts'
import badRequests from './bad-requests.json' with { type: 'json' }

let service: TestService
afterEach(() => service.close())

const start = async (options: TestServiceOptions = {}) => {
  service = await startService({ feed: boutique(), ...options })
}

const conversationPath = (site = 'demo-site', query = '?uid=u1') =>
  `${service.url}/v1/sites/${site}/conversation${query}`

async function begin(): Promise<string> {
  const reply = await fetch(conversationPath())
  return ((await reply.json()) as { conversation_id: string }).conversation_id
}

const chatPath = (id: string, { site = 'demo-site', query = '?uid=u1' } = {}) =>
  `${service.url}/v1/sites/${site}/conversation/${id}/chat${query}`

const post = (url: string, body: unknown, type = 'application/json') =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

async function say(id: string, message: string): Promise<ChatReply> {
  const reply = await post(chatPath(id), { message })
  expect(reply.status).toBe(200)
  return (await reply.json()) as ChatReply
}

async function refusal(reply: Response) {
  const { error } = (await reply.json()) as { error: { name: string; parameter?: string } }
  return [reply.status, error.name, error.parameter]
}

const badAccess = [...badRequests.access, ['demo-site', `?uid=${'x'.repeat(301)}`, 'bad-uid']]
test('a missing or malformed user or site is refused at both endpoints', async () => {
  await start()
  const id = await begin()
  for (const [site = '', query = '', name = ''] of badAccess) {
    const refused = [
      name.startsWith('unknown') ? 401 : 400,
      name,
      name.includes('site') ? 'site_key' : 'uid',
    ]
    for (const reply of [
      await fetch(conversationPath(site, query)),
      await post(chatPath(id, { site, query }), { message: 'mugs' }),
    ])
      expect(await refusal(reply), `${site} ${query.slice(0, 20)}`).toEqual(refused)
  }
})

test('a message is answered with text, products and filters', async () => {
  await start()
  const { message, products, filters } = await say(await begin(), 'red mugs')
  expect(message).toBe('I found 2 red mugs.')
  expect(products[0]).toEqual({
    productId: expect.stringMatching(/^B\d+$/),
    title: expect.stringMatching(/^Red Mug/),
    imageUrl: expect.stringMatching(`^${service.url}/pictures/b\\d+.svg$`),
    productUrl: expect.stringMatching(`^${service.url}/p/B\\d+$`),
    price: expect.any(Number),
    brand: expect.any(String),
    rating: expect.any(Number),
  })
  expect(filters).toContainEqual({ field: 'brand', options: ['Akira', 'Stone & Sons'] })
})

const badBodies: readonly (readonly [body: unknown, parameter: string])[] = [
  ...(badRequests.bodies as [unknown, string][]),
  ['['.repeat(60_000), 'body'],
  [{ message: 'x'.repeat(70_000) }, 'body'],
  [{ message: 'x'.repeat(2_001) }, 'message'],
  [{ message: 'mugs', filters: Array(51).fill({ field: 'color', options: [] }) }, 'filters'],
]
test('an invalid body is refused with a named fault', async () => {
  await start()
  const id = await begin()
  for (const [body, parameter] of badBodies) {
    const refused = await refusal(await post(chatPath(id), body))
    const name = JSON.stringify(body).slice(0, 50)
    expect(refused, name).toEqual([400, 'malformed-body', parameter])
  }
})

test('a body of another type, or a filter the catalogue lacks, is a bad request', async () => {
  await start()
  const id = await begin()
  const xml = await post(chatPath(id), '<message/>', 'application/xml')
  expect(await refusal(xml)).toEqual([400, 'malformed-body', 'body'])
  const { error } = await (await post(chatPath(id), { message: 'mugs' }, 'text/plain')).json()
  expect(error.message).toBe(
    'Send the body with the content type application/json; it has text/plain.',
  )
  const filters = [{ field: 'nothing', options: ['x'] }]
  const unknown = await post(chatPath(id), { message: 'mugs', filters })
  expect(await refusal(unknown)).toEqual([400, 'unknown-field', 'filters'])
})

test('options may be numbers and booleans', async () => {
  await start()
  const filters = [
    { field: 'price', options: [10, '[20 TO 25]'] },
    { field: 'newIn', options: [true] },
  ]
  const reply = await post(chatPath(await begin()), { message: 'sneakers', filters })
  const { products } = (await reply.json()) as ChatReply
  expect(products.map(({ productId }) => productId)).toEqual(['B1'])
})

test('an internal error is a 500 that reveals no details', async () => {
  const dbFile = outputPath('broken.db')
  await start({ dbFile })
  const id = await begin()
  const other = openDatabase(dbFile)
  other.exec('drop table conversations')
  other.close()
  const reported = [500, 'internal', undefined]
  expect(await refusal(await fetch(conversationPath()))).toEqual(reported)
  expect(await refusal(await post(chatPath(id), { message: 'mugs' }))).toEqual(reported)
})

test('a client that sends too many requests gets a Retry-After', async () => {
  await start({ rates: { agent: 2 } })
  await begin()
  await begin()
  const reply = await fetch(conversationPath())
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refusal(reply)).toEqual([429, 'too-many-requests', undefined])
})

async function standIn(answer: (body: string) => { status?: number; body: unknown } | 'never') {
  const { host, asked, close } = await startServer((reply, { body }) => {
    const said = answer(body)
    if (said === 'never') return
    reply.writeHead(said.status ?? 200, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(said.body))
  })
  const settings = { url: `http://${host}/v1/`, key: 'k1', model: 'm1', timeoutMs: 500 }
  return { asked, close, settings }
}

const saying = (content: unknown) => ({ body: { choices: [{ message: { content } }] } })

test('a language model phrases the answer, and the products stay those of the catalogue', async () => {
  const model = await standIn(() => saying('Here are two lovely ones. How about [1]?'))
  await start({ languageModel: model.settings })
  const { message, products } = await say(await begin(), 'red mugs')
  expect([message, products.length]).toEqual([`I found 2 red mugs.`, 2])
  const other = await standIn(() => saying('Here are some lovely red mugs. How about [1]?'))
  await service.close()
  await start({ languageModel: other.settings })
  const kept = await say(await begin(), 'red mugs')
  expect(kept.message).toBe(`Here are some lovely red mugs. How about ${kept.products[0]?.title}?`)
  const [asked] = other.asked
  expect([asked?.url, asked?.headers.authorization]).toEqual(['/v1/chat/completions', 'Bearer k1'])
  expect(asked?.body).toContain('I found 2 red mugs.')
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({ model: 'm1', stream: true })
  model.close()
  other.close()
})

test('a language model restates a message that the agent does not understand, without adding numbers', async () => {
  let request = 'red mugs'
  const model = await standIn((body) =>
    saying(body.includes('Rewrite what a shopper') ? request : 'x'),
  )
  await start({ languageModel: model.settings })
  const translated = await say(await begin(), 'Ich suche rote Becher')
  expect([translated.message, translated.products.length]).toEqual(['I found 2 red mugs.', 2])
  request = 'red mugs under 7'
  expect((await say(await begin(), 'Ich suche rote Becher')).message).toContain('only read English')
  model.close()
})

const failures: readonly (readonly [title: string, answer: Parameters<typeof standIn>[0]])[] = [
  ['an error', () => ({ status: 500, body: {} })],
  ['no words', () => saying('  ')],
  ['words in an object', () => saying({ text: 'x' })],
  ['nothing known', () => ({ body: null })],
  ['nothing, ever', () => 'never'],
]
test('if the model fails or cannot be reached, the agent uses its own texts', async () => {
  for (const [title, answer] of [...failures, ['nobody', undefined] as const]) {
    const model = await standIn(answer ?? (() => saying('x')))
    if (!answer) model.close()
    await start({ languageModel: model.settings })
    expect((await say(await begin(), 'red mugs')).message, title).toBe('I found 2 red mugs.')
    expect(model.asked, title).toHaveLength(answer ? 1 : 0)
    if (answer) model.close()
    await service.close()
  }
  await start()
})

test('the language model is configured by the environment', async () => {
  await start()
  expect(languageModelFrom({})).toBeUndefined()
  expect(languageModelFrom({ AGENT_LLM_URL: 'http://x/v1' })?.model).toBe('default')
  expect(languageModelFrom({ AGENT_LLM_URL: 'http://x/v1', AGENT_LLM_MODEL: 'm' })).toEqual({
    url: 'http://x/v1',
    key: '',
    model: 'm',
  })
})
