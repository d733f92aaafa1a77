/** Category paths, any of which will do. */
export type CategorySet = readonly string[]

/**
 * Joins the sets that one message names: "men's sneakers" are two that both hold, "boots or
 * sneakers" are one.
 */
export function joinedSets(sets: readonly CategorySet[]): readonly CategorySet[] {
  const joined: CategorySet[] = []
  for (const set of sets) {
    const rival = joined.findIndex((other) => areRivals(other, set))
    if (rival < 0) joined.push(set)
    else joined[rival] = union(joined[rival] ?? [], set)
  }
  return joined
}

/** Puts newly named sets in the place of those that they cannot stand beside. */
export function replacedSets(
  before: readonly CategorySet[],
  named: readonly CategorySet[],
): readonly CategorySet[] {
  const kept = before.filter((set) => !named.some((other) => areRivals(other, set)))
  return [...kept, ...named]
}

/** The sets without the categories that the other sets rule out: of all Sneakers, those for men. */
export const narrowedSets = (sets: readonly CategorySet[]): readonly CategorySet[] =>
  sets.map((set) => {
    const narrowed = set.filter((path) =>
      sets.every((other) => other === set || other.some((one) => isWithin(path, one))),
    )
    return narrowed.length > 0 ? narrowed : set
  })

const PEOPLE = /^(men|women|ladies|kids|children|girls|boys|babies)$/i

/** Whether categories are of departments for some people, such as Women. */
export const areForPeople = (set: CategorySet): boolean =>
  set.every((path) => PEOPLE.test(path.split('>')[0] ?? ''))

const areForAll = (set: CategorySet): boolean =>
  set.every((path) => !PEOPLE.test(path.split('>')[0] ?? ''))

/** Whether a person among the sets rules out all that is asked for, although it is for everybody: "a mug for women". */
export const isIdlePerson = (set: CategorySet, others: readonly CategorySet[]): boolean =>
  levelOf(set) === 1 && areForPeople(set) && others.length > 0 && others.every(areForAll)

/** How deep in the tree a set is, from 1. */
export const levelOf = ([path = '']: CategorySet): number => path.split('>').length

/** Of one level, or far apart below the top: the later one is meant. "Dresses" and "for men" are not: both are to hold. */
function areRivals(a: CategorySet, b: CategorySet): boolean {
  const levels = [levelOf(a), levelOf(b)]
  return levels[0] === levels[1] || (!doMeet(a, b) && !levels.includes(1))
}

/** Whether a product could be in both. */
export const doMeet = (a: CategorySet, b: CategorySet): boolean =>
  a.some((path) => b.some((other) => isWithin(path, other)))

const isWithin = (a: string, b: string): boolean =>
  `${a}>`.startsWith(`${b}>`) || `${b}>`.startsWith(`${a}>`)

const union = (a: CategorySet, b: CategorySet): CategorySet => [...new Set([...a, ...b])]
