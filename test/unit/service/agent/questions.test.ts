import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  type Category,
  categoryTree,
  leafCategories,
} from '../../../../demo-site/catalog/category-tree.ts'
import { generateCatalog } from '../../../../demo-site/catalog/generate.ts'
import { kinds } from '../../../../demo-site/catalog/kinds.ts'
import { demoAssistant } from '../../../../demo-site/shop-pages.ts'
import { createAssistant } from '../../../../service/agent/assistant.ts'
import { type ChatState, newState } from '../../../../service/agent/state.ts'
import type { Product } from '../../../../service/catalog/feed.ts'
import { catalogOf } from '../../../support/fixtures/memory-stores.ts'

let assist: ReturnType<typeof createAssistant>
beforeAll(async () => {
  const feed = generateCatalog({ seed: 1, products: 2_400 })
  const catalog = await catalogOf(feed as unknown as readonly Product[])
  assist = createAssistant(catalog, demoAssistant)
})

const ask = (message: string, state: ChatState = newState) =>
  assist({ message, filters: [], metadata: [] }, state)

/** Questions that are not about a product, and what the answer must say. */
const others: readonly (readonly [message: string, answer: RegExp])[] = [
  ['where is my order?', /^I cannot see orders/],
  ['can I send it back?', /thirty days/],
  ['how much is delivery to France?', /^Yes, we deliver to France.*€4\.95/],
  ['do you ship to Switzerland?', /^No, we do not deliver to Switzerland/],
  ['can I pay with PayPal?', /by invoice/],
  ['do you have a discount code?', /do not know of any codes/],
  ['can I talk to a human?', /I am a program/],
  ['what size should I take?', /cannot advise on sizes/],
  ['are you a robot?', /^I am a program/],
  ['Wo ist meine Bestellung?', /matches “wo”/],
  ['asdf qwer zxcv', /matches “asdf”, “qwer” or “zxcv”/],
  ['do you sell cars?', /matches “cars”/],
  ['who is the president of France', /^I cannot help with “president”/],
  ['🎉🎉', /did not understand/],
]

for (const [message, answer] of others) {
  test(`"${message}" gets an answer, and so does the next message`, () => {
    const before = ask('jackets under 200')
    const turn = ask(message, before.state)
    expect([turn.text, turn.products]).toEqual([expect.stringMatching(answer), []])
    for (const next of ['in navy', 'cheaper', 'show me more']) {
      expect(ask(next, turn.state).products, next).toEqual(ask(next, before.state).products)
    }
  })
}

test('the picture shows the requested colour', () => {
  expect(ask('green tents').wanted.colours).toEqual(['Forest', 'Olive', 'Sage'])
  expect(ask('jackets not in black').wanted.colours).not.toContain('Black')
})

/** A word that no language has and that resembles none of the catalogue's. */
const nonsense = fc
  .array(fc.constantFrom('zub', 'vrek', 'qip', 'glox', 'wuzz', 'jask'), {
    minLength: 2,
    maxLength: 3,
  })
  .map((parts) => parts.join(''))
const isFilled = ({ kind }: Category) => kind !== undefined
const category = fc.constantFrom(
  ...leafCategories(categoryTree())
    .filter(isFilled)
    .map(({ name }) => name.toLowerCase()),
)
const isSingular = (own: string) => !/(jean|chino|trouser)s$/.test(own)
const noun = fc.constantFrom(
  ...Object.values(kinds).flatMap(({ nouns }) =>
    nouns.map((own) => own.toLowerCase()).filter(isSingular),
  ),
)
const attribute = fc.constantFrom(
  'black',
  'navy',
  'leather',
  'oak',
  'linen',
  'Nordhavn',
  'new',
  'cheap',
)
const whom = fc.constantFrom('women', 'men', 'kids', 'my mum', 'a wedding')
const price = fc.integer({ min: 20, max: 300 }).map((most) => `under ${most}`)
const opener = fc.constantFrom(
  ...['', 'show me ', 'do you have ', 'i need ', 'looking for ', 'any ', 'what about '],
)
const words = fc.record({ thing: nonsense, category, noun, attribute, whom, price })
type Words = typeof words extends fc.Arbitrary<infer Own> ? Own : never

/** Ways to ask for a product that the shop does not know. */
const asking: readonly ((own: Words) => string)[] = [
  ({ thing }) => `a ${thing}`,
  ({ thing, attribute }) => `${attribute} ${thing}`,
  ({ thing, attribute }) => `${thing} in ${attribute}`,
  ({ thing }) => `${thing} for the kitchen`,
  ({ thing, whom }) => `${thing} for ${whom}`,
  ({ thing, attribute, price }) => `a ${attribute} ${thing} ${price}`,
  ({ thing, noun }) => `${noun} ${thing}`,
]
/** Ways to use an unknown word beside a kind of product that the shop has. */
const telling: readonly ((own: Words) => string)[] = [
  ({ thing, category }) => `${category} for my ${thing}`,
  ({ thing, category }) => `${category} with ${thing}`,
  ({ thing, category }) => `${thing} ${category}`,
  ({ thing, category, attribute }) => `${attribute} ${category}, not too ${thing}`,
  ({ thing, category, whom }) => `${category} for ${whom}, we are ${thing}`,
  ({ thing, whom, price }) => `something for ${whom} and her ${thing} ${price}`,
]

const message = (forms: typeof asking) =>
  fc
    .tuple(opener, fc.constantFrom(...forms), words)
    .map(([begin, form, own]) => ({ text: `${begin}${form(own)}`, own }))

test('an unknown kind of product finds nothing, whatever else the message says', () => {
  fc.assert(
    fc.property(message(asking), fc.boolean(), ({ text, own }, isGoingOn) => {
      const before = isGoingOn ? ask(own.category).state : newState
      const turn = ask(text, before)
      expect([turn.products.length, turn.text]).toEqual([0, expect.stringContaining(own.thing)])
      if (isGoingOn) return
      for (const more of ['in blue', 'for men', 'under 50', 'show me more']) {
        const next = ask(more, turn.state)
        expect([next.products.length, next.text]).toEqual([0, expect.stringContaining(own.thing)])
      }
    }),
  )
})

test('an answer names the word that was not understood before the products', () => {
  fc.assert(
    fc.property(message(telling), fc.boolean(), ({ text, own }, isGoingOn) => {
      const turn = ask(text, isGoingOn ? ask(own.category).state : newState)
      if (turn.products.length > 0) expect(turn.text.split('. ')[0]).toContain(own.thing)
    }),
  )
})

test('an offer to drop an unknown word finds as many products as it says', () => {
  fc.assert(
    fc.property(message(asking), ({ text }) => {
      const { relaxations, state } = ask(text)
      for (const { label, count, message: drop } of relaxations) {
        const found = ask(drop, state).text
        const total = /\bI found one/.test(found) ? 1 : Number(/\bI found (\d+)/.exec(found)?.[1])
        expect(total, `“${text}”: “${label}” was answered “${found}”`).toBe(count)
      }
    }),
    { numRuns: 40 },
  )
})
