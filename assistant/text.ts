import nlp from 'compromise'
import dictionary from 'dictionary-en'
import { singular, tokensOf } from 'svc-tag-service'
import english from './english.json' with { type: 'json' }

/**
 * What a word does in its sentence. `asked`: it names what the shopper wants. `added`: it follows a comma.
 * `aside`: it follows "for", "with", "in" and the like. `told`: it is about the shopper, not about the request.
 */
export type Role = 'asked' | 'added' | 'aside' | 'told'

/** A word of a message. */
export interface Word {
  readonly text: string
  readonly lower: string
  /** What it is looked up by: lower case, singular, the first of its synonyms; `t-shirt` has two. */
  readonly keys: readonly string[]
  readonly start: number
  readonly end: number
  /** What stands between the previous word and this one, if it ends a phrase: a comma, a full stop. */
  readonly mark: string
  /** Parts of speech, as `compromise` sees them. */
  readonly tags: ReadonlySet<string>
  /** Whether it says nothing about a product: asking, buying, courtesies, praise. */
  readonly isFiller: boolean
  /** How it was understood: as a word of the catalogue, or as a number, a turn of phrase or a courtesy, which end a phrase. */
  use: 'term' | 'other' | undefined
  role: Role
  isUnwanted: boolean
}

/** A message whose words are accounted for one by one. */
export interface Account {
  readonly text: string
  readonly words: readonly Word[]
  /** The word at a place; an empty one beside the message. */
  at(index: number): Word
  /** The text, with the words accounted for blanked out, at the same places. */
  rest(): string
  mark(from: number, to: number, use?: Word['use']): void
  take(pattern: RegExp): RegExpExecArray | undefined
}

/** A blank that no pattern takes for a space. */
const BLANK = '\u0001'

/** A set of the words of a text. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Opens the account of a message: everyday wordings and contractions are written out, and numbers in digits. */
export function openAccount(message: string): Account {
  const text = asGroup(inDigits(plainly(message)))
  const words = wordsIn(text)
  const rest = () =>
    words.reduce(
      (all, { use, start, end }) =>
        use ? `${all.slice(0, start)}${BLANK.repeat(end - start)}${all.slice(end)}` : all,
      text,
    )
  return {
    text,
    words,
    at: (index) => words[index] ?? wordOf('', 0, '', new Set()),
    rest,
    mark(from, to, use = 'term') {
      for (const word of words.slice(from, to)) word.use = use
    },
    take(pattern) {
      const match = pattern.exec(rest())
      if (!match) return undefined
      const past = match.index + match[0].length
      const own = words.filter(({ start, end }) => start < past && end > match.index)
      for (const word of own) word.use ??= 'other'
      return match
    },
  }
}

const plainForms = english.plainForms.map((form) => {
  const [pattern = '', plain = ''] = form.split(' => ')
  return [new RegExp(pattern, 'giu'), plain] as const
})

const plainly = (message: string) =>
  plainForms.reduce(
    (text, [pattern, plain]) => text.replace(pattern, plain),
    message
      .normalize('NFC')
      .replace(/[’‘`´]/g, "'")
      .replace(/[“”"]/g, ' '),
  )

/** Number words that are quantities: not "one", which is mostly a pronoun, and no ordinals. */
const NUMBER_WORD = new RegExp(english.numbers.words, 'i')

function inDigits(written: string): string {
  const text = written.replace(/\bone(?=[\s-](?:person|people|lit(?:re|er)|year))/gi, '1')
  if (!NUMBER_WORD.test(text)) return text
  type Found = readonly { readonly text: string; readonly number?: { readonly num?: number } }[]
  return (nlp(text).numbers().json() as Found).reduce((all, { text: words, number }) => {
    const isQuantity = NUMBER_WORD.test(words) && !/(st|nd|rd|th)$/i.test(words)
    return isQuantity && number?.num ? all.replace(words, String(number.num)) : all
  }, text)
}

const PARTY = new RegExp(english.numbers.party, 'gi')

/** "2 adults and 2 kids" are 4 people, not products for kids; "for 4" is given up where nothing has such sizes. */
const asGroup = (text: string) =>
  text.replace(PARTY, (_, before: string | undefined, adults: string, kids: string) => {
    const count = (Number(adults) || 1) + (Number(kids) || 1)
    return before ? `for ${count}` : `${count} people`
  })

const WORD = /\d+(?:[.,]\d+)*|\p{L}[\p{L}\p{M}]*(?:'\p{L}+)*/gu
const PHRASE_END = /[,.;:!?()/\n]|\s[-–—]\s/

function wordsIn(text: string): readonly Word[] {
  const found = [...text.matchAll(WORD)]
  const tags = tagsOf(found.map(([word]) => word))
  return found.map((match, index) => {
    const before = found[index - 1]
    const between = before && text.slice(before.index + before[0].length, match.index)
    const mark = PHRASE_END.exec(between ?? '')?.[0].trim() ?? ''
    return wordOf(match[0], match.index, mark, new Set(tags[index]))
  })
}

/** The parts of speech of some words in a row; of each alone if the library splits the row differently. */
function tagsOf(words: readonly string[]): readonly (readonly string[])[] {
  type Term = { readonly text: string; readonly tags: readonly string[] }
  const sentences = nlp(words.join(' ')).json() as readonly { readonly terms: readonly Term[] }[]
  const terms = sentences.flatMap((own) => own.terms).filter((term) => term.text !== '')
  const isAlike = terms.length === words.length || words.length === 1
  return isAlike
    ? terms.map((term) => term.tags)
    : words.flatMap((word) => tagsOf([word]).slice(0, 1))
}

const functionTags = english.functionTags.split(' ')
const fillers = wordSet(english.fillers)

function wordOf(text: string, start: number, mark: string, tags: ReadonlySet<string>): Word {
  const lower = text.toLowerCase()
  return {
    ...{ text, lower, start, mark, tags, end: start + text.length },
    keys: tokensOf(text).map(({ word }) => word),
    // "Obviously"; but "fast" may say something.
    isFiller:
      fillers.has(lower) ||
      functionTags.some((tag) => tags.has(tag)) ||
      (tags.has('Adverb') && /ly$/.test(lower)),
    ...{ use: undefined, role: 'asked', isUnwanted: false },
  }
}

let dictionaryWords: ReadonlySet<string> | undefined

/** Whether English has a word, in any of its usual forms. */
export function isEnglish(word: string): boolean {
  const lines = () => new TextDecoder().decode(dictionary.dic).split('\n')
  dictionaryWords ??= new Set(lines().map((line) => line.split('/')[0] ?? ''))
  const known = dictionaryWords
  // Of a name there are no other forms: "lether" has nothing to do with the Lethe.
  const name = word.charAt(0).toUpperCase() + word.slice(1)
  const stems = ['ing', 'ed', 'er', 'est', 'ly', 'y']
    .filter((ending) => word.endsWith(ending))
    .map((ending) => word.slice(0, -ending.length))
  const forms = [word, name, word.toUpperCase(), singular(word)]
  return [...forms, ...stems, ...stems.map((stem) => `${stem}e`)].some((one) => known.has(one))
}
