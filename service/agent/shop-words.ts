import { readFileSync } from 'node:fs'
import { topicNames } from './acts.ts'
import type { AssistantSettings } from './assistant.ts'

/** Shoppers' words that the catalogue does not use, and their meaning in the catalogue's words. */
export interface ShopWords {
  /**
   * Persons, occasions, activities. `words` are what shoppers say; `means` is looked up in the catalogue as if the
   * shopper had said any of its words. Words that the catalogue lacks are ignored.
   */
  readonly meanings: readonly Meaning[]
  /** What else to exclude with a value: "without leather" also excludes suede. */
  readonly includes: Readonly<Record<string, readonly string[]>>
}

/** One row of the table of meanings. */
export interface Meaning {
  readonly words: readonly string[]
  readonly means: readonly string[]
  /** How the answer names the occasion: "for a wedding". Absent for a person. */
  readonly label?: string
}

const words = (text: string) => text.split(', ')

/** The default table, for shops without their own. */
export const usualWords: ShopWords = {
  meanings: [
    {
      words: words(
        'dad, daddy, father, grandfather, grandpa, grandad, husband, hubby, boyfriend, bf, brother, uncle, fiance, guy, guys, bloke, lad, gentleman, him',
      ),
      means: ['men'],
    },
    {
      words: words(
        'mom, mum, mummy, mother, grandmother, grandma, granny, gran, nan, wife, girlfriend, gf, sister, aunt, auntie, fiancee, her',
      ),
      means: ['women'],
    },
    {
      words: words(
        'son, daughter, nephew, niece, grandson, granddaughter, grandchild, baby, teenager, kiddo, little one',
      ),
      means: ['kids'],
    },
    {
      words: words('to wear, clothes, clothing, outfit, wardrobe'),
      means: words('clothing, shoes, accessories'),
    },
    {
      words: words('wedding, wedding guest, black tie, gala, ball, ceremony'),
      means: words('dress, heels, loafers, shirts, skirt, pleated trousers, scarves, watches'),
      label: 'a wedding',
    },
    {
      words: words('office, work, business, interview'),
      means: words('shirts, trousers, loafers, dress, skirt, knitwear, bags, watches, belts'),
      label: 'work',
    },
    {
      words: words('party, dancing, night out'),
      means: words('dress, heels, skirt, shirts, loafers, bags'),
      label: 'a party',
    },
    {
      words: words('beach, pool, holiday, vacation'),
      means: words('sandals, towels, caps, t-shirts, dress'),
      label: 'the beach',
    },
    {
      words: words('gym, workout, jogging'),
      means: words('sneakers, t-shirts, hoodies, bottles'),
      label: 'sport',
    },
    { words: words('cooking, cook, baking'), means: words('kitchen'), label: 'cooking' },
    { words: words('coffee, tea, cocoa'), means: words('mugs'), label: 'hot drinks' },
    { words: words('school'), means: words('school bags, bottles'), label: 'school' },
    { words: words('hike, trekking, mountains'), means: words('hiking'), label: 'a hike' },
  ],
  includes: { leather: ['suede', 'nubuck'], wool: ['lambswool', 'cashmere'] },
}

/** For each key, the check of its value and what the value must be. */
const rules: Readonly<
  Record<string, readonly [isGood: (value: unknown) => boolean, form: string]>
> = {
  currency: [(value) => typeof value === 'string', 'a text'],
  countries: [isTexts, 'a list of texts'],
  answers: [isAnswers, `texts by topic: ${topicNames.join(', ')}`],
  meanings: [
    isMeanings,
    'a list of {"words": […], "means": […]}, with a "label" where it is an occasion',
  ],
  includes: [(value) => Object.values(Object(value)).every(isTexts), 'lists of texts by word'],
}

/**
 * Reads a shop's assistant settings from a JSON file: `currency`, `answers` by topic, `countries`, `meanings` and
 * `includes`. Missing keys keep their defaults.
 *
 * @throws Error with one line that names the file and the place in it.
 */
export function readAssistantFile(file: string): AssistantSettings {
  const fail = (fault: string) => new Error(`--assistant ${file}: ${fault}`)
  const given = parsed(file, fail)
  for (const [key, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined
    if (!rule) throw fail(`"${key}" is unknown; write ${Object.keys(rules).join(', ')}.`)
    const [isGood, form] = rule
    if (!isGood(value)) throw fail(`"${key}" must be ${form}.`)
  }
  const { meanings, includes, ...settings } = given as AssistantSettings & Partial<ShopWords>
  const { meanings: usual, includes: usualIncludes } = usualWords
  return {
    ...settings,
    words: { meanings: meanings ?? usual, includes: includes ?? usualIncludes },
  }
}

function parsed(file: string, fail: (fault: string) => Error): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw fail(`cannot be read. ${(error as Error).message}`)
  }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

function isAnswers(value: unknown): boolean {
  return Object.entries(Object(value)).every(
    ([topic, text]) => topicNames.includes(topic) && typeof text === 'string',
  )
}

function isMeanings(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (row) =>
        isTexts(row?.words) &&
        isTexts(row?.means) &&
        ['string', 'undefined'].includes(typeof row?.label),
    )
  )
}
