import { type Change, type Constraint, isHead, isSame } from './constraints.ts'

/** Wishes that go together, and those that had to be let go for it. */
export interface FittingConstraints {
  readonly constraints: readonly Constraint[]
  readonly dropped: readonly Constraint[]
}

/**
 * Lets go earlier wishes that no product of the kind asked for now can have: a size in letters for
 * sneakers. What the message itself names stays, and so do prices and
 * things that the catalogue has no word for.
 *
 * @param count - How many products fit some wishes.
 */
export function fittingConstraints(
  constraints: readonly Constraint[],
  { add, isAddition }: Change,
  count: (constraints: readonly Constraint[]) => number,
): FittingConstraints {
  const isNamed = (one: Constraint) => add.some((own) => isSame(own, one))
  const isAsked = add.some(isKind)
  if (isAddition || !(isAsked || add.some(isLoose))) return { constraints, dropped: [] }
  const kinds = constraints.filter((one) => isKind(one) && (isNamed(one) || !isAsked))
  const isFixed = (one: Constraint) => (isNamed(one) && !isLoose(one)) || isAlwaysKept(one)
  const kept: Constraint[] = []
  const dropped: Constraint[] = []
  for (const one of constraints) {
    const others = [...kinds, ...(isKind(one) ? [] : kept.filter(isKind))]
    ;(isFixed(one) || count([...others, one]) > 0 ? kept : dropped).push(one)
  }
  return { constraints: kept, dropped }
}

const isKind = (one: Constraint) => one.kind === 'place' && !one.not
const isLoose = (one: Constraint) => one.kind === 'value' && one.isLoose === true
const isAlwaysKept = (one: Constraint) =>
  one.kind === 'price' || isHead(one) || ('not' in one && one.not)
