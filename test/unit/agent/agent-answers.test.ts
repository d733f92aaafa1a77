import { expect, test } from 'vitest'
import { parseReply } from '../../../src/parts/clients/agent/parse-answer'
import { readStream, seenIn } from '../../../src/parts/clients/agent/read-stream'
import type { ConversationId, UserId } from '../../../src/wire/tracker-event'
import { createBrowser } from '../../fakes/fake-browser'
import { openPage } from '../../fakes/fake-page'

const parse = (answer: unknown) => parseReply(JSON.stringify(answer), 'c1' as ConversationId)

test('every field of a response is in the reply', () => {
  const product = {
    productId: 'a',
    title: 'Coat <b>',
    imageUrl: 'https://cdn.example/a.png',
    productUrl: '/p/a',
    price: 59.9,
    brand: 'Akira',
  }
  const filters = [{ field: 'color', options: ['Red', 7] }]
  const answer = { message: 'Here is **one**.', products: [product], filters }
  const suggestions = [{ label: 'without “red”', count: 2, message: 'Forget red' }]
  const streamed = { ...answer, suggestions }
  expect(parse(streamed)).toEqual({ ...streamed, conversationId: 'c1', raw: streamed })
  expect(parse(answer)?.suggestions).toEqual([])
})

test('products without an id and URLs that would run as scripts are left out', () => {
  const odd = { productId: 7, imageUrl: 'javascript:alert(1)', productUrl: 5, price: 'free' }
  const products = [null, 'text', { title: 'no id' }, odd]
  expect(parse({ message: 'm', products })?.products).toEqual([
    { productId: '7', title: '', imageUrl: undefined, productUrl: undefined, price: undefined },
  ])
})

test('a price is a number, or a text with one', () => {
  const prices = [12.5, '12.50', 0, '', ' ', '12,50', [12], true, null]
  const products = prices.map((price) => ({ productId: 'P1', price }))
  const read = parse({ message: 'm', products })?.products.map(({ price }) => price)
  expect(read).toEqual([12.5, 12.5, 0, ...Array(6).fill(undefined)])
})

test('malformed filters are left out', () => {
  const options = [{}, 'Red']
  const filters = [null, {}, { field: 'size', options: 'S' }, { field: 'color', options }]
  expect(parse({ message: 'm', products: [], filters })?.filters).toEqual([
    { field: 'size', options: [] },
    { field: 'color', options: ['Red'] },
  ])
})

const reply = { message: 'Two mugs. Here.', products: [{ productId: 'B1' }], filters: [] }
const events = [
  `event: products\ndata: ${JSON.stringify({ products: reply.products, filters: [] })}\n\n`,
  `event: text\ndata: {"text":"Two mügs. "}\n\n`,
  `event: text\ndata: {"text":"Here."}\n\n`,
  `event: done\ndata: ${JSON.stringify(reply)}\n\n`,
].join('')

/** A response whose bytes arrive in chunks of this length, which may split a character. */
function streamed(text: string, length: number): Response {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += length)
        controller.enqueue(bytes.slice(at, at + length))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

test.each([1, 7, 10_000])(
  'a stream in chunks of %i bytes gives the parts and the reply',
  async (length) => {
    const parts: string[] = []
    const whole = await readStream(streamed(events, length), (json) =>
      parts.push(JSON.parse(json).message),
    )
    expect(parts).toEqual(['', 'Two mügs. ', 'Two mügs. Here.'])
    expect(JSON.parse(whole)).toEqual(reply)
  },
)

test('an interrupted stream is not a reply, and a JSON reply is read as a whole', async () => {
  const onPart = () => {}
  expect(await readStream(streamed(events.slice(0, -3), 7), onPart)).toBe('')
  expect(await readStream(Response.json(reply), onPart)).toBe(JSON.stringify(reply))
})

test('the products of a visit are sent by kind, latest first, each once', () => {
  expect(
    seenIn([
      ['carts r1', 'b'],
      ['clicks r1', 'b'],
      ['views ', 'c', 'a'],
      ['shown r2', 'd'],
      ['views r1', 'a', 'b'],
    ]),
  ).toEqual({ views: ['c', 'a', 'b'], clicks: ['b'], carts: ['b'] })
})

test('at most 20 products of each kind are sent', () => {
  const ids = (from: number) => Array.from({ length: 15 }, (_, index) => `p${from + index}`)
  const { clicks } = seenIn([
    ['clicks r2', ...ids(0)],
    ['clicks r1', ...ids(15)],
  ])
  expect(clicks).toEqual([...ids(0), ...ids(15)].slice(0, 20))
})

const c1 = 'c1' as ConversationId

/** A page of the shopper u1, who has an ongoing visit. */
function open(browser = createBrowser()) {
  const { tag, run } = openPage(browser)
  const { consent, conversation, visitor } = tag
  const login = (id: string) => run(() => visitor.identify(id as UserId))
  const beginVisit = () => run(() => visitor.beginVisit(true, () => {}))
  run(() => consent.startConsent(() => {}))
  login('u1')
  beginVisit()
  return {
    id: conversation.conversationId,
    begin: conversation.beginConversation,
    end: conversation.endConversation,
    login,
    beginNextVisit() {
      browser.timeline.advance(1_800_000)
      beginVisit()
    },
  }
}

test('a conversation belongs to one visitor and one visit', () => {
  const { id, begin, login, beginNextVisit } = open()
  begin()(c1)
  expect(id()).toBe('c1')
  login('u2')
  expect(id()).toBeUndefined()
  login('u1')
  expect(id()).toBe('c1')
  beginNextVisit()
  expect(id()).toBeUndefined()
})

const changes: [what: string, change: (opened: ReturnType<typeof open>) => void][] = [
  ['the visitor changed', ({ login }) => login('u2')],
  ['the next visit began', ({ beginNextVisit }) => beginNextVisit()],
  ['the conversation was ended', ({ end }) => end()],
]
for (const [what, change] of changes) {
  test(`a response that arrives after ${what} is not stored`, () => {
    const opened = open()
    const keep = opened.begin()
    change(opened)
    expect(keep(c1)).toBe('c1')
    expect(opened.id()).toBeUndefined()
  })
}

test('without storage, the conversation lasts as long as the page', () => {
  const browser = createBrowser({ isBlocked: true })
  const { id, begin, end } = open(browser)
  begin()(c1)
  expect(id()).toBe('c1')
  expect(open(browser).id()).toBeUndefined()
  end()
  expect(id()).toBeUndefined()
})
