import { isShopping, missText, type Notes, relaxationsOf, unclearText } from './answer-turn.ts'
import type { ChatRequest } from './chat-request.ts'
import { type Desk, plain, type Turn } from './chat-turn.ts'
import {
  type Change,
  type Constraint,
  constraintsAfter,
  isHead,
  isKind,
  isSame,
} from './constraints.ts'
import { described } from './describe.ts'
import type { Chosen } from './refinements.ts'
import type { ChatState } from './state.ts'
import type { Understanding } from './understand.ts'

/** A search for products, in the context of the conversation. */
export interface Search {
  readonly request: ChatRequest
  readonly state: ChatState
  readonly said: Understanding
  readonly chosen: Chosen
}

/** Says that no product meets all wishes, and which wishes could be dropped. */
export function missed({ lexicon, money }: Desk, notes: Notes, state: ChatState): Turn {
  const { constraints } = state
  const relaxations = relaxationsOf(constraints, lexicon.match.count, money)
  const text = missText(constraints, relaxations, notes, money)
  return { ...plain(text, { ...state, shown: 0 }), relaxations }
}

/**
 * Answers a request for a product that the catalogue has no word for. Earlier wishes stay; if they named no kind
 * of product, this one is stored, so that a following "in blue" does not find something else.
 */
export function unfound(desk: Desk, { request, state, said, chosen }: Search): Turn {
  const { constraints: before } = state
  const isHeld = before.some(isKind) && !said.add.some(isKind)
  const word = said.heads.join(' ')
  const head: readonly Constraint[] = word ? [{ kind: 'word', word, isHead: true }] : []
  const add = [...said.add, ...head, ...chosen.add]
  const drop = [...said.drop, ...chosen.drop]
  const isKept = isHeld || (said.add.length === 0 && !isShopping(request.message))
  const constraints = isKept
    ? before
    : constraintsAfter(before, { add, drop, isAddition: said.isAddition })
  const next = { ...state, constraints }
  if (!isKept && constraints.length > head.length && head.length > 0)
    return { ...missed(desk, { ...said, ...noNotes }, next), isUnclear: true }
  const isElsewhere = said.unknown.some((word) => desk.lexicon.match.whereIs(word) !== undefined)
  const among = isHeld && isElsewhere ? described(before, desk.money) : ''
  return { ...plain(unclearText(said.unknown, request.message, among), next), isUnclear: true }
}

const noNotes = { dropped: [], ownCurrency: undefined }

/** Wishes that can be met together, and those dropped to make that possible. */
export interface FittingConstraints {
  readonly constraints: readonly Constraint[]
  readonly dropped: readonly Constraint[]
}

/**
 * Drops earlier wishes that no product of the requested kind can meet, such as a letter size for sneakers. Wishes
 * in the message itself stay, and so do prices and products that the catalogue has no word for.
 *
 * @param count - How many products meet some wishes.
 */
export function fittingConstraints(
  constraints: readonly Constraint[],
  { add, isAddition }: Change,
  count: (constraints: readonly Constraint[]) => number,
): FittingConstraints {
  const isNamed = (one: Constraint) => add.some((own) => isSame(own, one))
  const isAsked = add.some(isWantedPlace)
  if (isAddition || !(isAsked || add.some(isLoose))) return { constraints, dropped: [] }
  const kinds = constraints.filter((one) => isWantedPlace(one) && (isNamed(one) || !isAsked))
  const isFixed = (one: Constraint) => (isNamed(one) && !isLoose(one)) || isAlwaysKept(one)
  const kept: Constraint[] = []
  const dropped: Constraint[] = []
  for (const one of constraints) {
    const others = [...kinds, ...(isWantedPlace(one) ? [] : kept.filter(isWantedPlace))]
    ;(isFixed(one) || count([...others, one]) > 0 ? kept : dropped).push(one)
  }
  return { constraints: kept, dropped }
}

const isWantedPlace = (one: Constraint) => one.kind === 'place' && !one.not
const isLoose = (one: Constraint) => one.kind === 'value' && one.isLoose === true
const isAlwaysKept = (one: Constraint) =>
  one.kind === 'price' || isHead(one) || ('not' in one && one.not)
