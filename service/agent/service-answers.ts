import type { Topic } from './acts.ts'
import { isSameCountry } from './countries.ts'
import { either } from './describe.ts'

/** A shop's texts about itself; the agent repeats them word for word. */
export type ShopAnswers = Readonly<Partial<Record<Topic, string>>>

/** The agent's texts where the shop has none. */
const unknown: Readonly<Record<Topic, string>> = {
  returns: 'I do not know how returns work here.',
  repair: 'I do not know about repairs and warranties here.',
  order: 'I cannot see orders.',
  delivery: 'I do not know about delivery here.',
  currency: 'I do not know which currencies the shop takes.',
  payment: 'I do not know how one pays here.',
  vouchers: 'I do not know of any codes or vouchers.',
  contact: 'I am a program, and cannot put you through to a person.',
  sizes: 'I cannot advise on sizes; the page of a product lists those it comes in.',
}

/** What a shop says about itself. */
interface Shop {
  readonly answers?: ShopAnswers | undefined
  readonly countries?: readonly string[] | undefined
  readonly currency?: string | undefined
}

/** Answers a question that no product answers, from the shop's own texts. */
export function serviceAnswer(
  { topic, country }: { readonly topic: Topic; readonly country: string | undefined },
  { answers = {}, countries, currency }: Shop,
): string {
  const text = answers[topic] ?? unknown[topic]
  if (topic === 'currency' && currency && !answers.currency) return `All prices are in ${currency}.`
  if (topic !== 'delivery' || !country) return text
  if (!countries) return `I do not know whether we deliver to ${country}. ${text}`
  return countries.some((own) => isSameCountry(own, country))
    ? `Yes, we deliver to ${country}. ${text}`
    : `No, we do not deliver to ${country}, only to ${either(countries, 'and', countries.length)}.`
}
