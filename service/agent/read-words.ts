import { canonicalOf } from '../catalog/synonyms.ts'
import { singular } from '../catalog/words.ts'
import type { Lexicon } from './chat-turn.ts'
import { isKind } from './constraints.ts'
import { type Clause, readClause } from './read-clause.ts'
import type { ChatState } from './state.ts'

/** What the words of a message name. */
export interface Reading extends Omit<Clause, 'heads' | 'isKindAsked'> {
  /**
   * Unknown words that stand where the thing asked for does: "a leather *wallet*", "a watch *strap*".
   * The shop may not sell it, so no product fits.
   */
  readonly heads: readonly string[]
}

/** Reads a message clause by clause, word by word, the longest known term first. */
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
 * Beside a kind, only what makes another thing of it is a head. Beside a kind asked for before, a clause
 * of its own is a remark: "in navy, my favourite"; so it is beside a gift: "for my mum, she loves tea".
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

/** "Rain coat" as "raincoat", where the whole has a synonym. */
const compounded = (text: string) =>
  text.replace(/(\p{L}+)[ -](?=(\p{L}+))/gu, (whole, one: string, other: string) => {
    const joined = singular(`${one}${other}`.toLowerCase())
    return canonicalOf(joined) === joined ? whole : one
  })
