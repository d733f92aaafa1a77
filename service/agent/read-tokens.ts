import type { Token } from '../catalog/words.ts'
import { stopWords } from './stop-words.ts'
import type { FoundTerm, Term, Vocabulary } from './vocabulary.ts'
import type { FieldValues } from './wishes.ts'

/** What the single words of a message say. */
export interface ReadTokens {
  /** Sets of category paths; those of "boots or sneakers" are one set. */
  readonly categories: readonly (readonly string[])[]
  readonly values: FieldValues
  readonly excluded: FieldValues
  /** What is left: words that only a product's texts can know. */
  readonly words: readonly string[]
  readonly excludedWords: readonly string[]
  /** Fields that do not matter any more. */
  readonly cleared: readonly string[]
}

const negators = new Set([
  'not',
  'no',
  'without',
  'except',
  'excluding',
  'exclude',
  'dont',
  'nor',
  'hate',
  'avoid',
])
const clearers = new Set([
  'any',
  'all',
  'every',
  'whatever',
  'ignore',
  'forget',
  'no',
  'regardless',
])
const fillers = new Set(['the', 'of', 'a'])

/** A size in letters; single small ones are too often something else. */
const LETTER_SIZE = /^([SML]|[Xx]{1,3}[SsLl])$/
const NUMBER = /^\d{2,}$/

/** Reads a message word by word, the longest known term first. */
export function readTokens(tokens: readonly Token[], vocabulary: Vocabulary): ReadTokens {
  const notes = createNotes()
  let isNegated = false
  let at = 0

  /** Takes what begins here; tells how many words that is. */
  function take(): number {
    const token = tokens[at] as Token
    const cleared = clearedAt(tokens, at, vocabulary)
    if (cleared) return notes.clear(cleared.field, cleared.length)

    const found = sizeHere(tokens, at, vocabulary) ?? vocabulary.termAt(tokens, at)
    if (found) {
      notes.add(found.term, isNegated)
      isNegated &&= tokens[at + found.length]?.word === 'or'
      return found.length
    }
    if (negators.has(token.word)) isNegated = true
    else if (!stopWords.has(token.word)) {
      notes.addWord(token, isNegated)
      isNegated = false
    }
    return 1
  }

  while (at < tokens.length) at += take()
  return notes.read()
}

/** "Any colour", "whatever the size", "brand doesn't matter". */
function clearedAt(tokens: readonly Token[], at: number, { fieldNamed }: Vocabulary) {
  const word = (offset: number) => tokens[at + offset]?.word ?? ''
  if (clearers.has(word(0))) {
    const skipped = fillers.has(word(1)) ? 1 : 0
    const field = fieldNamed(word(1 + skipped))
    return field ? { field, length: 2 + skipped } : undefined
  }
  const field = fieldNamed(word(0))
  const doesNotMatter =
    /^(doesnt|dont|not)$/.test(word(1)) || /^does not$/.test(`${word(1)} ${word(2)}`)
  const length = word(2) === 'matter' ? 3 : 4
  return field && doesNotMatter && word(length - 1) === 'matter' ? { field, length } : undefined
}

/** A size where one is expected: after the word, in capitals, or a number of two digits. */
function sizeHere(
  tokens: readonly Token[],
  at: number,
  vocabulary: Vocabulary,
): FoundTerm | undefined {
  const { word, written } = tokens[at] as Token
  if (word === 'size') {
    const found = vocabulary.sizeAt(tokens, at + 1)
    return found && { ...found, length: found.length + 1 }
  }
  const isShouted = tokens.every((token) => token.written === token.written.toUpperCase())
  const looksLikeSize =
    NUMBER.test(word) || (LETTER_SIZE.test(written) && !(isShouted && tokens.length > 1))
  return looksLikeSize ? vocabulary.sizeAt(tokens, at) : undefined
}

/** Collects what is read. */
function createNotes() {
  let categories: readonly string[][] = []
  const values: Record<string, readonly string[]> = {}
  const excluded: Record<string, readonly string[]> = {}
  const words: string[] = []
  const excludedWords: string[] = []
  const cleared: string[] = []

  return {
    add(term: Term, isNegated: boolean) {
      if (term.kind === 'value') {
        const target = isNegated ? excluded : values
        target[term.field] = [...new Set([...(target[term.field] ?? []), ...term.values])]
      } else if (!isNegated) categories = [...categories, [...term.paths]]
      else excludedWords.push(...lastNames(term.paths))
    },
    addWord({ word, written }: Token, isNegated: boolean) {
      // A single letter or a number alone, as in "2 shirts", is in no product's text for a reason.
      if (word.length < 2 || /^\d/.test(word)) return
      const target = isNegated ? excludedWords : words
      target.push(written.toLowerCase())
    },
    clear(field: string, length: number) {
      cleared.push(field)
      return length
    },
    read: (): ReadTokens => ({ categories, values, excluded, words, excludedWords, cleared }),
  }
}

const lastNames = (paths: readonly string[]) => [
  ...new Set(paths.map((path) => (path.split('>').at(-1) ?? path).toLowerCase())),
]
