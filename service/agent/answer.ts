import { described } from './describe-wishes.ts'
import type { Talk } from './understand.ts'
import type { Order, Wishes } from './wishes.ts'

/** What was found, as far as words go. */
export interface Findings {
  readonly wishes: Wishes
  /** Products that fit. */
  readonly total: number
  /** Products in the reply. */
  readonly shown: number
  /** Of the products that fit, how many were shown before. */
  readonly before: number
  /** Words that no product knows. */
  readonly unknown: readonly string[]
  /** Earlier wishes that this category does not come in, and that were let go. */
  readonly dropped: readonly string[]
  /** What could be given up, and how many products there would be. */
  readonly ways: readonly WayOut[]
  /** The fields that the reply's filters are about. */
  readonly fields: readonly string[]
}

/** A wish that could be given up: "the price". */
export interface WayOut {
  readonly wish: string
  readonly total: number
}

/** Says in plain words what was found, or that nothing was. */
export function answerFor(findings: Findings): string {
  const { total, before, shown, unknown } = findings
  if (unknown.length > 0) return `Nothing here matches ${quoted(unknown)}.${waysOut(findings)}`
  if (total === 0) return `Nothing matches ${described(findings.wishes)}.${waysOut(findings)}`
  if (shown === 0) return total === 1 ? 'That was the only one.' : `Those were all ${total}.`
  return [
    droppedText(findings),
    foundText(findings),
    orderText(findings),
    before > 0 ? '' : narrowing(findings),
  ]
    .filter(Boolean)
    .join(' ')
}

const talkTexts: Readonly<Record<Exclude<Talk, 'more'>, string>> = {
  greeting:
    'Hello! Tell me what you are looking for: a kind of product, a brand, a colour, a size, a price.',
  thanks: 'You are welcome. Tell me when I can look for something else.',
  help: 'I look through the catalogue for you. Try “red sneakers under 50”, then “in blue instead” or “cheaper”.',
  restart: 'We start anew. What are you looking for?',
}

/** Answers what asks for no product. */
export const talkAnswer = (talk: Exclude<Talk, 'more'>): string => talkTexts[talk]

/** Answers what was not understood at all. */
export const puzzledAnswer = (): string =>
  'I did not understand that. Name a kind of product, a brand, a colour, a size or a price.'

function foundText({ wishes, total, shown, before }: Findings): string {
  const what = described(wishes)
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

const orderText = ({ wishes: { order }, shown }: Findings) =>
  order && shown > 1 ? orderTexts[order] : ''

const droppedText = ({ dropped }: Findings) =>
  dropped.length > 0
    ? `There are none with ${dropped.map((wish) => quoted([wish])).join(' or ')}, so I left that out.`
    : ''

const narrowing = ({ fields, total, shown }: Findings) =>
  total > shown && fields.length > 0 ? `You can narrow them by ${listed(fields)}.` : ''

function waysOut({ ways }: Findings): string {
  const texts = ways.map(
    ({ wish, total }) => `Without ${wish} there ${total === 1 ? 'is one' : `are ${total}`}.`,
  )
  return texts.length > 0 ? ` ${texts.join(' ')}` : ''
}

const quoted = (words: readonly string[]) => `“${words.join(' ')}”`

function listed(names: readonly string[]): string {
  const [last = '', ...others] = [...names].reverse()
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`
}
