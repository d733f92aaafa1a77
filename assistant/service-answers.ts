import type { AssistantSettings } from 'svc-tag-service'
import type { Read } from './acts.ts'
import english from './english.json' with { type: 'json' }
import type { Lexicon } from './find.ts'
import { either, quoted } from './say.ts'
import { keyIn } from './shop-view.ts'
import type { ChatState } from './state.ts'

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

/** The topic that a message is about: one of the shop's own, or a usual one; `undefined` if it may be about products. `before`: the topic of the last answer. */
export function topicFor(
  message: string,
  before: string | undefined,
  { answers = {} }: AssistantSettings,
): Topic | undefined {
  const country = countryIn(message)
  const isUsual = (key: string) => topics.some(({ topic }) => topic === key)
  const own = Object.keys(answers).find((key) => !isUsual(key) && hasWords(message, key))
  const topic = own ?? topics.find(({ asks }) => asks.test(message))?.topic
  // "Do I have to pay the postage?", of a return.
  const isStill = before === 'returns' && !country && /\b(pay|costs?|free|postage)\b/i.test(message)
  if (topic) return { topic: isStill ? before : topic, country }
  const isOn = country ? before === 'delivery' : GOES_ON.test(message)
  return before && isOn ? { topic: before, country } : undefined
}

const hasWords = (text: string, key: string) =>
  key
    .split(/[\s_-]+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '.'))
    .every((word) => new RegExp(`(?<!\\p{L})${word}`, 'iu').test(text))

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names)

/** "Ship to Narnia": a place that is not known is not promised. */
const TO_PLACE =
  /\b(?:deliver|ship|send|post)\w*(?: \w+){0,2} to\s+(?!me\b|my\b|us\b|home\b|you\b|our\b|return\b)/i

/** Answers a question about the shop's service from the shop's own texts, or says that it does not know. */
export function serviceAnswer(about: Topic, question: Question, lexicon: Lexicon): string {
  const { topic } = about
  const { settings: shop, vocabulary } = lexicon
  const { answers = {}, currency } = shop
  if (topic === 'complaint') return complaintText(question.text, shop)
  if (topic === 'currency' && currency && !answers.currency) return `All prices are in ${currency}.`
  const own = answers[topic]
  if (!own) return unknownText(topic, shop)
  const text = topic === 'delivery' ? deliveryText(about, own, question.text, shop) : own
  // "Can I send a coat back?"
  const unsaid = unsaidIn(about, question, text).filter((word) => !vocabulary.has(keyIn(word)))
  if (unsaid.length === 0) return text
  const more = `The shop says no more about ${either(unsaid.map(quoted), 'or')}.`
  const contact = contactOf(shop) ?? 'Please ask the shop.'
  return [...(question.topic === topic ? [] : [text]), more, contact].join(' ')
}

/** A question about the shop's service, and the topic of the last answer. */
type Question = Pick<Read, 'text' | 'left' | 'missing' | 'add'> & Pick<ChatState, 'topic'>

const covers: Readonly<Record<string, string>> = english.covers

/** The words of a question that neither the shop's text nor its topic has: "PayPal" where one pays by invoice. */
function unsaidIn({ topic, country }: Topic, { left, missing, add }: Question, text: string) {
  const told = keyIn(`${text} ${topic} ${country}`).split(' ')
  const isTold = new RegExp(`^(${covers[topic] ?? topic})`, 'i')
  const words = [...left, ...missing].flatMap((phrase) => phrase.split(' '))
  const flags = add.flatMap(({ kind, said }) => (kind === 'sale' ? said : []))
  return [...new Set([...words, ...flags])].filter(
    (word) => !isTold.test(word) && !told.includes(keyIn(word)),
  )
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

const LOST = /\b(no|not|never|nothing|missing|lost|late|stolen|waiting)\b/i

/** What went wrong is answered by what the shop does about it; a parcel that has not come, by where orders are seen. */
function complaintText(message: string, shop: AssistantSettings): string {
  const isLost = LOST.test(message) && ['order']
  const about = isLost || (/charged|complain/i.test(message) ? [] : ['returns', 'repair'])
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
