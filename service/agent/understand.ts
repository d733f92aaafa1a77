import { type Token, tokensOf } from '../catalog/words.ts'
import type { FieldValues, Order } from './criteria.ts'
import { type Phrase, takePhrases } from './phrases.ts'
import { type PriceLimits, takePrices } from './prices.ts'
import { stopWords } from './stop-words.ts'
import type { FoundTerm, Term, Vocabulary } from './vocabulary.ts'

/** The meaning of one message. */
export interface Understanding extends NamedThings {
  readonly price: PriceLimits | undefined
  /** Compared with what was shown before. */
  readonly priceStep: 'cheaper' | 'dearer' | undefined
  readonly isAnyPrice: boolean
  readonly order: Order | undefined
  readonly isNew: boolean
  readonly isOnSale: boolean
  /** "Also in green": beside what was asked before, not in its place. */
  readonly isAddition: boolean
  readonly talk: Talk | undefined
}

/** The things that single words of a message name. */
interface NamedThings {
  /** Sets of category paths; those of "boots or sneakers" are one set. */
  readonly categories: readonly (readonly string[])[]
  readonly values: FieldValues
  readonly excluded: FieldValues
  /** The words that are left: only a product's texts can know them. */
  readonly words: readonly string[]
  readonly excludedWords: readonly string[]
  /** Fields that do not matter any more. */
  readonly cleared: readonly string[]
}

/** The kind of a message that is no question for products. */
export type Talk = Extract<Phrase, 'restart' | 'more' | 'greeting' | 'thanks' | 'help'>

const talks: readonly Talk[] = ['restart', 'more', 'help', 'thanks', 'greeting']
const orders: readonly Order[] = ['cheapest', 'dearest', 'best']
const steps = ['cheaper', 'dearer'] as const

/** Understands a message in the words of a catalogue. The same words always mean the same. */
export function understand(message: string, vocabulary: Vocabulary): Understanding {
  const { limits, rest } = takePrices(message)
  const { found, rest: plain } = takePhrases(rest)
  return {
    ...readTokens(tokensOf(plain), vocabulary),
    price: limits,
    priceStep: steps.find((step) => found.has(step)),
    isAnyPrice: found.has('anyPrice'),
    order: orders.find((order) => found.has(order)),
    isNew: found.has('isNew'),
    isOnSale: found.has('isOnSale'),
    isAddition: found.has('addition'),
    talk: talks.find((talk) => found.has(talk)),
  }
}

/** Whether a message says anything about products. */
export const isAboutProducts = (said: Understanding): boolean =>
  isRelaxation(said) ||
  said.isNew ||
  said.isOnSale ||
  said.price !== undefined ||
  said.priceStep !== undefined ||
  said.order !== undefined ||
  namesThings(said)

/** Whether a message only takes limits back: "any price", "any colour". */
export const isRelaxation = (said: Understanding): boolean =>
  !namesThings(said) && (said.isAnyPrice || said.cleared.length > 0)

const namesThings = ({ categories, words, excludedWords, values, excluded }: NamedThings) =>
  [categories, words, excludedWords, Object.keys(values), Object.keys(excluded)].some(
    (list) => list.length > 0,
  )

const wordSet = (text: string) => new Set(text.split(' '))
const negators = wordSet('not no without except excluding exclude dont nor hate avoid')
const clearers = wordSet('any all every whatever ignore forget no regardless')
const fillers = wordSet('the of a')

/** Reads a message word by word, the longest known term first. */
function readTokens(tokens: readonly Token[], vocabulary: Vocabulary): NamedThings {
  const notes = createNotes()
  let isNegated = false

  /** Takes what begins at a place and returns how many words that is. */
  function take(token: Token, at: number): number {
    const cleared = clearedAt(tokens, at, vocabulary)
    if (cleared) return notes.clear(cleared.field, cleared.length)
    const found = sizeAt(tokens, at, vocabulary) ?? vocabulary.termAt(tokens, at)
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

  for (let at = 0; at < tokens.length; ) at += take(tokens[at] as Token, at)
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
  const said = [word(1), word(2), word(3)].join(' ')
  const [negation] = /^(doesnt|dont|not|does not) matter/.exec(said) ?? []
  return field && negation ? { field, length: 1 + negation.split(' ').length } : undefined
}

/** A size in letters; single small ones are too often something else. */
const LETTER_SIZE = /^([SML]|[Xx]{1,3}[SsLl])$/
const NUMBER = /^\d{2,}$/

/** A size where one is expected: after the word, in capitals, or a number of two digits. */
function sizeAt(tokens: readonly Token[], at: number, vocabulary: Vocabulary) {
  const { word, written } = tokens[at] as Token
  if (word === 'size') {
    const found: FoundTerm | undefined = vocabulary.sizeAt(tokens, at + 1)
    return found && { ...found, length: found.length + 1 }
  }
  const isShouted = tokens.length > 1 && tokens.every((token) => /^\P{Ll}+$/u.test(token.written))
  const looksLikeSize = NUMBER.test(word) || (LETTER_SIZE.test(written) && !isShouted)
  return looksLikeSize ? vocabulary.sizeAt(tokens, at) : undefined
}

/** Collects what is read. */
function createNotes() {
  const categories: (readonly string[])[] = []
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
      } else if (isNegated) {
        excludedWords.push(...new Set(term.paths.map((path) => lastName(path))))
      } else categories.push(term.paths)
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
    read: (): NamedThings => ({ categories, values, excluded, words, excludedWords, cleared }),
  }
}

const lastName = (path: string) => (path.split('>').at(-1) ?? path).toLowerCase()
