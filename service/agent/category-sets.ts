/** Category paths; a product in any of them matches. */
export type CategorySet = readonly string[]

/** Joins the sets that one message names: "men's sneakers" are two sets that must both hold, "boots or sneakers" become one. */
export function joinedSets(sets: readonly CategorySet[]): readonly CategorySet[] {
  const joined: CategorySet[] = []
  for (const set of sets) {
    const rival = joined.findIndex((other) => areRivals(other, set))
    if (rival < 0) joined.push(set)
    else joined[rival] = union(joined[rival] ?? [], set)
  }
  return joined
}

/** Replaces earlier sets with the newly named ones that they conflict with. */
export function replacedSets(
  before: readonly CategorySet[],
  named: readonly CategorySet[],
): readonly CategorySet[] {
  const kept = before.filter((set) => !named.some((other) => areRivals(other, set)))
  return [...kept, ...named]
}

/** Removes the categories that the other sets exclude: with "for men", only the men's Sneakers remain. */
export const narrowedSets = (sets: readonly CategorySet[]): readonly CategorySet[] =>
  sets.map((set) => {
    const narrowed = set.filter((path) =>
      sets.every((other) => other === set || other.some((one) => isWithin(path, one))),
    )
    return narrowed.length > 0 ? narrowed : set
  })

const PEOPLE = /^(men|women|ladies|kids|children|girls|boys|babies)$/i

const isForPeople = (path: string): boolean => PEOPLE.test(path.split('>')[0] ?? '')

/** Whether the categories are departments for people, such as Women. */
export const areForPeople = (set: CategorySet): boolean => set.every(isForPeople)

/** Whether a set names a person although the products are for everybody: "a mug for women". Such a set would exclude everything. */
export const isIdlePerson = (set: CategorySet, others: readonly CategorySet[]): boolean =>
  levelOf(set) === 1 && areForPeople(set) && others.length > 0 && !others.flat().some(isForPeople)

/** The depth of a set in the tree, from 1. */
export const levelOf = ([path = '']: CategorySet): number => path.split('>').length

/**
 * Two sets of one level, or far apart below the top: the later one replaces the earlier. "Dresses" and "for men"
 * are no rivals: both must hold.
 */
function areRivals(a: CategorySet, b: CategorySet): boolean {
  const levels = [levelOf(a), levelOf(b)]
  return levels[0] === levels[1] || (!doMeet(a, b) && !levels.includes(1))
}

/** Whether one product could be in both sets. */
export const doMeet = (a: CategorySet, b: CategorySet): boolean =>
  a.some((path) => b.some((other) => isWithin(path, other)))

const isWithin = (a: string, b: string): boolean =>
  `${a}>`.startsWith(`${b}>`) || `${b}>`.startsWith(`${a}>`)

const union = (a: CategorySet, b: CategorySet): CategorySet => [...new Set([...a, ...b])]
