import english from './english.json' with { type: 'json' }
import { wordSet } from './text.ts'

/** Words that say nothing about a product. Apart from product names and the words of the wishes, a sentence may contain only these. */
const HARMLESS = wordSet(english.harmless)

/** The facts that a language model turns into an answer. */
export interface Facts {
  readonly message: string
  readonly answer: string
  /** The wishes as the agent describes them: "red sneakers for kids". */
  readonly wishes: string
  readonly titles: readonly string[]
}

/**
 * Checks a language model's sentence before the page shows it. Product names must match the catalogue, written in
 * full or as `[1]`; any other name, number, price or statement about stock makes the result `undefined`.
 */
export function checkedSentence(sentence: string, facts: Facts): string | undefined {
  const text = sentence.trim()
  if (facts.answer.includes(text)) return text
  const titles = [...facts.titles].sort((a, b) => b.length - a.length)
  const bare = titles
    .reduce((rest, title) => rest.replaceAll(title, ' '), text)
    .replace(/\[(\d+)\]/g, (whole, place: string) =>
      facts.titles[Number(place) - 1] ? ' ' : whole,
    )
  const wishes = new Set(wordsOf(facts.wishes))
  const isKnown = (word: string) => HARMLESS.has(word) || wishes.has(word)
  // Rejects digits of any script, currency symbols, addresses and markup.
  const isPlain = /^[\p{Script=Latin}\s.,;:!?'’“”"()–—-]*$/u.test(bare)
  if (!isPlain || !wordsOf(bare).every(isKnown)) return undefined
  return text.replace(/\[(\d+)\]/g, (_, place: string) => facts.titles[Number(place) - 1] ?? '')
}

const wordsOf = (text: string) =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => word.length > 1 || word === 'i')

/** Checks a message that the model has restated in English; `undefined` if it contains numbers that the shopper did not write. */
export function checkedRequest(request: string, message: string): string | undefined {
  const numbers = request.match(/\p{Number}+/gu) ?? []
  const own = new Set(message.match(/\p{Number}+/gu) ?? [])
  return numbers.every((number) => own.has(number)) ? request : undefined
}
