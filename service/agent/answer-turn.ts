import { isQuestion } from './acts.ts'
import { levelOf } from './category-sets.ts'
import type { Constraint, Order } from './constraints.ts'
import { described, either, type Money, nameOf } from './describe.ts'

/** What an answer mentions besides its products. */
export interface Notes {
  readonly corrected: readonly { readonly from: string; readonly to: string }[]
  /** Earlier wishes that no product of the kind now requested can meet. */
  readonly dropped: readonly string[]
  /** The shop's currency, if the message gave a price in another one. */
  readonly ownCurrency: string | undefined
}

interface Findings extends Notes {
  readonly constraints: readonly Constraint[]
  readonly order: Order | undefined
  readonly total: number
  readonly shown: number
  readonly before: number
  /** The names of the fields that the reply offers filters for. */
  readonly fields: readonly string[]
}

/** A wish that the shopper could drop; the chat shows a button that sends `message`. */
export interface Relaxation {
  /** "without waterproof". */
  readonly label: string
  readonly count: number
  readonly message: string
}

/** Says in plain words which products were found. */
export function foundText(findings: Findings, money: Money): string {
  const { total, before, shown, constraints, order, fields } = findings
  if (shown === 0) return total === 1 ? 'That was the only one.' : `Those were all ${total}.`
  return [
    ...notesText(findings),
    countText(described(constraints, money), findings),
    order && shown > 1 ? orderTexts[order] : '',
    before === 0 &&
      total > shown &&
      fields.length > 0 &&
      `You can narrow them by ${either(fields, 'or', 5)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function countText(what: string, { total, shown, before }: Findings): string {
  if (before > 0)
    return `Here ${shown === 1 ? 'is one' : `are ${shown}`} more of the ${total} ${what}.`
  if (total === 1) return `I found one: ${what}.`
  return total === shown
    ? `I found ${total} ${what}.`
    : `I found ${total} ${what}; here are ${shown} of them.`
}

/** Names the words that the search ignored; empty if there are none. */
export const leftOutText = (unknown: readonly string[]): string =>
  unknown.length === 0
    ? ''
    : `I left out ${either(unknown.map(quoted), 'and', 6)}, which ${unknown.length > 1 ? 'say' : 'says'} nothing to me here. `

const notesText = ({ corrected, dropped, ownCurrency }: Notes) => [
  ownCurrency !== undefined &&
    `Prices here are in ${ownCurrency}, and I read yours as ${ownCurrency}.`,
  ...corrected.map(({ from, to }) => `I read “${to}” for “${from}”.`),
  dropped.length > 0 && `There are none with ${either(dropped.map(quoted))}, so I left that out.`,
]

const orderTexts: Readonly<Record<Order, string>> = {
  cheapest: 'The cheapest come first.',
  dearest: 'The most expensive come first.',
  best: 'The best rated come first.',
}

/** Says that nothing matches, and which wishes could be dropped. */
export function missText(
  constraints: readonly Constraint[],
  relaxations: readonly Relaxation[],
  notes: Notes,
  money: Money,
): string {
  return [
    ...notesText(notes),
    `Nothing matches ${described(constraints, money)}.`,
    ...relaxations.map(
      ({ label, count }) =>
        `${label.charAt(0).toUpperCase()}${label.slice(1)} there ${count === 1 ? 'is one' : `are ${count}`}.`,
    ),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Answers to messages that do not ask for a product. */
export const talkTexts = {
  greeting:
    'Hello! Tell me what you are looking for: a kind of product, a brand, a colour, a size, a price.',
  thanks: 'You are welcome. Tell me when I can look for something else.',
  help: 'I am a program that looks through this shop’s products. Try “red sneakers under 50”, then “in blue instead”, “cheaper”, “the second one” or “compare the first two”.',
  insult: 'I am sorry that I was no help. Tell me what you are looking for, and I try again.',
  restart: 'We start anew. What are you looking for?',
} as const

/** Requests of a shopper, as opposed to questions about the world. */
const SHOPPING =
  /\b(have|sell|stock|carry|looking|look|need|want|buy|show|find|search|any|some|something|get|offer|likes?|(what|how) about|(is|are) there)\b/i

/**
 * Says what was not understood and suggests how to go on.
 *
 * @param among - The products asked for, if these words only occur in other products of the shop.
 */
export function unclearText(unknown: readonly string[], message: string, among = ''): string {
  const names = either(unknown.map(quoted), 'or', 6)
  if (names === '')
    return 'I did not understand that. Name a kind of product, a brand, a colour, a size or a price.'
  if (among)
    return `Nothing among the ${among} matches ${names}. What you asked for before still holds.`
  if (isShopping(message))
    return `Nothing in this shop matches ${names}. Name a kind of product, a brand or a colour, and I look again.`
  return `I cannot help with ${names}: I only know this shop’s products and its service. What are you looking for?`
}

/** Whether a message looks like a request for a product. */
export const isShopping = (message: string): boolean =>
  SHOPPING.test(message) || !isQuestion(message)

const WAYS_MOST = 4

/** The wishes that could be dropped to find something, those with the most products first. Suggests pairs if no single wish is enough. */
export function relaxationsOf(
  constraints: readonly Constraint[],
  count: (constraints: readonly Constraint[]) => number,
  money: Money,
): readonly Relaxation[] {
  const places = constraints.flatMap((one) =>
    one.kind === 'place' && !one.not ? [levelOf(one.paths)] : [],
  )
  // Never drop the finest category: someone who asks for boots does not want sandals.
  const isDroppable = (one: Constraint) =>
    one.kind !== 'place' ||
    one.not ||
    one.occasion !== undefined ||
    levelOf(one.paths) < Math.max(...places)
  const droppable = constraints.filter(isDroppable)
  const single = droppable.map((one) => [one])
  const pairs = droppable.flatMap((one, at) => droppable.slice(at + 1).map((other) => [one, other]))
  for (const ways of [single, pairs]) {
    const found = ways
      .map((own) => ({ own, total: count(constraints.filter((other) => !own.includes(other))) }))
      .filter(({ own, total }) => total > 0 && constraints.length > own.length)
      .sort((a, b) => b.total - a.total)
      .slice(0, WAYS_MOST)
    if (found.length > 0) return found.map(({ own, total }) => relaxation(own, total, money))
  }
  return []
}

function relaxation(own: readonly Constraint[], count: number, money: Money): Relaxation {
  const names = own.map((one) =>
    one.kind === 'price' ? 'the price limit' : quoted(nameOf(one, money)),
  )
  const isNot = own.every((one) => 'not' in one && one.not)
  return {
    label: `${isNot ? 'with' : 'without'} ${either(names, 'and')}`,
    count,
    message: own.map((one) => messageFor(one, money)).join(', '),
  }
}

function messageFor(one: Constraint, money: Money): string {
  if (one.kind === 'price') return 'Any price'
  if (one.kind === 'place' && one.occasion) return 'Forget the occasion'
  if (one.kind === 'value') {
    const name = (one.not && one.label) || one.values.join(' or ')
    return `Forget ${name.replace(/[,;]/g, '')}`
  }
  return `Forget ${nameOf(one, money)}`
}

const quoted = (word: string) => `“${word}”`
