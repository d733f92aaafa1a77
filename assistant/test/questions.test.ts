import fc from 'fast-check'
import { type FeedProduct, kinds } from 'svc-tag-demo-site'
import { expect, test } from 'vitest'
import { ask, feed, foundIn } from './demo-shop-assistant.ts'

/** `SVC_QUESTIONS=20000 npx vitest run assistant/test/questions.test.ts` asks as many as the assistant is judged by. */
const QUESTIONS = Number(process.env.SVC_QUESTIONS ?? 600)

type Trait = readonly [said: string, has: (product: FeedProduct) => boolean]

// Nouns that a category gives another extent are left out: knitwear is jumpers, and rain boots are no "Boots".
const isNoun = (own: string) =>
  !/(jumper|boot|jean|chino|trouser|shirt|tee|pack|coat|hat|light|cup|daypack)s?$/i.test(own)
const nouns = Object.values(kinds)
  .flatMap((kind) => kind.nouns.slice(0, 1))
  .filter(isNoun)
/** The categories of a kind: Rainwear has the children's jackets. */
const placeOf = (own: string) =>
  own === 'Jacket' ? />(Jackets & Coats|Rainwear)$/ : new RegExp(`>(Side )?${own}e?s( & .*)?$`)

/** What a product has to be if one of some words is said of it. */
const trait = (words: readonly string[], fits: (own: string) => Trait[1]) =>
  fc.constantFrom(...words).map((own): Trait => [own.toLowerCase(), fits(own)])

const colour = trait(
  'Teal Rust Sage Plum Cream Lilac Camel'.split(' '),
  (own) =>
    ({ color }) =>
      color.includes(own),
)
const material = trait(
  'Linen Suede Oak Canvas Stoneware'.split(' '),
  (own) => (product) => product.material.toLowerCase().includes(own.toLowerCase()),
)
const brand = trait(
  ['Nordhavn', 'Aurelle', 'Fjellvei', 'Ostend Clay'],
  (own) => (product) => product.brand === own,
)
const noun = trait(
  nouns,
  (own) =>
    ({ title, categoryPath }) =>
      title.replace(/\P{L}+$/u, '').endsWith(own) ||
      categoryPath.some((path) => placeOf(own).test(path)),
)
const persons = trait(
  ['women', 'men', 'kids'],
  (own) =>
    ({ gender, categoryPath }) =>
      ['unisex', own].includes(gender.toLowerCase()) ||
      categoryPath.some((path) => path.toLowerCase().startsWith(`${own}>`)),
)
const limits: Readonly<Record<string, (price: number, limit: number) => boolean>> = {
  under: (price, limit) => price < limit,
  over: (price, limit) => price > limit,
  max: (price, limit) => price <= limit,
  'at least': (price, limit) => price >= limit,
}
const price = fc
  .tuple(fc.constantFrom(...Object.keys(limits)), fc.integer({ min: 15, max: 400 }))
  .map(
    ([word, limit]): Trait => [
      `${word} ${limit}`,
      (product) => limits[word]?.(product.price, limit) === true,
    ],
  )
/** Words that no language has, and English ones that no product of the shop has. */
const nonsense = fc.array(fc.constantFrom(...'zub vrek qip glox wuzz jask'.split(' ')), {
  ...{ minLength: 2, maxLength: 3 },
})
const foreign =
  'wallet umbrella keyboard guitar toaster bicycle necklace perfume saddle carpet hammock teapot'
const noise = fc.oneof(
  nonsense.map((parts) => parts.join('')),
  fc.constantFrom(...foreign.split(' ')),
)
const describing = fc.constantFrom(
  ...'bedside electric foldable reversible fragrant glittery zubvrek'.split(' '),
)
const opener = fc.constantFrom(
  ...'|show me |do you have |i need |looking for |any |what about |Hi, i would like |can you recommend '.split(
    '|',
  ),
)
const closer = fc.constantFrom('', ' please', '?', ' thanks', ' if you have any')

const parts = fc.record({
  ...{ opener, closer, noun, colour, material, brand, price, persons, noise, describing },
})
type Parts = typeof parts extends fc.Arbitrary<infer Own> ? Own : never

type Part = 'noun' | 'colour' | 'material' | 'brand' | 'price' | 'persons'

/** Each product shown has to be all of it, and nothing behind a minus; the answer names noise and `describing`. */
const sold = [
  ...['{colour} {noun}s', '{noun}s in {colour} {price}', 'a {material} {noun} for {persons}'],
  ...['{noun}s by {brand}, {price}', '{noun}s but not {-colour}', '{noun}s for my {noise}'],
  ...['{colour} {noun}s without {-material}', 'something in {colour} by {brand} {price}'],
  ...['{noun}s with a {noise} {price}', 'a {describing} {noun} in {colour}'],
  ...['{noise} {noun}s {price}', '{noun}s, no {noise}'],
]
/** What is asked for is nothing that the shop has. */
const missing = [
  ...['a {noise}', '{colour} {noise} {price}', 'a {material} {noise} for {persons}'],
  ...['{noun} {noise}', '{noun}s and a {noise}', '{noise} in {colour} for my {noun}'],
  'something for my {noise} {price}',
]

const plural = (word: string) => (/s$/.test(word) ? word : `${word.replace(/f$/, 've')}s`)

const sayingOf = (form: string, own: Parts) =>
  form.replace(/\{-?(\w+)\}(s?)/g, (_, part: keyof Parts, ending: string) => {
    const word = String([own[part]].flat()[0])
    return ending ? plural(word) : word
  })

/** What is wrong with an answer; `undefined` if it is right. */
async function faultOf(form: string, own: Parts) {
  const { products, text } = await ask(`${own.opener}${sayingOf(form, own)}${own.closer}`)
  const [isSold, lower] = [sold.includes(form), text.toLowerCase()]
  const words = (['noise', 'describing'] as const).filter((part) => form.includes(`{${part}}`))
  const unnamed = words.map((part) => own[part]).find((word) => !lower.includes(word))
  const parts = [...form.matchAll(/\{(-?)(noun|colour|material|brand|price|persons)\}/g)]
  const isRight = (product: FeedProduct) =>
    parts.every(([, sign, part]) => own[part as Part][1](product) === (sign === ''))
  const wrong = isSold && products.find((product) => !isRight(product))
  const isSilent = products.length === 0 && isSold && words.length === 0 && feed.some(isRight)
  const faults = [
    unnamed && `does not name ${unnamed}`,
    !isSold && products.length > 0 && 'shows products for a thing that is not sold',
    wrong && `shows ${wrong.title}`,
    isSilent && 'shows nothing, though there are some',
  ]
  const fault = faults.find(Boolean)
  return fault ? `“${text}” ${fault}` : undefined
}

test(
  `of ${QUESTIONS} questions, each word is met by every product shown, or named; a thing that is not sold shows none`,
  () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...sold, ...missing), parts, async (form, own) => {
        expect(await faultOf(form, own), sayingOf(form, own)).toBeUndefined()
      }),
      { numRuns: QUESTIONS },
    ),
  3_600_000,
)

const ANSWERS = Number(process.env.SVC_ANSWERS ?? 150)
const things = ['Sneaker', 'Dress', 'Mug', 'Bag', 'Jacket', 'Lamp', 'Towel', 'Tent'] as const
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const euros = (price: number) => `€${Number.isInteger(price) ? price : price.toFixed(2)}`

/** Each size and colour of a product, and whether it is sold; sizes are left out that a shopper would not type. */
const isTyped = (size: string) => /^(EU )?\d+$|^[SML]$|^X+[SL]$/.test(size)
const offersOf = ({ variants }: FeedProduct) =>
  variants.filter(({ vColor, vSize }) => isTyped(vSize) && !vColor.includes('&')).slice(0, 3)

test(
  `${ANSWERS} answers tell the counts, prices and stock of the catalogue`,
  () =>
    fc.assert(
      fc.asyncProperty(
        colour,
        fc.constantFrom(...things),
        fc.integer({ min: 20, max: 400 }),
        async ([tone], thing, limit) => {
          const has = ({ variants, price, categoryPath }: FeedProduct) =>
            categoryPath.some((path) => placeOf(thing).test(path)) &&
            price < limit &&
            variants.some(({ vColor, vPrice }) => vColor === capital(tone) && vPrice[0] < limit)
          const turn = await ask(`${tone} ${plural(thing.toLowerCase())} under ${limit}`)
          expect(foundIn(turn.text), turn.text).toBe(feed.filter(has).length)
          const [first] = turn.products
          if (!first) return
          const cost = await ask('how much is the first one?', turn.state)
          expect(cost.text).toContain(euros(first.price))
          const stock = await ask('is the first one in stock?', turn.state)
          expect(stock.text.includes('is in stock'), stock.text).toBe(first.availability)
          for (const { vColor, vSize, vAvailability } of offersOf(first)) {
            const { text } = await ask(
              `do you have the first one in ${vColor.toLowerCase()}, size ${vSize}?`,
              turn.state,
            )
            expect(text.includes('in stock'), `${vColor} ${vSize}: ${text}`).toBe(vAvailability)
          }
        },
      ),
      { numRuns: ANSWERS },
    ),
  3_600_000,
)
