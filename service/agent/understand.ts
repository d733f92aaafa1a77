import { tokensOf } from '../catalog/words.ts'
import { type Phrase, takePhrases } from './phrases.ts'
import { type PriceLimits, takePrices } from './prices.ts'
import { type ReadTokens, readTokens } from './read-tokens.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { Order } from './wishes.ts'

/** What one message says. */
export interface Understanding extends ReadTokens {
  readonly price: PriceLimits | undefined
  /** Compared with what was shown before. */
  readonly priceStep: 'cheaper' | 'dearer' | undefined
  readonly isAnyPrice: boolean
  readonly order: Order | undefined
  readonly isNew: boolean
  readonly isOnSale: boolean
  /** "Also in green": beside what was asked before, not in its place. */
  readonly isAddition: boolean
  readonly talk: Talk | undefined
}

/** What a message is beside a question for products. */
export type Talk = Extract<Phrase, 'restart' | 'more' | 'greeting' | 'thanks' | 'help'>

const talks: readonly Talk[] = ['restart', 'more', 'help', 'thanks', 'greeting']
const orders: readonly Order[] = ['cheapest', 'dearest', 'best']
const steps = ['cheaper', 'dearer'] as const

/** Understands a message in the words of a catalogue. The same words always mean the same. */
export function understand(message: string, vocabulary: Vocabulary): Understanding {
  const { limits, rest } = takePrices(message)
  const { found, rest: plain } = takePhrases(rest)
  return {
    ...readTokens(tokensOf(plain), vocabulary),
    price: limits,
    priceStep: steps.find((step) => found.has(step)),
    isAnyPrice: found.has('anyPrice'),
    order: orders.find((order) => found.has(order)),
    isNew: found.has('isNew'),
    isOnSale: found.has('isOnSale'),
    isAddition: found.has('addition'),
    talk: talks.find((talk) => found.has(talk)),
  }
}

/** Whether a message says anything about products. */
export const isAboutProducts = (said: Understanding): boolean =>
  [said.categories, said.words, said.excludedWords, said.cleared].some((list) => list.length > 0) ||
  [said.values, said.excluded].some((fields) => Object.keys(fields).length > 0) ||
  [said.price, said.priceStep, said.order].some((part) => part !== undefined) ||
  said.isAnyPrice ||
  said.isNew ||
  said.isOnSale
