import type { AssistantSettings } from 'svc-tag-service'
import english from './english.json' with { type: 'json' }

/** A subject that shoppers ask every shop about, and the country that they name. */
export interface Topic {
  readonly topic: string
  readonly country: string | undefined
}

/** The first match wins: "return my order" is about returns. */
const topics = Object.entries(english.topics).map(([topic, asks]) => ({
  topic,
  asks: new RegExp(asks, 'iu'),
}))
const subjects: Readonly<Record<string, string>> = english.subjects

/** "And to France?" and "how long does it take?" continue the last answer about the shop's service. */
const GOES_ON = new RegExp(english.goesOn, 'iu')

/**
 * The topic that a message is about: one of the shop's own, or a usual one; `undefined` if it may be about products.
 *
 * @param before - The topic of the last answer.
 */
export function topicFor(
  message: string,
  before: string | undefined,
  { answers = {} }: AssistantSettings,
): Topic | undefined {
  const country = countryIn(message)
  const isUsual = (key: string) => topics.some(({ topic }) => topic === key)
  const own = Object.keys(answers).find((key) => !isUsual(key) && hasWords(message, key))
  const topic = own ?? topics.find(({ asks }) => asks.test(message))?.topic
  if (topic) return { topic, country }
  const isOn = country ? before === 'delivery' : GOES_ON.test(message)
  return before && isOn ? { topic: before, country } : undefined
}

const hasWords = (text: string, key: string) =>
  key
    .split(/[\s_-]+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '.'))
    .every((word) => new RegExp(`(?<!\\p{L})${word}`, 'iu').test(text))

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

/** "To Narnia": a place that is not known is not promised. */
const TO_PLACE = /\bto\s+(?!me\b|my\b|us\b|home\b|you\b|our\b|return\b)/i

/** Answers a question about the shop's service from the shop's own texts, or says that it does not know. */
export function serviceAnswer(about: Topic, message: string, shop: AssistantSettings): string {
  const { topic } = about
  const { answers = {}, currency } = shop
  if (topic === 'complaint') return complaintText(message, shop)
  const text = answers[topic] ?? unknownText(topic, shop)
  if (topic === 'currency' && currency && !answers.currency) return `All prices are in ${currency}.`
  return topic === 'delivery' ? deliveryText(about, text, message, shop) : text
}

function deliveryText({ country }: Topic, text: string, message: string, shop: AssistantSettings) {
  const { countries } = shop
  if (!country)
    return countries && TO_PLACE.test(message)
      ? `We deliver to ${listOf(countries)}. ${text}`
      : text
  if (!countries) return `I do not know whether we deliver to ${country}. ${text}`
  if (countries.some((own) => codeOf(own) === codeOf(country)))
    return `Yes, we deliver to ${country}. ${text}`
  return `No, we do not deliver to ${country}, only to ${listOf(countries)}.`
}

const LOST = /\b(not|never|missing|lost)\b/i

/** What went wrong is answered by what the shop does about it; a parcel that has not come, by where orders are seen. */
function complaintText(message: string, shop: AssistantSettings): string {
  const about = LOST.test(message) ? ['order'] : ['returns', 'repair']
  const texts = about.flatMap((topic) => shop.answers?.[topic] ?? [])
  return [english.talk.sorry, ...texts, contactOf(shop) ?? 'Please contact the shop.'].join(' ')
}

const contactOf = ({ answers = {}, contactPage }: AssistantSettings) =>
  answers.contact ?? (contactPage && `The contact page is ${contactPage}`)

function unknownText(topic: string, shop: AssistantSettings): string {
  const contact = contactOf(shop)
  const start =
    topic === 'contact'
      ? 'I am a program, and cannot put you through to a person'
      : `I do not know about ${subjects[topic] ?? topic}`
  return contact ? `${start}. ${contact}` : `${start}; please ask the shop.`
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const countryCodes = new Map<string, string>([
  ...letters
    .flatMap((one) => letters.map((other) => one + other))
    .map((code) => [regions.of(code)?.toLowerCase() ?? '', code] as const),
  ...Object.entries(english.places),
])

const codeOf = (name: string) => countryCodes.get(name.toLowerCase())

/** The English name of the country in a text; `undefined` if there is none. */
function countryIn(text: string): string | undefined {
  // "Us" is a pronoun.
  if (/\bU\.?S\b/.test(text)) return regions.of('US')
  const words = text.match(/\p{L}[\p{L}'.-]*/gu) ?? []
  const phrases = [4, 3, 2, 1].flatMap((length) =>
    words.map((_, at) =>
      words
        .slice(at, at + length)
        .join(' ')
        .replace(/\.$/, ''),
    ),
  )
  const code = phrases.map(codeOf).find(Boolean)
  return code && regions.of(code)
}
