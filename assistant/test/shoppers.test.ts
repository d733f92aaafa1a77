import type { FeedProduct } from 'svc-tag-demo-site'
import { expect, test } from 'vitest'
import { ask, foundIn } from './demo-shop-assistant.ts'
import shoppers from './shoppers.json' with { type: 'json' }

/**
 * `shoppers.json` has conversations; each turn is a message and what its answer must be, one word and its arguments
 * each: a trait of all products shown, or a check of the answer. A turn with traits must show products, unless `maybe`.
 */
type Talk = readonly (readonly string[])[]

type Fits = (product: FeedProduct) => boolean

const traits: Readonly<Record<string, (own: string) => Fits>> = {
  in: matching(({ categoryPath }) => categoryPath),
  of: (person) => (one) =>
    one.gender === person || one.categoryPath.some((path) => path.startsWith(`${person}>`)),
  for: (person) => (one) =>
    [person, 'Unisex'].includes(one.gender) ||
    one.categoryPath.some((path) => path.startsWith(person) || !/^(Men|Women|Kids)/.test(path)),
  titled: matching(({ title }) => [title]),
  size: matching(({ size }) => size),
  made: matching(({ material }) => [material]),
  brand: (name) => (one) => one.brand === name,
  colour: (names) => (one) => one.color.some((own) => names.split(',').includes(own)),
  other: (names) => (one) => one.color.some((own) => !names.split(',').includes(own)),
  upto: (most) => (one) => one.price <= Number(most),
  from: (least) => (one) =>
    Math.max(one.price, ...one.variants.map(({ vPrice }) => vPrice[0])) >= Number(least),
  sale: (percent) => (one) =>
    one.price < one.listPrice && one.price <= one.listPrice * (1 - Number(percent) / 100),
  new: () => (one) => one.newIn,
  not: (own) => (one) => traitOf(own)?.(one) === false,
}

function matching(textsOf: (product: FeedProduct) => readonly string[]) {
  return (pattern: string): Fits =>
    (product) =>
      textsOf(product).some((text) => new RegExp(pattern, 'iu').test(text))
}

function traitOf(rule: string): Fits | undefined {
  const [, name = '', own = ''] = /^(\w+) ?(.*)$/.exec(rule) ?? []
  return traits[name]?.(own)
}

interface Answer {
  readonly text: string
  readonly list: readonly FeedProduct[]
  readonly ways: number
  /** The lists before, the latest first. */
  readonly before: readonly (readonly FeedProduct[])[]
}

/** The first argument is the place of a product in a list shown before. */
type Check = (answer: Answer, one: FeedProduct | undefined, own: readonly string[]) => boolean

const isAbout = ({ list, text }: Answer, one: FeedProduct | undefined) =>
  one !== undefined &&
  (list.length === 0
    ? text.includes(one.title)
    : list.some(({ uniqueId }) => uniqueId === one.uniqueId))
const isSorted =
  (keyOf: (product: FeedProduct) => number): Check =>
  ({ list }) =>
    list.every((one, at) => keyOf(list[at - 1] ?? one) <= keyOf(one))

const checks: Readonly<Record<string, Check>> = {
  maybe: () => true,
  none: ({ list }) => list.length === 0,
  one: ({ list }) => list.length === 1,
  says: ({ text }, _, own) => new RegExp(own.join(' '), 'iu').test(text),
  whole: ({ text }) => !/left out|none with/.test(text),
  offers: ({ ways }) => ways > 0,
  about: (answer, one) => isAbout(answer, one) && answer.list.length < 2,
  both: (answer, one, [, other]) =>
    isAbout(answer, one) && isAbout(answer, answer.before[0]?.[Number(other) - 1]),
  fact: ({ text }, one, [, field = '']) => {
    const [value] = [(one as unknown as Readonly<Record<string, unknown>>)[field]].flat()
    return text.toLowerCase().includes(String(value).toLowerCase())
  },
  fresh: ({ list, before }) => !list.some((one) => before[0]?.includes(one)),
  cheaper: ({ list }, one) => list.every(({ price }) => price < (one?.price ?? 0)),
  cheapest: isSorted(({ price }) => price),
  dearest: isSorted(({ price }) => -price),
  best: isSorted(({ rating }) => -rating),
  some: ({ list }, _, own) => list.some((one) => traitOf(own.join(' '))?.(one)),
}

function faultOf(rule: string, answer: Answer, isOptional: boolean): string | undefined {
  const fits = traitOf(rule)
  const { list, before } = answer
  if (fits) {
    const wrong = list.find((one) => !fits(one))
    return wrong?.title ?? (list.length === 0 && !isOptional ? 'shows nothing' : undefined)
  }
  const [name = '', ...own] = rule.split(' ')
  const [place, back = 1] = (own[0] ?? '').split('/').map(Number)
  const one = before[back - 1]?.[Number(place) - 1]
  return checks[name]?.(answer, one, own) ? undefined : 'not so'
}

test.each(
  (shoppers as unknown as readonly Talk[]).map((talk) => ({
    talk,
    said: talk.map(([say]) => say).join(' … '),
  })),
)('$said', async ({ talk }) => {
  let state: Awaited<ReturnType<typeof ask>>['state'] | undefined
  const before: (readonly FeedProduct[])[] = []
  for (const [say = '', ...rules] of talk) {
    const { text, products: list, relaxations, ...turn } = await ask(say, state)
    const answer = { text, list, before, ways: relaxations.length }
    const faults = rules.flatMap((rule) => {
      const fault = faultOf(rule, answer, rules.includes('maybe'))
      return fault ? `${rule}: ${fault}` : []
    })
    expect(faults, `“${say}” was answered “${text}”`).toEqual([])
    for (const { label, count, message } of relaxations) {
      const way = await ask(message, turn.state)
      expect(foundIn(way.text), `“${label}” was answered “${way.text}”`).toBe(count)
    }
    state = turn.state
    if (list.length > 0) before.unshift(list)
  }
})
