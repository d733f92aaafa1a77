import type { Token } from '../catalog/words.ts'
import type { Lexicon } from './chat-turn.ts'
import type { Constraint } from './constraints.ts'
import { either } from './describe.ts'
import { wordSet } from './word-repair.ts'

/** The result for words that are not terms of the catalogue. */
export interface FreeWords {
  readonly wishes: readonly Constraint[]
  readonly unknown: readonly string[]
  /** Unknown words where the requested product is expected: "a leather *wallet*". */
  readonly heads: readonly FreeHead[]
  readonly corrected: readonly { readonly from: string; readonly to: string }[]
}

/** An unknown name for the requested product. */
export interface FreeHead {
  readonly word: string
  readonly role: Role
}

/**
 * The role of words in their clause: an aside ("for my garden"), a thing ("a laptop"), the second part of a
 * compound ("watch *strap*"), or plain.
 */
export type Role = 'aside' | 'thing' | 'compound' | 'plain'

interface Beside {
  /** The kinds of product asked for in this message or before; may be empty. */
  readonly kinds: readonly Constraint[]
  /** The message contains nothing else so far. */
  readonly isAlone: boolean
}

/** Interprets a group of neighbouring words. */
export function readFree(
  tokens: readonly Token[],
  role: Role,
  beside: Beside,
  { match }: Lexicon,
): FreeWords {
  const words = tokens.filter(isWord)
  // "First aid kit": if one of the words is unknown, a product named Kit is not what the shopper wants.
  const isFound = words.length === tokens.length && words.every(isFoundIn(beside, match))
  // "A laptop" asks for a laptop, not for the bags that have room for one.
  const isOther = role === 'compound' || (role === 'thing' && beside.kinds.length > 0)
  if (isFound && !isOther) return wishesFor(tokens, match)
  const isMeasure = words.length < tokens.length
  const unknown = isMeasure ? [textOf(tokens)] : tokens.map((token) => textOf([token]))
  const heads = words.length === 0 || role === 'aside' ? [] : [{ word: textOf(words), role }]
  return { wishes: [], unknown, heads, corrected: [] }
}

/** Whether a word occurs among the requested kind; without a kind, only a word in names counts, and only alone. */
const isFoundIn =
  ({ kinds, isAlone }: Beside, match: Lexicon['match']) =>
  ({ word, written }: Token): boolean =>
    kinds.length === 0
      ? isAlone && match.whereIs(word) === 'name'
      : match.count([...kinds, { kind: 'word', word: written.toLowerCase() }]) > 0

const PIECES_MOST = 12

/** Words before a kind belong to it: "running shoes". A small number is a quantity. */
export function wishesFor(tokens: readonly Token[], match: Lexicon['match']): FreeWords {
  const words = tokens.filter(isWord)
  return {
    wishes: words.map(({ written }) => ({ kind: 'word', word: written.toLowerCase() })),
    unknown: tokens.filter(({ word }) => Number(word) > PIECES_MOST).map(({ word }) => word),
    heads: [],
    corrected: words.flatMap(({ word, written }) => {
      const others = match.standInsFor(word)
      return others.length > 0 ? [{ from: written.toLowerCase(), to: either(others) }] : []
    }),
  }
}

/** Whether a token is a word rather than a number. */
export const isWord = ({ word }: Token) => !/^\d/.test(word)

/** Words as they were written. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ written }) => written.toLowerCase()).join(' ')

const prepositions = wordSet('for on in into onto at from beside near behind under over by with')
/** "Looking for", "interested in": the words that follow are the request, not an aside. */
const askers = wordSet(
  'look looking search searching shop shopping hunt hunting ask asking interested',
)
const requests = wordSet('need want buy show find have sell get')
const articles = wordSet('a an')
const determiners = wordSet('my our his her their your the a an')
const placeholders = wordSet('one ones version option thing something')

/** The role of the words up to the next term: the request, an aside, its purpose, or one of its parts. */
export type Context = 'asked' | 'aside' | 'aim' | 'part'

/**
 * The context that a word opens, or else the current one.
 *
 * @param isBesideKind - Whether a kind was named before; then "for my" introduces its purpose.
 */
export function contextAt(
  tokens: readonly Token[],
  at: number,
  before: Context,
  isBesideKind: boolean,
): Context {
  const [last = '', word = '', next = ''] = [-1, 0, 1].map((step) => tokens[at + step]?.word)
  // "For a trip I need a wallet" asks for a wallet.
  if (requests.has(word)) return 'asked'
  if (!prepositions.has(word)) return before
  if (isBesideKind && determiners.has(next)) return 'aim'
  // In "with a leather strap", "strap" belongs to the words before it, after "leather" too.
  if (word === 'with') return 'part'
  return askers.has(last) ? 'asked' : 'aside'
}

/** The role of an unknown word: "a laptop" is a thing, "a waterproof one" is not. */
export function roleAt(tokens: readonly Token[], at: number): Role {
  const isOne = [1, 2].some((step) => placeholders.has(tokens[at + step]?.word ?? ''))
  return articles.has(tokens[at - 1]?.word ?? '') && !isOne ? 'thing' : 'plain'
}

/** Whether the words end in the singular, so that the next word may form a compound: "watch strap". */
export const isSingular = (tokens: readonly Token[]): boolean =>
  /([^s]|ss)$/i.test(tokens.at(-1)?.written ?? '')
