import { levelOf } from './category-sets.ts'
import type { Criteria, Order } from './criteria.ts'
import { described, either, type Money } from './describe.ts'
import type { Talk } from './understand.ts'

/** The result, as far as words go. */
export interface Findings {
  readonly criteria: Criteria
  /** Products that fit. */
  readonly total: number
  /** Products in the reply. */
  readonly shown: number
  /** How many of the fitting products were shown before. */
  readonly before: number
  /** Words that no product knows. */
  readonly unknown: readonly string[]
  /** Earlier criteria that this category does not come in, and that were let go. */
  readonly dropped: readonly string[]
  /** A criterion that could be given up, and how many products there would be. */
  readonly relaxations: readonly Relaxation[]
  /** The names of the fields that the reply's filters are about. */
  readonly fields: readonly string[]
}

/** A wish that could be given up: "the limit of the price". */
interface Relaxation {
  readonly criterion: string
  readonly total: number
}

/** Says in plain words what was found, or that nothing was. */
export function answerFor(findings: Findings, money: Money): string {
  const { total, before, shown, unknown, criteria, dropped, fields } = findings
  if (unknown.length > 0)
    return `Nothing here matches ${quoted(unknown)}.${relaxationsText(findings)}`
  const what = described(criteria, money)
  if (total === 0) return `Nothing matches ${what}.${relaxationsText(findings)}`
  if (shown === 0) return total === 1 ? 'That was the only one.' : `Those were all ${total}.`
  const without = dropped.map((criterion) => quoted([criterion])).join(' or ')
  return [
    without && `There are none with ${without}, so I left that out.`,
    foundText(what, findings),
    criteria.order && shown > 1 ? orderTexts[criteria.order] : '',
    before === 0 &&
      total > shown &&
      fields.length > 0 &&
      `You can narrow them by ${either(fields)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function foundText(what: string, { total, shown, before }: Findings): string {
  if (before > 0) return `Here are ${shown} more of the ${total} ${what}.`
  if (total === 1) return `I found one: ${what}.`
  return total === shown
    ? `I found ${total} ${what}.`
    : `I found ${total} ${what}; here are ${shown} of them.`
}

const orderTexts: Readonly<Record<Order, string>> = {
  cheapest: 'The cheapest come first.',
  dearest: 'The most expensive come first.',
  best: 'The best rated come first.',
}

const talkTexts: Readonly<Record<Exclude<Talk, 'more'>, string>> = {
  greeting:
    'Hello! Tell me what you are looking for: a kind of product, a brand, a colour, a size, a price.',
  thanks: 'You are welcome. Tell me when I can look for something else.',
  help: 'I look through the catalogue for you. Try “red sneakers under 50”, then “in blue instead” or “cheaper”.',
  restart: 'We start anew. What are you looking for?',
}

/** Answers what asks for no product; `undefined` for what was not understood at all. */
export const talkAnswer = (talk: Talk | undefined): string =>
  talk === undefined || talk === 'more'
    ? 'I did not understand that. Name a kind of product, a brand, a colour, a size or a price.'
    : talkTexts[talk]

/** More would be a list and no advice. */
const WAYS_MOST = 2

/**
 * Single criteria that could be given up, the most rewarding first.
 *
 * @param count - How many products fit some criteria.
 */
export function relaxationsOf(
  criteria: Criteria,
  count: (criteria: Criteria) => number,
): readonly Relaxation[] {
  return easings(criteria)
    .map(({ criterion, eased }) => ({
      criterion,
      total: count({ ...criteria, ...eased }),
    }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, WAYS_MOST)
}

interface Easing {
  readonly criterion: string
  readonly eased: Partial<Criteria>
}

function easings({ price, values, words, categories, ...criteria }: Criteria): readonly Easing[] {
  const isFinest = (set: readonly string[]) =>
    categories.every((other) => levelOf(other) <= levelOf(set))
  const all: readonly (Easing | undefined)[] = [
    price.min === undefined && price.max === undefined
      ? undefined
      : { criterion: 'the limit of the price', eased: { price: {} } },
    ...Object.entries(values).map(([field, own]) => {
      const { [field]: _, ...others } = values
      return { criterion: `“${own.join(', ')}”`, eased: { values: others } }
    }),
    words.length > 0 ? { criterion: quoted(words), eased: { words: [] } } : undefined,
    // Not the finest: who asks for boots wants no sandals.
    ...categories
      .filter((set) => !isFinest(set))
      .map((set) => ({
        criterion: `“${set[0]?.split('>').at(-1)}”`,
        eased: { categories: categories.filter((other) => other !== set) },
      })),
    criteria.isNew ? { criterion: '“new”', eased: { isNew: false } } : undefined,
    criteria.isOnSale ? { criterion: '“reduced”', eased: { isOnSale: false } } : undefined,
    criteria.excludedWords.length > 0 || Object.keys(criteria.excluded).length > 0
      ? { criterion: 'the exceptions', eased: { excluded: {}, excludedWords: [] } }
      : undefined,
  ]
  return all.filter((easing) => easing !== undefined)
}

const relaxationsText = ({ relaxations }: Findings) =>
  relaxations
    .map(
      ({ criterion, total }) =>
        ` Without ${criterion} there ${total === 1 ? 'is one' : `are ${total}`}.`,
    )
    .join('')

const quoted = (words: readonly string[]) => `“${words.join(' ')}”`
