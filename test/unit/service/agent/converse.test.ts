import { expect, test } from 'vitest'
import { createAssistant } from '../../../../service/agent/assistant.ts'
import type { ChatRequest } from '../../../../service/agent/chat-request.ts'
import { isWithin, takePrices, withLimits } from '../../../../service/agent/prices.ts'
import { type ChatState, newState } from '../../../../service/agent/state.ts'
import { boutique } from '../../../support/fixtures/boutique.ts'
import { catalogOf } from '../../../support/fixtures/memory-stores.ts'

interface Thing {
  readonly uniqueId: string
  readonly categoryPath: readonly string[]
  readonly color: readonly string[]
  readonly brand: string
  readonly size: readonly string[]
  readonly price: number
  readonly listPrice: number
  readonly rating: number
  readonly newIn: boolean
}

const all = boutique() as unknown as readonly Thing[]
const ids = (things: readonly Thing[]) => things.map(({ uniqueId }) => uniqueId).sort()
const isIn = (name: string) => (thing: Thing) =>
  thing.categoryPath.some((path) => path.includes(name))
const sneakers = all.filter(isIn('Sneakers'))

function expectAll(things: readonly Thing[], isSo: (thing: Thing) => boolean) {
  expect(things).not.toEqual([])
  expect(things.filter((thing) => !isSo(thing))).toEqual([])
}

async function conversation() {
  const assist = createAssistant(await catalogOf(boutique()))
  let memory: ChatState = newState
  return (message: string, more: Partial<ChatRequest> = {}) => {
    const turn = assist({ message, filters: [], metadata: [], ...more }, memory)
    // In the form in which the store keeps it.
    memory = JSON.parse(JSON.stringify(turn.state)) as ChatState
    const products = turn.products as unknown as readonly Thing[]
    return { ...turn, products }
  }
}

test('"also" adds, "not" excludes', async () => {
  const say = await conversation()
  say('red mugs')
  expect(say('also in blue').products).toHaveLength(4)
  expect(new Set(say('but not by Akira').products.map(({ brand }) => brand))).toEqual(
    new Set(['Stone & Sons']),
  )
  expect(new Set(say('not red').products.map(({ color }) => color[0]))).toEqual(new Set(['Blue']))
})

test('"cheaper" is cheaper than the median of the products shown, again and again', async () => {
  const say = await conversation()
  const prices = (products: readonly Thing[]) =>
    products.map(({ price }) => price).sort((a, b) => a - b)
  const first = prices(say('mugs').products)
  expect(first).toHaveLength(6)
  const second = prices(say('cheaper').products)
  expect(second).toEqual(first.filter((price) => price < (first[3] ?? 0)))
  const third = prices(say('cheaper').products)
  expect(third).toEqual(second.filter((price) => price < (second[1] ?? 0)))
  expect(third).toHaveLength(1)
  expectAll(say('something more expensive').products, ({ price }) => price > (third[0] ?? 0))
})

test('"more expensive" begins with the dearest while nothing is shown', async () => {
  const say = await conversation()
  const prices = say('more expensive mugs').products.map(({ price }) => price)
  expect(prices).toEqual(prices.toSorted((a, b) => b - a))
})

test('further results are shown page by page, until there are none', async () => {
  const say = await conversation()
  const first = say('sneakers')
  const second = say('show me more')
  expect(ids([...first.products, ...second.products])).toEqual(ids(sneakers))
  expect(second.text).toBe('Here are 4 more of the 12 sneakers.')
  expect(say('more').text).toBe('Those were all 12.')
})

test('filters hold until they are changed, and one without options is removed', async () => {
  const say = await conversation()
  const filters = [
    { field: 'brand', options: ['Akira'] },
    { field: 'price', options: ['[0 TO 30]', '50'] },
  ]
  const { products } = say('sneakers', { filters })
  expect(ids(products)).toEqual(
    ids(sneakers.filter(({ brand, price }) => brand === 'Akira' && (price <= 30 || price === 50))),
  )
  expect(say('show me more').text).toBe('Those were all 4.')
  const none = filters.map(({ field }) => ({ field, options: [] }))
  expect(say('sneakers', { filters: none }).text).toMatch(/^I found 12/)
})

test('a filter that leaves no results is named, and also applies to further results', async () => {
  const say = await conversation()
  const filters = [{ field: 'material', options: ['Stoneware'] }]
  const missed = 'Nothing matches sneakers in stoneware. Without “Stoneware” there are 12.'
  expect(say('sneakers', { filters }).text).toBe(missed)
  const more = say('show me more')
  expect(more.text).toBe(missed)
  expect(say(more.relaxations[0]?.message ?? '').text).toMatch(/^I found 12 sneakers/)
})

test('a filter that the catalogue cannot apply is refused', async () => {
  const say = await conversation()
  for (const [field, option] of [
    ['nothing', 'x'],
    ['price', 'x'],
    ['brand', '[1 TO 2]'],
  ] as const)
    expect(() => say('sneakers', { filters: [{ field, options: [option] }] }), field).toThrow()
})

test('each filter of a reply narrows the results, and finds something', async () => {
  const say = await conversation()
  const { refinements } = say('sneakers')
  expect(refinements.map(({ field }) => field)).toEqual([
    'brand',
    'color',
    'size',
    'material',
    'price',
  ])
  for (const { field, options } of refinements) {
    for (const option of options) {
      const other = await conversation()
      const { text } = other('sneakers', { filters: [{ field, options: [option] }] })
      const total = /^I found one/.test(text) ? 1 : Number(/\d+/.exec(text)?.[0])
      expect(total, `${field} ${option}`).toBeGreaterThan(0)
      expect(total, `${field} ${option}`).toBeLessThan(12)
    }
  }
})

test('products that the shopper cared about come first, carts before clicks before views', async () => {
  const [red = '', blue = ''] = ['Red', 'Blue'].map(
    (colour) => all.find((thing) => isIn('Mugs')(thing) && thing.color[0] === colour)?.uniqueId,
  )
  for (const [metadata, first] of [
    [[{ name: 'views', value: [red] }], red],
    [
      [
        { name: 'views', value: [red] },
        { name: 'carts', value: [blue, 'no-such'] },
      ],
      blue,
    ],
    [
      [
        { name: 'carts', value: [red] },
        { name: 'views', value: [blue] },
      ],
      red,
    ],
  ] as const)
    expect((await conversation())('mugs', { metadata }).products[0]?.uniqueId).toBe(first)
})

const said = {
  'under 50': { max: 50, isMaxExcluded: true },
  'less than €49.90': { max: 49.9, isMaxExcluded: true },
  'below 1,299.50': { max: 1299.5, isMaxExcluded: true },
  'cheaper than 19,90 €': { max: 19.9, isMaxExcluded: true },
  'up to 50 euros': { max: 50 },
  'at most $50': { max: 50 },
  'max. 50': { max: 50 },
  'not more than 50': { max: 50 },
  'exclude anything over 50': { max: 50 },
  'without the ones that cost more than €50': { max: 50 },
  'nothing under 20': { min: 20 },
  'a budget of 50': { max: 50 },
  '50 euros': { max: 50 },
  'for €50': { max: 50 },
  '50 or less': { max: 50 },
  'over 20': { min: 20, isMinExcluded: true },
  'more than 20 dollars': { min: 20, isMinExcluded: true },
  'at least 20': { min: 20 },
  'from 20': { min: 20 },
  'between 20 and 40': { min: 20, max: 40 },
  'between 40 and 20 euros': { min: 20, max: 40 },
  'from 20 to 40': { min: 20, max: 40 },
  '€20-40': { min: 20, max: 40 },
  '20 – 40 €': { min: 20, max: 40 },
  'around 50': { min: 40, max: 60 },
}
test('price limits are understood, and the rest of the message is kept', () => {
  for (const [message, limits] of Object.entries(said))
    expect(takePrices(`shoes ${message} please`).limits, message).toEqual(limits)
  expect(takePrices('red shoes under 50 in size 42').rest).toBe('red shoes  , in size 42')
})

test('other numbers are not mistaken for prices', () => {
  for (const message of [
    ...['size 42', 'a tent for 4 persons', 'under 20 litres', 'over 4 stars', 'EU 42'],
    ...['501 jeans', 'from Paris'],
  ])
    expect(takePrices(message), message).toEqual({ limits: undefined, rest: message })
})

test('changing one limit keeps the other, unless no price is left', () => {
  const before = { min: 20, max: 50 }
  expect(withLimits(before, { max: 40 })).toEqual({ min: 20, max: 40 })
  expect(withLimits(before, { min: 30, isMinExcluded: true })).toEqual({
    min: 30,
    isMinExcluded: true,
    max: 50,
  })
  expect(withLimits(before, { max: 10 })).toEqual({ max: 10 })
  expect(withLimits(before, { min: 60 })).toEqual({ min: 60 })
})

test('limits are inclusive unless they are excluded', () => {
  expect([20, 50].map((price) => isWithin({ min: 20, max: 50 }, price))).toEqual([true, true])
  const open = { min: 20, isMinExcluded: true, max: 50, isMaxExcluded: true } as const
  expect([20, 20.01, 49.99, 50].map((price) => isWithin(open, price))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
