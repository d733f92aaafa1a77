import { readFileSync } from 'node:fs'
import type { AssistantSettings, ShopWords } from 'svc-tag-service'
import english from './english.json' with { type: 'json' }
import usual from './usual-words.json' with { type: 'json' }

/** The words for shops without their own. */
export const usualWords: ShopWords = {
  ...usual,
  persons: Object.fromEntries(
    Object.entries(english.persons).map(([name, words]) => [name, words.split(' ')]),
  ),
}

type Rule = readonly [isGood: (value: unknown) => boolean, form: string]

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isMap = (isGood: (value: unknown) => boolean) => (value: unknown) =>
  Object(value) === value && !Array.isArray(value) && Object.values(value as object).every(isGood)
const isMeaning = (row: unknown): boolean => {
  const { words, means, label = '' } = Object(row) as Readonly<Record<string, unknown>>
  return isTexts(words) && isTexts(means) && isText(label)
}
const MEANINGS = 'a list of {"words": […], "means": […]}, with a "label" where it is an occasion'

/** For each key, the check of its value and what the value must be. */
const rules: ReadonlyMap<string, Rule> = new Map([
  ['currency', [isText, 'a text']],
  ['countries', [isTexts, 'a list of texts']],
  ['contactPage', [isText, 'an address']],
  [
    'searchPage',
    [(value) => isText(value) && value.includes('{query}'), 'an address with {query}'],
  ],
  ['answers', [isMap(isText), 'texts by topic']],
  ['meanings', [(value) => Array.isArray(value) && value.every(isMeaning), MEANINGS]],
  ['persons', [isMap(isTexts), 'lists of texts by person']],
  ['includes', [isMap(isTexts), 'lists of texts by word']],
])

/** Reads a shop's assistant settings from a JSON file. Missing keys keep their defaults. Throws Error with one line that names the file and the place in it. */
export function readAssistantFile(file: string): AssistantSettings {
  const fail = (fault: string) => new Error(`--assistant ${file}: ${fault}`)
  const given = parsed(file, fail)
  for (const [key, value] of Object.entries(given)) {
    const [isGood, form] = rules.get(key) ?? []
    if (!isGood) throw fail(`"${key}" is unknown; write ${[...rules.keys()].join(', ')}.`)
    if (!isGood(value)) throw fail(`"${key}" must be ${form}.`)
  }
  const { meanings, persons, includes } = { ...usualWords, ...given } as ShopWords
  return { ...given, words: { meanings, persons, includes } }
}

function parsed(file: string, fail: (fault: string) => Error): object {
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw fail(`cannot be read. ${(error as Error).message}`)
  }
}
