import { type Constraint, type Drop, isKind, isSize, isValue, type Order } from './constraints.ts'
import english from './english.json' with { type: 'json' }
import type { References } from './references.ts'
import type { Topic } from './service-answers.ts'
import type { ChatState } from './state.ts'
import type { Account } from './text.ts'

/** A phrase that means the same in any of its wordings. */
export type Phrase = keyof typeof english.phrases

/** What a question about a product asks for. */
export type Asked = keyof typeof english.asked

/** What the shopper wants the assistant to do. */
export type Act =
  | ({ readonly kind: 'service' } & Topic)
  | { readonly kind: 'about'; readonly asked: readonly Asked[] }
  | { readonly kind: 'compare' | 'similar' | 'cart' }
  | { readonly kind: 'look' | 'more' | 'values' | 'unclear' | Talk }

type Talk = Exclude<keyof typeof english.talk, 'sorry'>

const patternsOf = <Name extends string>(table: Readonly<Record<Name, string>>) =>
  (Object.keys(table) as Name[]).map((name) => ({ name, pattern: new RegExp(table[name], 'iu') }))

/** The order matters: "most expensive" is removed before "expensive" is looked for. */
const phrases = patternsOf(english.phrases)
const questions = patternsOf(english.asked)

/** Finds the phrases of a message and marks their words as used. */
export const takePhrases = (account: Account): readonly Phrase[] =>
  phrases.flatMap(({ name, pattern }) => {
    const isFound = account.take(pattern) !== undefined
    // "The cheapest, and I mean the cheapest": each time.
    while (isFound && account.take(pattern));
    return isFound ? name : []
  })

/** The order that some phrases ask for. */
export const orderIn = (found: ReadonlySet<Phrase>): Order | undefined =>
  (Object.entries(english.orders) as [Phrase, Order][]).find(([phrase]) => found.has(phrase))?.[1]

/** Everything a message asks about a product, in the order of the table; what was asked before if it asks nothing new. */
export function askedIn(text: string, before: readonly string[] = []): readonly Asked[] {
  const own = questions.filter(({ pattern }) => pattern.test(text))
  const isNew = own.some(({ name }) => name !== 'details') || before.length === 0
  return (isNew ? own : questions.filter(({ name }) => before.includes(name))).map(
    ({ name }) => name,
  )
}

/** The words that a question is about, without those by which it is put. */
export const aboutOf = (words: readonly string[], asked: readonly Asked[]): readonly string[] =>
  words.filter((word) => !askedIn(`${word} how ${word}`).some((one) => asked.includes(one)))

const CART = new RegExp(english.cart, 'iu')
const QUESTION = new RegExp(english.question, 'iu')

/** Whether a message asks something, rather than wishes for it. */
export const isQuestion = (text: string): boolean => QUESTION.test(text)

/** What was read in a message. */
export interface Read {
  readonly text: string
  readonly found: ReadonlySet<Phrase>
  readonly asked: readonly Asked[]
  readonly references: References
  readonly add: readonly Constraint[]
  /** How many of a thing are wanted, and how many of each kind, if there are several. */
  readonly count: number
  readonly counts: Readonly<Record<string, number>>
  readonly drop: readonly Drop[]
  /** Words that say nothing to the assistant; they are named before any product is shown. */
  readonly left: readonly string[]
  /** The things asked for that the shop has no word for; no product is shown beside them. */
  readonly missing: readonly string[]
  readonly order: Order | undefined
  /** Compared with the product referred to, or with the products shown. */
  readonly step: 'cheaper' | 'dearer' | undefined
  readonly topic: Topic | undefined
}

const talks = ['restart', 'insult', 'help', 'thanks', 'greeting', 'ok'] as const

const COMPARING = /\b(which|than|or)\b/i
const WHICH = /\bwhich( one| of (them|these|those|the two))? is \w+/i

const isPointing = ({ references: { ids, isMissing } }: Pick<Read, 'references'>) =>
  ids.length > 0 || isMissing

/** What a message may ask for: buying and the shop's service, then products already shown, then a search. */
const rules: readonly ((read: Read, state: ChatState) => Act | undefined | false)[] = [
  ({ topic }) => topic && { kind: 'service', ...topic },
  (read) => isForCart(read) && { kind: 'cart' },
  ({ found, add, missing }) =>
    found.has('restart') && add.length + missing.length === 0 && { kind: 'restart' },
  ({ found }) => found.has('pairing') && { kind: 'pairing' },
  ({ found }) => found.has('ordering') && { kind: 'ordering' },
  (read, state) => isAboutValues(read, state) && { kind: 'values' },
  // "Is the Kelda Boot cheaper than the Vale Boot?"
  ({ found, text, references: { ids, isExplicit } }, { focus }) =>
    (found.has('compare') ||
      (isExplicit && ids.length > 1 && COMPARING.test(text)) ||
      ((focus.length > 1 || (isExplicit && ids.length > 0)) && WHICH.test(text))) && {
      kind: 'compare',
    },
  // "Do you have jeans like that?" before anything was shown is a search.
  (read, { focus }) =>
    read.found.has('similar') &&
    (isPointing(read) || focus.length > 0) &&
    !(read.references.isMissing && read.add.some(isKind)) && { kind: 'similar' },
  (read, state) => isAboutShown(read, state) && { kind: 'about', asked: read.asked },
  (read) => isAskedOfKind(read) && { kind: 'about', asked: read.asked },
  (read) => (read.missing.length > 0 || isOffTopic(read)) && { kind: 'unclear' },
  ({ found, add, step }) =>
    (found.has('more') || (found.has('similar') && add.length === 0 && !step)) && { kind: 'more' },
  // All has to be understood where neither a kind of product nor a person is named.
  (read, state) =>
    read.left.length > 0 && !(isTold(read, state) && isChange(read, state)) && { kind: 'unclear' },
  (read, state) => isChange(read, state) && { kind: 'look' },
  // "The first one", before anything was shown.
  ({ references, asked }) => references.isExplicit && { kind: 'about', asked },
]

/** The first act that fits. */
export function decideAct(read: Read, state: ChatState): Act {
  const act = rules.map((rule) => rule(read, state)).find(Boolean)
  const talk = talks.find((one) => read.found.has(one))
  const isStillAngry = state.topic === 'complaint' && (!act || act.kind === 'unclear') && !talk
  if (isStillAngry) return { kind: 'service', topic: 'complaint', country: undefined }
  return act || { kind: talk ?? 'unclear' }
}

/** "If I take both, what do I pay?" asks for a price. */
const isForCart = (read: Read) =>
  CART.test(read.text) &&
  !read.asked.includes('price') &&
  (isPointing(read) || /\b(cart|basket|trolley)\b/i.test(read.text))

/** "For my dad, who loves to fish" tells too little, if fishing means nothing to the shop. */
function isTold({ add, left, text }: Read, { constraints }: ChatState): boolean {
  const wanted = [...add, ...constraints].filter((one) => !one.not)
  const isOf = (kinds: RegExp) => wanted.some((one) => kinds.test(one.kind) && !isSize(one))
  // "Retirement gift" names no thing.
  const isOfGift = left.every((words) => /^ (gift|present)/i.test(text.split(words)[1] ?? ''))
  return (
    isOf(/^(kind|occasion)$/) || (isOf(/^persons$/) && (isOf(/^(value|word|price)$/) || isOfGift))
  )
}

const answered = Object.keys(english.answersTo).map((asks) => new RegExp(asks, 'iu'))

/** "How long do your lanterns last?": what the texts of a kind of products answer. */
export const isAskedOfKind = ({ add, asked, references, text }: Read): boolean =>
  add.some(isKind) &&
  !isPointing({ references }) &&
  (answered.some((asks) => asks.test(text)) || (asked.includes('care') && QUESTION.test(text)))

/** "Which brands do you have?", "what sizes do dresses come in?"; "do you have bigger ones?" asks for the sizes. */
function isAboutValues(read: Read, state: ChatState): boolean {
  const { text, found, asked, references, add, drop, order, step, left, counts } = read
  const { list } = state
  const isOfKind = add.some(isKind) && add.every((one) => isKind(one) || one.kind === 'persons')
  const isValue = asked.some((one) => /price|size|colour|material|brand/.test(one))
  const isCounted = Object.keys(counts).length > 0
  const isPlain =
    left.length + drop.length + references.ids.length === 0 &&
    !(references.isExplicit || order || step || found.has('together') || isCounted)
  if (found.has('values') || (isOfKind && isValue && isPlain && QUESTION.test(text))) return true
  const isOfShown = list.length > 0 && add.length + references.ids.length === 0
  return (isOfShown || (isOfKind && QUESTION.test(text))) && left.some((word) => RESIZE.test(word))
}

const RESIZE = /^(big|bigger|biggest|larger|largest|smaller|smallest|longer|shorter)$/i

/** Whether an unclear message is a question about something else than what the shop sells. */
export const isOffTopic = ({ text, add, left }: Pick<Read, 'text' | 'add' | 'left'>): boolean =>
  (add.every(({ kind }) => kind === 'occasion') || /^\W*(who|when|why)\b/i.test(text)) &&
  left.length > 0 &&
  QUESTION.test(text) &&
  !/\b(have|got|sell|stock|carry|offer|there)\b/i.test(text)

/** Without a wish, there is nothing to take back, and nothing to count. */
const isChange = ({ found, add, drop, order, step }: Read, { constraints }: ChatState) =>
  [...add, order, step, found.has('back')].some(Boolean) ||
  (constraints.length > 0 && (drop.length > 0 || found.has('count')))

/** "Does it come with a bag?", but not "with a bag under 100?"; "4 of them". */
const isAsked = ({ add, text, count, references }: Read, { list }: ChatState) =>
  (references.ids.length > 0 && count > 1) ||
  (list.length > 0 && IT_ASKED.test(text) && !(add.some(isKind) && add.length > 1))

function isAboutShown(read: Read, state: ChatState): boolean {
  const { references, add, drop, order, step } = read
  // "One tent and four of these bags": a sum, in which all is searched for.
  const isSum = !references.isExplicit && add.some((one) => isKind(one) && one.any.length > 1)
  if (isOfFirst(read, state)) return true
  // "How many of those are under 15?"
  const isCounting = read.found.has('count') && add.length > 0 && !references.isExplicit
  if (order || step || isSum || isCounting) return false
  if (isNamed(read) || isAsked(read, state)) return true
  if (add.some(isKind) || drop.length > 0) return false
  return state.list.length === 0 ? isAboutNothing(read) : isAboutIt(read, state)
}

/** "Is the cheapest one in stock?" */
const isOfFirst = ({ order, add, text, asked }: Read, { list }: ChatState) =>
  order !== undefined &&
  list.length > 0 &&
  add.every((one) => isValue(one)) &&
  QUESTION.test(text) &&
  !asked.includes('price') &&
  (add.length > 0 || asked.some((one) => !/details|rating/.test(one)))

/** "Is the second one waterproof?" is not answered by a list, even if there is no second one. */
const isNamed = ({ references: { isExplicit, ids }, text, add, asked }: Read) =>
  isExplicit &&
  (ids.length > 0 || (QUESTION.test(text) && !(add.some(isKind) && asked.length === 0)))

/** "Do you have this in blue?" before anything was shown. */
const isAboutNothing = ({ references, text, add, asked, missing }: Read) =>
  references.isMissing && QUESTION.test(text) && add.length + asked.length > missing.length

const IT_ASKED = /^\W*(does|is|can|could|will|would|has|should) (it|this|that)\b/i
/** A question about what was shown: "does a laptop fit in?", "how thick is the sole?" */
const SHOWN_ASKED = new RegExp(english.asking.shown, 'iu')

/** With several shown, "do you have this in blue?" asks which of them; "do you have a lid for it?" asks for a lid. */
const isChoice = ({ add, asked, missing, text, left }: Read, { focus, list }: ChatState): boolean =>
  (missing.length > 0 && !SHOWN_ASKED.test(text)) ||
  (focus.length === 0 &&
    list.length > 1 &&
    left.length === 0 &&
    add.some(({ kind }) => kind === 'value') &&
    !asked.includes('care'))

function isAboutIt(read: Read, state: ChatState): boolean {
  const { constraints, focus } = state
  if (isChoice(read, state)) return false
  const { text, asked, add, left } = read
  // "In size L?", after one product was asked for by its name.
  if (constraints.length === 0 && focus.length > 0 && add.some(isValue)) return true
  const isQuestion = QUESTION.test(text)
  if (isPointing(read) && !/\bmake it\b/i.test(text)) return isQuestion || asked.length > 0
  // "Is the glass scratch proof?"
  if (left.length > 0)
    return SHOWN_ASKED.test(text) && add.every(({ kind }) => /value|word/.test(kind))
  return isQuestion && asked.some((one) => one !== 'details') && add.length === 0
}
