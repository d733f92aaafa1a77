import { expect, test } from 'vitest'
import { parseReply } from '../../../src/parts/clients/agent/parse-answer'
import type { ConversationId } from '../../../src/wire/tracker-event'

const parse = (answer: unknown) => parseReply(JSON.stringify(answer), 'c1' as ConversationId)

test('every field of an answer has its place in the reply', () => {
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

test('filters may be missing', () => {
  expect(parse({ message: '', products: [] })).toMatchObject({ message: '', filters: [] })
})

test('a product without an id is left out, an address that would run as a script too', () => {
  const products = [
    null,
    'text',
    { title: 'no id' },
    { productId: 7, imageUrl: 'javascript:alert(1)', productUrl: 5, price: 'free' },
  ]
  expect(parse({ message: 'm', products })?.products).toEqual([
    { productId: '7', title: '', imageUrl: undefined, productUrl: undefined, price: undefined },
  ])
})

for (const [price, read] of [
  [12.5, 12.5],
  ['12.50', 12.5],
  [0, 0],
  ['', undefined],
  [' ', undefined],
  ['12,50', undefined],
  [[12], undefined],
  [true, undefined],
  [null, undefined],
])
  test(`the price ${JSON.stringify(price)} is read as ${read}`, () => {
    const answer = { message: 'm', products: [{ productId: 'P1', price }] }
    expect(parse(answer)?.products[0]?.price).toBe(read)
  })

test('an endless price is none', () => {
  const text = '{"message":"m","products":[{"productId":"P1","price":1e400}]}'
  expect(parseReply(text, 'c1' as ConversationId)?.products[0]?.price).toBe(undefined)
})

test('what is no filter is left out', () => {
  const filters = [
    null,
    {},
    { field: 'size', options: 'S' },
    { field: 'color', options: [{}, 'Red'] },
  ]
  expect(parse({ message: 'm', products: [], filters })?.filters).toEqual([
    { field: 'size', options: [] },
    { field: 'color', options: ['Red'] },
  ])
})
