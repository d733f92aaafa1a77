import { type Token, tokensOf } from '../catalog/words.ts'
import type { Lexicon } from './chat-turn.ts'
import { type Constraint, type Drop, isKind } from './constraints.ts'
import {
  type Context,
  contextAt,
  type FreeHead,
  type FreeWords,
  isSingular,
  isWord,
  type Role,
  readFree,
  roleAt,
  textOf,
  wishesFor,
} from './free-words.ts'
import { rangeAt, sizeAt } from './size-range.ts'
import type { ChatState } from './state.ts'
import { takenBackAt } from './taken-back.ts'
import { stopWords, wordSet } from './word-repair.ts'

/** What the words of one clause refer to. */
export interface Clause extends Omit<FreeWords, 'wishes'> {
  readonly add: readonly Constraint[]
  readonly drop: readonly Drop[]
  /** Whether the clause asks for a kind of product rather than mentioning one: "a knife *for the kitchen*". */
  readonly isKindAsked: boolean
}

const negators = wordSet(
  'not no without except excluding exclude dont doesnt didnt isnt arent nor hate avoid dislike',
)
const alternatives = wordSet('or nor')

/** What came before a clause: earlier in the message, and in earlier messages. */
interface Before {
  readonly earlier: readonly Constraint[]
  readonly state: ChatState
}

/** Reads a clause word by word, trying the longest known term first. */
export function readClause(text: string, { earlier, state }: Before, lexicon: Lexicon): Clause {
  const tokens = tokensOf(text)
  const { vocabulary, match } = lexicon
  const add: Constraint[] = []
  const drop: Drop[] = []
  const unknown: string[] = []
  const heads: FreeHead[] = []
  const corrected: { from: string; to: string }[] = []
  let isNegated = false
  let isKindAsked = false
  let context: Context = 'asked'
  /** The position after a singular kind, where a compound may continue. */
  let compoundAt = -1
  /** Unknown words are held back until the next term: before a kind, they belong to it. */
  let free: { readonly tokens: Token[]; readonly role: Role } = { tokens: [], role: 'plain' }

  function takeTerm(term: Constraint, said: readonly Token[]) {
    if (isKind(term)) {
      if (context === 'aim') return takeAim(said)
      takeKind()
    }
    return add.push(isNegated ? unwanted(term, said) : term)
  }

  /** "A lamp for my table" does not ask for a table. */
  function takeAim(said: readonly Token[]) {
    settle()
    unknown.push(textOf(said))
  }

  function takeKind() {
    const isAsked = context === 'asked'
    settle(isAsked ? wishesFor(free.tokens, match) : undefined)
    isKindAsked ||= isAsked && !isNegated
  }

  /** Excludes a term, with the values it includes; a single word also excludes titles that contain it. */
  function unwanted(term: Constraint, [first, ...others]: readonly Token[]): Constraint {
    if (term.kind !== 'value') return { ...term, not: true } as Constraint
    const isOne = first && others.length === 0 && isWord(first)
    return { ...vocabulary.included(term), ...(isOne && { titles: [first.word] }), not: true }
  }

  function settle(as?: FreeWords) {
    const own = [...earlier, ...add]
    const kinds = (own.some(isKind) ? own : [...state.constraints, ...own]).filter(isKind)
    const beside = { kinds, isAlone: own.length === 0 }
    const found =
      as ?? (free.tokens.length > 0 && readFree(free.tokens, free.role, beside, lexicon))
    free = { tokens: [], role: 'plain' }
    if (!found) return
    add.push(...found.wishes)
    unknown.push(...found.unknown)
    heads.push(...found.heads)
    corrected.push(...found.corrected)
  }

  function repairedAt({ word, written }: Token, at: number) {
    const to = stopWords.has(word) ? undefined : vocabulary.repair(word)
    const found = to && vocabulary.termAt([...tokensOf(to), ...tokens.slice(at + 1)], 0)
    if (found) corrected.push({ from: written.toLowerCase(), to })
    return found || undefined
  }

  function takeFree(token: Token, at: number) {
    if (negators.has(token.word)) isNegated = true
    else if (isContent(token)) takeContent(token, at)
    else if (!isNegated) settle()
  }

  function takeContent(token: Token, at: number) {
    if (tokens[at - 1]?.word === 'size') return unknown.push(`size ${token.written}`)
    if (isNegated && isWord(token) && free.tokens.length === 0) return takeUnwanted(token)
    const role = roleOf(at)
    if (free.role === 'aside' && role !== 'aside') settle()
    if (free.tokens.length === 0) free = { tokens: [], role }
    return free.tokens.push(token)
  }

  function roleOf(at: number): Role {
    if (at === compoundAt) return 'compound'
    if (context !== 'asked') return 'aside'
    return [...earlier, ...add].some(isKind) ? 'plain' : roleAt(tokens, at)
  }

  function takeUnwanted(token: Token) {
    isNegated = false
    const word = token.written.toLowerCase()
    if (match.whereIs(token.word) === 'name') add.push({ kind: 'word', word, not: true })
    else unknown.push(word)
  }

  /** Reads the term that begins at a position and returns its length in words. */
  function take(token: Token, at: number): number {
    context = contextAt(tokens, at, context, add.some(isKind))
    const takenBack = takenBackAt(tokens, at, state, lexicon)
    if (takenBack) {
      drop.push(...takenBack.drops)
      return takenBack.length
    }
    const found =
      sizeAt(tokens, at, lexicon) ?? vocabulary.termAt(tokens, at) ?? repairedAt(token, at)
    if (!found) {
      takeFree(token, at)
      return 1
    }
    return takeFound(found, at)
  }

  function takeFound(found: { term: Constraint; length: number }, at: number): number {
    const end = at + found.length
    const { term, length } = rangeAt(tokens, end, found.term, lexicon)
    const said = tokens.slice(at, end)
    takeTerm(term, said)
    if (context === 'aside') context = 'asked'
    compoundAt = isKind(term) && isSingular(said) ? end : -1
    isNegated &&= alternatives.has(tokens[end]?.word ?? '')
    return found.length + length
  }

  for (let at = 0; at < tokens.length; ) at += take(tokens[at] as Token, at)
  settle()
  return { add, drop, unknown, heads, corrected, isKindAsked }
}

/** A number without a term counts as a word; other single characters are ignored. */
const isContent = ({ word }: Token) => !stopWords.has(word) && (word.length > 1 || /\d/.test(word))
