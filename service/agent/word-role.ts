import type { Token } from '../catalog/words.ts'
import type { Role } from './free-words.ts'

const wordSet = (text: string) => new Set(text.split(' '))
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
