import { type Asked, askedIn, isQuestion, type Phrase, type Topic, topicOf } from './acts.ts'
import { isKind } from './constraints.ts'
import { countryIn } from './service-answers.ts'
import type { ChatState } from './state.ts'
import type { Understanding } from './understand.ts'

/** What the shopper wants the assistant to do. */
export type Intent =
  | { readonly kind: 'service'; readonly topic: Topic; readonly country: string | undefined }
  | { readonly kind: 'compare' | 'similar' | 'cart' }
  | { readonly kind: 'question'; readonly asked: readonly Asked[] }
  | { readonly kind: 'look' | 'more' | 'restart' | 'unclear' }
  | { readonly kind: 'greeting' | 'thanks' | 'help' | 'insult' }

interface Read
  extends Pick<
    Understanding,
    'add' | 'drop' | 'order' | 'step' | 'references' | 'unknown' | 'heads'
  > {
  readonly message: string
  readonly found: ReadonlySet<Phrase>
}

const talks = ['restart', 'insult', 'help', 'thanks', 'greeting'] as const

/** Picks the first intent that matches: customer service before products, and products already shown before a new search. */
export function intentOf(read: Read, state: ChatState): Intent {
  return (
    serviceIntent(read, state) ??
    actIntent(read, state) ??
    questionIntent(read, state) ??
    lookIntent(read, state)
  )
}

/** With several products shown, "Do you have this in blue?" asks which of them come in blue. */
const isChoice = ({ references, add }: Read, asked: readonly Asked[], state: ChatState) =>
  !references.isExplicit &&
  state.focus.length === 0 &&
  state.list.length > 1 &&
  !asked.includes('care') &&
  add.some(({ kind }) => kind === 'value')

/** "A tent to go with that" looks for tents. */
const isForOthers = ({ message, references, add, heads }: Read) =>
  !references.isExplicit &&
  ((add.some(isKind) &&
    /\b(recommend|suggest|show|find|need|want|look(ing)?|have|got|sell)\b/i.test(message)) ||
    // "Do you have a lid for it?"
    (heads.length > 0 && /\b(you|i|we) (also )?(have|got|sell|stock|need|want)\b/i.test(message)))

const isPointing = ({ references }: Read) => references.ids.length > 0 || references.isMissing

function serviceIntent(read: Read, state: ChatState): Intent | undefined {
  const { message, found } = read
  if (found.has('cart') && (isPointing(read) || /\b(cart|basket|trolley)\b/i.test(message)))
    return { kind: 'cart' }
  const country = countryIn(message)
  const topic = topicOf(message) ?? (goesOn(read, state, country) ? state.topic : undefined)
  return topic && { kind: 'service', topic, country }
}

/** "And to France?" or "how long does it take?" continue the last answer about the shop's service. */
function goesOn({ message, references, add }: Read, { topic }: ChatState, country?: string) {
  if (country) return topic === 'delivery'
  if (references.isExplicit) return false
  return (
    /\b(how (long|fast|soon|quick(ly)?)|when)\b/i.test(message) ||
    (add.length === 0 && /\b(how much|costs?|free)\b/i.test(message))
  )
}

function actIntent(read: Read, state: ChatState): Intent | undefined {
  const { found, add, order, step } = read
  if (found.has('restart') && add.length === 0) return { kind: 'restart' }
  if (found.has('compare')) return { kind: 'compare' }
  if (found.has('similar') && !step && (isPointing(read) || state.focus.length > 0))
    return { kind: 'similar' }
  return order || step ? { kind: 'look' } : undefined
}

function questionIntent(read: Read, state: ChatState): Intent | undefined {
  const { message, references, add, drop, unknown } = read
  const asked = askedIn(message)
  const isAsking = isQuestion(message)
  if (isForOthers(read) || isChoice(read, asked, state)) return undefined
  const isAbout = asked.length > 0 || isAsking
  const isAboutIt =
    isPointing(read) && isAbout && (drop.length === 0 || isAsking) && !/\bmake it\b/i.test(message)
  const isAboutShown =
    isAsking && asked.some((one) => one !== 'details') && add.length + unknown.length === 0
  const isMeant = references.isExplicit || isAboutIt || (isAboutShown && state.list.length > 0)
  return isMeant ? { kind: 'question', asked } : undefined
}

function lookIntent({ message, found, add, drop }: Read, state: ChatState): Intent {
  if (found.has('more') || (found.has('similar') && add.length === 0)) return { kind: 'more' }
  const isCount = /\bhow many\b/i.test(message) && state.constraints.length > 0
  if (add.length + drop.length > 0 || isCount) return { kind: 'look' }
  return { kind: talks.find((one) => found.has(one)) ?? 'unclear' }
}
