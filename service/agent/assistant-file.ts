import { readFileSync } from 'node:fs'
import { topicNames } from './acts.ts'
import type { AssistantSettings } from './assistant.ts'
import { type ShopWords, usualWords } from './shop-words.ts'

/** For each key: whether a value will do, and what it has to be. */
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
 * Reads a shop's settings of its assistant from a JSON file: `currency`, `answers` by topic,
 * `countries`, `meanings` and `includes`. What the file leaves out is as usual.
 *
 * @throws Error in one line that names the file and the place in it.
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
