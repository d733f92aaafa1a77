import { canonicalOf } from '../catalog/synonyms.ts'
import { singular, type Token, tokensOf } from '../catalog/words.ts'
import { type Constraint, type Drop, isKind } from './constraints.ts'
import { either } from './describe.ts'
import type { Lexicon } from './lexicon.ts'
import { sizeRangeAt } from './size-range.ts'
import type { ChatState } from './state.ts'
import { stopWords } from './stop-words.ts'
import { takenBackAt } from './taken-back.ts'

/** What the words of a message name. */
export interface Reading {
  readonly add: readonly Constraint[]
  readonly drop: readonly Drop[]
  /** Words that mean nothing to the catalogue, as written. */
  readonly unknown: readonly string[]
  readonly corrected: readonly { readonly from: string; readonly to: string }[]
}

const wordSet = (text: string) => new Set(text.split(' '))
const negators = wordSet(
  'not no without except excluding exclude dont doesnt didnt isnt arent nor hate avoid dislike',
)
const prepositions = wordSet('for on in into onto beside near behind under over by with')
const determiners = wordSet('my our his her their your the a an')
const alternatives = wordSet('or nor')

/** Reads a message clause by clause, word by word, the longest known term first. */
export function readWords(text: string, state: ChatState, lexicon: Lexicon): Reading {
  const clauses = compounded(text).split(/[,;.!?]+(?=\s|$)/)
  const all = clauses.map((clause) => createReader(tokensOf(clause), state, lexicon).read())
  return {
    add: all.flatMap(({ add }) => add),
    drop: all.flatMap(({ drop }) => drop),
    unknown: all.flatMap(({ unknown }) => unknown),
    corrected: all.flatMap(({ corrected }) => corrected),
  }
}

/** "Rain coat" as "raincoat", where the whole has a synonym. */
const compounded = (text: string) =>
  text.replace(/(\p{L}+)[ -](?=(\p{L}+))/gu, (whole, one: string, other: string) => {
    const joined = singular(`${one}${other}`.toLowerCase())
    return canonicalOf(joined) === joined ? whole : one
  })

function createReader(tokens: readonly Token[], state: ChatState, lexicon: Lexicon) {
  const { vocabulary, match } = lexicon
  const add: Constraint[] = []
  const drop: Drop[] = []
  const unknown: string[] = []
  const corrected: { from: string; to: string }[] = []
  let isNegated = false
  let isPurpose = false
  /** Free words wait for what follows: before a kind they are a part of it. */
  let free: Token[] = []

  function place(term: Constraint, said: readonly Token[]) {
    if (isPurpose && isKind(term)) return settle(false)
    if (term.kind === 'place') settle(true)
    return add.push(isNegated ? unwanted(term, said) : term)
  }

  /** What is not wanted, with what goes along; a word counts in titles as well. */
  function unwanted(term: Constraint, [first, ...others]: readonly Token[]): Constraint {
    if (term.kind !== 'value') return { ...term, not: true } as Constraint
    const isWord = first && others.length === 0 && !/\d/.test(first.word)
    return { ...vocabulary.included(term), ...(isWord && { titles: [first.word] }), not: true }
  }

  /** "A lamp for my table" asks for no table: what follows the kind says where it goes. */
  function isAim(at: number): boolean {
    const [one = '', other = ''] = [tokens[at]?.word, tokens[at + 1]?.word]
    return prepositions.has(one) && determiners.has(other) && add.some(isKind)
  }

  function settle(isBeforeKind: boolean) {
    const places = free.map(({ word }) => match.whereIs(word))
    // "First aid kit": where one of the words is nowhere, a product named Kit is not meant.
    const isBroken = places.includes(undefined)
    for (const [at, token] of free.entries()) {
      const isWish = isBeforeKind || (!isBroken && isFound(token, places[at]))
      if (isWish) wish(token)
      else unknown.push(token.written.toLowerCase())
    }
    free = []
  }

  /** A word that is not part of a kind is a wish where it finds something of the kind asked for; a name, alone, too. */
  function isFound({ written }: Token, where: 'name' | 'prose' | undefined): boolean {
    const kinds = [...state.constraints, ...add].filter(({ kind }) => kind === 'place')
    if (kinds.length === 0) return where === 'name' && add.length === 0
    return match.count([...kinds, { kind: 'word', word: written.toLowerCase() }]) > 0
  }

  function wish({ word, written }: Token) {
    add.push({ kind: 'word', word: written.toLowerCase() })
    const others = match.standInsFor(word)
    if (others.length > 0) corrected.push({ from: written.toLowerCase(), to: either(others) })
  }

  function repairedAt({ word, written }: Token, at: number) {
    const to = stopWords.has(word) ? undefined : vocabulary.repair(word)
    const found = to && vocabulary.termAt([...tokensOf(to), ...tokens.slice(at + 1)], 0)
    if (found) corrected.push({ from: written.toLowerCase(), to })
    return found || undefined
  }

  /** Takes a word that names nothing. */
  function takeFree(token: Token) {
    if (negators.has(token.word)) isNegated = true
    else if (isContent(token)) takeContent(token)
    else if (!isNegated) settle(false)
  }

  function takeContent(token: Token) {
    if (!isNegated) return free.push(token)
    isNegated = false
    const isThere = match.whereIs(token.word) === 'name'
    return isThere && add.push({ kind: 'word', word: token.written.toLowerCase(), not: true })
  }

  /** Takes what begins at a place and returns how many words that is. */
  function take(token: Token, at: number): number {
    isPurpose = prepositions.has(token.word) ? isAim(at) : isPurpose
    const takenBack = takenBackAt(tokens, at, state, lexicon)
    if (takenBack) {
      drop.push(...takenBack.drops)
      return takenBack.length
    }
    const found =
      sizeAt(tokens, at, lexicon) ?? vocabulary.termAt(tokens, at) ?? repairedAt(token, at)
    if (!found) {
      takeFree(token)
      return 1
    }
    const { term, length } = rangeAt(found.term, at + found.length)
    place(term, tokens.slice(at, at + found.length))
    isNegated &&= alternatives.has(tokens[at + found.length]?.word ?? '')
    return found.length + length
  }

  /** "Or more" after a size. */
  function rangeAt(term: Constraint, at: number) {
    const { sizeColumn } = lexicon
    return sizeColumn && term.kind === 'value' && term.field === sizeColumn.field.name
      ? sizeRangeAt(tokens, at, term, sizeColumn.values.map(String))
      : { term, length: 0 }
  }

  return {
    read(): Reading {
      for (let at = 0; at < tokens.length; ) at += take(tokens[at] as Token, at)
      settle(false)
      return { add, drop, unknown, corrected }
    },
  }
}

const isContent = ({ word }: Token) => !stopWords.has(word) && word.length > 1 && !/^\d/.test(word)

/** A size in letters; single small ones are too often something else. */
const LETTER_SIZE = /^([SML]|[Xx]{1,3}[SsLl])$/
const NUMBER = /^\d{2,}$/

/** A size where one is expected: after the word, in capitals, or a number of two digits. */
function sizeAt(tokens: readonly Token[], at: number, { vocabulary }: Lexicon) {
  const { word, written } = tokens[at] as Token
  if (word === 'size') {
    const found = vocabulary.sizeAt(tokens, at + 1)
    return found && { ...found, length: found.length + 1 }
  }
  const isShouted = tokens.length > 1 && tokens.every((token) => /^\P{Ll}+$/u.test(token.written))
  const looksLikeSize = NUMBER.test(word) || (LETTER_SIZE.test(written) && !isShouted)
  return looksLikeSize ? vocabulary.sizeAt(tokens, at) : undefined
}
