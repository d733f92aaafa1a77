import type { Topic } from './acts.ts'
import { either } from './describe.ts'

/** A shop's texts about its service; the agent repeats them word for word. */
export type ShopAnswers = Readonly<Partial<Record<Topic, string>>>

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

interface Shop {
  readonly answers?: ShopAnswers | undefined
  readonly countries?: readonly string[] | undefined
  readonly currency?: string | undefined
}

/** Answers a question about the shop's service from the shop's own texts. */
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

const others: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  usa: 'US',
  us: 'US',
  america: 'US',
  holland: 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

const codes = new Map<string, string>([
  ...letters
    .flatMap((one) => letters.map((other) => one + other))
    .flatMap((code) => {
      const name = names.of(code)
      return name ? [[name.toLowerCase(), code] as const] : []
    }),
  ...Object.entries(others),
])

/** The English name of the country in a text; `undefined` if there is none. */
export function countryIn(text: string): string | undefined {
  const words = text.match(/\p{L}[\p{L}'.-]*/gu) ?? []
  for (let length = 4; length > 0; length -= 1)
    for (let at = 0; at + length <= words.length; at += 1) {
      const said = words.slice(at, at + length).join(' ')
      // In "ship to us", "us" is not a country.
      const code = said === 'us' ? undefined : codes.get(said.toLowerCase().replace(/\.$/, ''))
      if (code) return names.of(code)
    }
  return undefined
}

const isSameCountry = (one: string, other: string): boolean =>
  codes.get(one.toLowerCase()) === codes.get(other.toLowerCase())
