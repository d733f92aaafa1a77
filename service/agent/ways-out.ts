import type { WayOut } from './answer.ts'
import { levelOf } from './category-sets.ts'
import type { Wishes } from './wishes.ts'

/** More would be a list and no advice. */
const MOST = 2

/**
 * Single wishes that could be given up, the most rewarding first.
 *
 * @param countFor - How many products fit some wishes.
 */
export function waysOut(wishes: Wishes, countFor: (wishes: Wishes) => number): readonly WayOut[] {
  return easings(wishes)
    .map(({ wish, eased }) => ({ wish, total: countFor(eased) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, MOST)
}

interface Easing {
  readonly wish: string
  readonly eased: Wishes
}

function easings(wishes: Wishes): readonly Easing[] {
  const { price, values, words, categories } = wishes
  const hasPrice = price.min !== undefined || price.max !== undefined
  const hasExclusions = wishes.excludedWords.length > 0 || Object.keys(wishes.excluded).length > 0
  return [
    ...(hasPrice ? [{ wish: 'the limit of the price', eased: { ...wishes, price: {} } }] : []),
    ...Object.entries(values).map(([field, wanted]) => ({
      wish: `“${wanted.join(', ')}”`,
      eased: { ...wishes, values: omit(values, field) },
    })),
    ...(words.length > 0
      ? [{ wish: `“${words.join(' ')}”`, eased: { ...wishes, words: [] } }]
      : []),
    // Not the finest: who asks for boots wants no sandals.
    ...coarser(categories).map((set) => ({
      wish: `“${lastName(set)}”`,
      eased: { ...wishes, categories: categories.filter((other) => other !== set) },
    })),
    ...(wishes.isNew ? [{ wish: '“new”', eased: { ...wishes, isNew: false } }] : []),
    ...(wishes.isOnSale ? [{ wish: '“reduced”', eased: { ...wishes, isOnSale: false } }] : []),
    ...(hasExclusions
      ? [{ wish: 'the exceptions', eased: { ...wishes, excluded: {}, excludedWords: [] } }]
      : []),
  ]
}

const coarser = (categories: Wishes['categories']) =>
  categories.filter((set) => categories.some((other) => levelOf(other) > levelOf(set)))

const omit = (values: Wishes['values'], field: string): Wishes['values'] =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== field))

const lastName = ([path = '']: readonly string[]) => path.split('>').at(-1) ?? path
