import { canonicalOf } from '../catalog/synonyms.ts'
import { singular } from '../catalog/words.ts'
import type { Lexicon } from './chat-turn.ts'
import { isKind } from './constraints.ts'
import { type Clause, readClause } from './read-clause.ts'
import type { ChatState } from './state.ts'

/** What the words of a message refer to. */
export interface Reading extends Omit<Clause, 'heads' | 'isKindAsked'> {
  /**
   * Unknown words where the requested product is expected: "a leather *wallet*", "a watch *strap*".
   * The shop may not sell it, so no product matches.
   */
  readonly heads: readonly string[]
}

/** Reads a message clause by clause, trying the longest known term first. */
export function readWords(text: string, state: ChatState, lexicon: Lexicon): Reading {
  const clauses = compounded(text).split(/[,;.!?]+(?=\s|$)/)
  const all: Clause[] = []
  for (const clause of clauses) {
    const earlier = all.flatMap(({ add }) => add)
    all.push(readClause(clause, { earlier, state }, lexicon))
  }
  return {
    add: all.flatMap(({ add }) => add),
    drop: all.flatMap(({ drop }) => drop),
    unknown: all.flatMap(({ unknown }) => unknown),
    heads: headsIn(all, state, /\b(gift|present)s?\b/i.test(text)),
    corrected: all.flatMap(({ corrected }) => corrected),
  }
}

/**
 * Beside a kind, only the second part of a compound is a head. A separate clause after an earlier kind is a remark
 * ("in navy, my favourite"), and so is one after a gift ("for my mum, she loves tea").
 */
function headsIn(
  all: readonly Clause[],
  { constraints }: ChatState,
  isGift: boolean,
): readonly string[] {
  const isNamed = all.some(({ isKindAsked }) => isKindAsked)
  const isHeld = (isGift || constraints.some(isKind)) && all.some(({ add }) => add.length > 0)
  return all.flatMap(({ add, heads }) =>
    heads
      .filter(({ role }) => {
        if (isNamed) return role === 'compound'
        return !isHeld || add.length > 0 || role === 'thing'
      })
      .map(({ word }) => word),
  )
}

/** Joins "rain coat" to "raincoat" if the joined word has a synonym. */
const compounded = (text: string) =>
  text.replace(/(\p{L}+)[ -](?=(\p{L}+))/gu, (whole, one: string, other: string) => {
    const joined = singular(`${one}${other}`.toLowerCase())
    return canonicalOf(joined) === joined ? whole : one
  })
