import type { Token } from '../catalog/words.ts'
import type { Lexicon } from './chat-turn.ts'
import type { Constraint } from './constraints.ts'
import { either } from './describe.ts'
import { wordSet } from './word-repair.ts'

/** What becomes of words that are no term of the catalogue. */
export interface FreeWords {
  /** Words of products' texts that are to be there. */
  readonly wishes: readonly Constraint[]
  /** Words that mean nothing to the catalogue, as written. */
  readonly unknown: readonly string[]
  /** Those of them that stand where the thing asked for does: "a leather *wallet*". */
  readonly heads: readonly FreeHead[]
  readonly corrected: readonly { readonly from: string; readonly to: string }[]
}

/** An unknown name of what is asked for. */
export interface FreeHead {
  readonly word: string
  readonly role: Role
}

/**
 * How words stand in their clause: beside the matter ("for my garden"), as a thing ("a laptop"), as
 * what makes another thing of a kind ("watch *strap*"), or in any other way.
 */
export type Role = 'aside' | 'thing' | 'compound' | 'plain'

interface Beside {
  /** The kind asked for, here or before; empty for none. */
  readonly kinds: readonly Constraint[]
  /** Nothing else is said in the message so far. */
  readonly isAlone: boolean
}

/** Tells what some neighbouring words are. */
export function readFree(
  tokens: readonly Token[],
  role: Role,
  beside: Beside,
  { match }: Lexicon,
): FreeWords {
  const words = tokens.filter(isWord)
  // "First aid kit": where one of the words is nowhere, a product named Kit is not meant.
  const isFound = words.length === tokens.length && words.every(isFoundIn(beside, match))
  // "A laptop" asks for another kind than the bags with room for one.
  const isOther = role === 'compound' || (role === 'thing' && beside.kinds.length > 0)
  if (isFound && !isOther) return wishesFor(tokens, match)
  const isMeasure = words.length < tokens.length
  const unknown = isMeasure ? [textOf(tokens)] : tokens.map((token) => textOf([token]))
  const heads = words.length === 0 || role === 'aside' ? [] : [{ word: textOf(words), role }]
  return { wishes: [], unknown, heads, corrected: [] }
}

/** A word finds something of the kind asked for; a name, alone, too. */
const isFoundIn =
  ({ kinds, isAlone }: Beside, match: Lexicon['match']) =>
  ({ word, written }: Token): boolean =>
    kinds.length === 0
      ? isAlone && match.whereIs(word) === 'name'
      : match.count([...kinds, { kind: 'word', word: written.toLowerCase() }]) > 0

const PIECES_MOST = 12

/** Words before a kind are a part of it: "running shoes". A small number counts the pieces. */
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

/** Whether it is no number. */
export const isWord = ({ word }: Token) => !/^\d/.test(word)

/** Words as they were written. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ written }) => written.toLowerCase()).join(' ')

const prepositions = wordSet('for on in into onto at from beside near behind under over by with')
/** "Looking for", "interested in": what follows is asked for, and no circumstance. */
const askers = wordSet(
  'look looking search searching shop shopping hunt hunting ask asking interested',
)
const requests = wordSet('need want buy show find have sell get')
const articles = wordSet('a an')
const determiners = wordSet('my our his her their your the a an')
const placeholders = wordSet('one ones version option thing something')

/** What the words up to the next term are: asked for, beside the matter, where it goes, or a part of it. */
export type Context = 'asked' | 'aside' | 'aim' | 'part'

/**
 * The context that a word opens, or the one it stands in.
 *
 * @param isBesideKind - A kind was named before: what follows "for my" is where it goes.
 */
export function contextAt(
  tokens: readonly Token[],
  at: number,
  before: Context,
  isBesideKind: boolean,
): Context {
  const [last = '', word = '', next = ''] = [-1, 0, 1].map((step) => tokens[at + step]?.word)
  // "For a trip I need a wallet" asks for one.
  if (requests.has(word)) return 'asked'
  if (!prepositions.has(word)) return before
  if (isBesideKind && determiners.has(next)) return 'aim'
  // "With a leather strap" goes on after "leather".
  if (word === 'with') return 'part'
  return askers.has(last) ? 'asked' : 'aside'
}

/** How a word stands that is no term: "a laptop" is a thing, "a waterproof one" is not. */
export function roleAt(tokens: readonly Token[], at: number): Role {
  const isOne = [1, 2].some((step) => placeholders.has(tokens[at + step]?.word ?? ''))
  return articles.has(tokens[at - 1]?.word ?? '') && !isOne ? 'thing' : 'plain'
}

/** Whether words end in the singular, as a kind does that another word goes on from: "watch strap". */
export const isSingular = (tokens: readonly Token[]): boolean =>
  /([^s]|ss)$/i.test(tokens.at(-1)?.written ?? '')
