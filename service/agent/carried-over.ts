import type { Understanding } from './understand.ts'
import type { Wishes } from './wishes.ts'

/** Wishes that go together, and what had to be let go for it. */
export interface FittingWishes {
  readonly wishes: Wishes
  /** What was let go, as it was asked for. */
  readonly dropped: readonly string[]
}

/**
 * Lets go earlier wishes that make no sense for what is asked for now: a size in letters for
 * sneakers, boots when jumpers are asked for. What the message itself names is never let go, and
 * prices never are: who has a limit has it still.
 *
 * @param countFor - How many products fit some wishes.
 */
export function fittingWishes(
  wishes: Wishes,
  said: Understanding,
  countFor: (wishes: Wishes) => number,
): FittingWishes {
  const isNewKind = said.categories.length > 0 || said.words.length > 0
  if (!isNewKind || said.isAddition) return { wishes, dropped: [] }
  return [dropCategories, dropWords, dropValues].reduce<FittingWishes>(
    (fitting, drop) => drop(fitting, said, countFor),
    { wishes, dropped: [] },
  )
}

type Drop = (
  fitting: FittingWishes,
  said: Understanding,
  countFor: (wishes: Wishes) => number,
) => FittingWishes

/** Only the kind of product: whether this could be at all. */
const kindOf = ({ categories, words }: Wishes, rest: Partial<Wishes>): Wishes => ({
  ...nothingElse,
  categories,
  words,
  ...rest,
})

const nothingElse: Omit<Wishes, 'categories' | 'words'> = {
  values: {},
  excluded: {},
  excludedWords: [],
  price: {},
  isNew: false,
  isOnSale: false,
  order: undefined,
}

const dropCategories: Drop = (fitting, said, countFor) => {
  const { wishes } = fitting
  const isTheirs = said.categories.length > 0 || wishes.categories.length === 0
  if (isTheirs || countFor(kindOf(wishes, {})) > 0) return fitting
  return { ...fitting, wishes: { ...wishes, categories: [] } }
}

const dropWords: Drop = (fitting, said, countFor) => {
  const { wishes } = fitting
  const isTheirs = said.words.length > 0 || wishes.words.length === 0
  if (isTheirs || countFor(kindOf(wishes, {})) > 0) return fitting
  return {
    wishes: { ...wishes, words: [] },
    dropped: [...fitting.dropped, wishes.words.join(' ')],
  }
}

const dropValues: Drop = ({ wishes, dropped }, said, countFor) => {
  const fits = ([field, values]: readonly [string, readonly string[]]) =>
    field in said.values || countFor(kindOf(wishes, { values: { [field]: values } })) > 0
  const all = Object.entries(wishes.values)
  const lost = all.filter((entry) => !fits(entry))
  return {
    wishes: { ...wishes, values: Object.fromEntries(all.filter(fits)) },
    dropped: [...dropped, ...lost.map(([, values]) => values.join(' or '))],
  }
}
