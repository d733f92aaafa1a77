import { eld } from 'eld/medium'
import {
  type Act,
  askedIn,
  decideAct,
  orderIn,
  type Phrase,
  type Read,
  takePhrases,
} from './acts.ts'
import { type Constraint, isKind, isValue, subjectOf } from './constraints.ts'
import english from './english.json' with { type: 'json' }
import { type Lexicon, NARROWED } from './find.ts'
import { type Numbers, readNumbers } from './numbers.ts'
import { readTerms, type Terms } from './read-terms.ts'
import { type References, readReferences } from './references.ts'
import { topicFor } from './service-answers.ts'
import { keyIn, priceOf } from './shop-view.ts'
import type { ChatState } from './state.ts'
import { type Account, isEnglish, openAccount } from './text.ts'
import { compose } from './wishes.ts'

/** The meaning of a message. Every word of it is in a wish, in the act, in `left` or `missing`, or says nothing. */
export interface Understanding extends Read {
  readonly act: Act
  readonly isAddition: boolean
  /** "The cheapest one" asks for one product, unlike "the cheapest first". */
  readonly isSingular: boolean
  readonly corrected: Terms['corrected']
  /** The kinds that the shop calls otherwise. */
  readonly called: readonly { readonly said: string; readonly name: string }[]
  /** The symbol of the currency in which a price was given. */
  readonly currency: string | undefined
  /** The English name of the language of a message that is not in English. */
  readonly language: string | undefined
}

const FEMALE = /\b(women|woman|lady|ladies|girl|wife|mum|mom|mother|her|she)\b/i
const COMPARING = /\b(compared?|comparison|differences?|versus|vs|better)\b/i

/** Interprets a message after the state of the conversation. The same message in the same state has one meaning. */
export function understand(message: string, state: ChatState, lexicon: Lexicon): Understanding {
  const { view, vocabulary, settings } = lexicon
  const { constraints } = state
  const account = openAccount(message)
  const { text } = account
  const language = foreignLanguage(account, lexicon, state.language)
  const asked = askedIn(text)
  const isFirst = [COMPARING.test(text), asked.includes('fit')].some(Boolean)
  const first = isFirst ? takePhrases(account) : []
  const isComparing = first.includes('compare')
  const pointed = readReferences(account, view.catalog, vocabulary, state, isComparing)
  const persons = constraints.flatMap((one) => (one.kind === 'persons' ? one.any : []))
  const numbers = readNumbers(account, view, FEMALE.test(`${text} ${persons}`))
  const found = new Set([...first, ...takePhrases(account)])
  const terms = withHeldKinds(readTerms(account, vocabulary, constraints), account, state)
  const composed = compose(account, terms, [...constraints, ...numbers.add], lexicon)
  const selected = selectedFrom(pointed, [...composed.add, ...numbers.add], text, state, lexicon)
  const references = selected ?? pointed
  const hasKind = [...composed.add, ...constraints].some(isKind)
  // "Something small" is not of size S.
  const words = hasKind ? [] : numbers.add.filter(isWordSize)
  const firm = numbers.add.filter((one) => !words.includes(one))
  const said = [...composed.add, ...firm, ...flagsIn(found, firm)]
  const rest = selected ? askedOf(said, pointed, asked, text) : said
  const add = [...rest, ...stillNamed(text, said, state)]
  const read: Read = {
    ...{ text, found, references, add, order: orderIn(found) },
    ...{ count: numbers.counts[0]?.count ?? 1, counts: countsOf(terms, numbers.counts, account) },
    // "And the third?"
    asked: pointed.isExplicit && AGAIN.test(text) ? askedIn(text, state.asked) : asked,
    drop: [
      ...terms.drop,
      ...(['noNew', 'noSale'] as const).flatMap((one) =>
        found.has(one) ? { of: flagOf[one] } : [],
      ),
      ...(references.ids.length > 0 ? [] : ofOther(text, composed.add, constraints)),
    ],
    left: [...composed.left, ...numbers.left, ...words.map((one) => one.said)],
    missing: [...composed.missing, ...doubtedIn(terms, composed.left, account)],
    step: stepIn(found, add, text),
    topic: topicFor(text, references.isExplicit ? undefined : state.topic, settings),
  }
  return {
    ...read,
    called: terms.found.flatMap(({ term, said, isNot }) =>
      term.kind === 'kind' && term.isOther && !isNot ? { said, name: term.any[0] } : [],
    ),
    ...{ corrected: terms.corrected, currency: numbers.currency, language },
    act: decideAct(read, state),
    isAddition: found.has('addition') && references.ids.length === 0,
    isSingular: isOne(text, terms),
  }
}

/** What a product was selected by is not asked of it. */
const askedOf = (
  said: readonly Constraint[],
  pointed: References,
  asked: readonly string[],
  text: string,
) =>
  pointed.isExplicit || WHICH.test(text) || asked.some((one) => one !== 'details')
    ? said.filter(({ kind }) => kind !== 'persons')
    : []

/** "That, in organic cotton", after the biggest size was named. */
const stillNamed = (text: string, said: readonly Constraint[], { named }: ChatState) =>
  named && THAT.test(text) && !said.some((one) => subjectOf(one) === subjectOf(named))
    ? [named]
    : []

/** "Not too expensive, 20 to 40": the limits already say how expensive. */
const stepIn = (found: ReadonlySet<Phrase>, add: readonly Constraint[], text: string) =>
  add.some(({ kind }) => kind === 'price') || WHICH.test(text)
    ? undefined
    : (['cheaper', 'dearer'] as const).find((one) => found.has(one))

const flagOf = { noNew: 'new', noSale: 'sale' }

const isWordSize = (one: Constraint) => isValue(one) && one.isLoose && /^\p{L}{4,}$/u.test(one.said)

/** "The cheapest watch", and "the cheapest" alone, unlike "the cheapest watches". */
const isOne = (text: string, { found }: Terms) =>
  /\b(one|which|what is|thing|how much is)\b/i.test(text) ||
  /\b(\w+est|most \w+)( of (them|these|those|all))?\W*$/i.test(text) ||
  (/est\b|\bmost\b/i.test(text) &&
    found.some(({ term, said }) => term.kind === 'kind' && !/s$/i.test(said)))

const WHICH =
  /\bthe (cheaper|dearer|more expensive) (one|of (the (two|2)|them|these|those|both))\b/i
const AGAIN = /^\W*(and|what about|how about)\b/i
const THAT = /\b(that|this|it|(biggest|largest|longest|smallest|shortest)( one)?)\b/i
/** "The women's one", but not "the same one in red". */
const ONE_SUCH =
  /\bthe (?!(?:same|other|next|one)\b)(?:[\p{L}\p{N}'&-]+ ){1,4}one\b|\bthe one (?:in|with|for|by)\b/iu

/** "The red one", "how much is the leather one?", "the cheaper one", "the Kelda Boot for men": those shown or named that are so. */
function selectedFrom(
  pointed: References,
  wishes: readonly Constraint[],
  text: string,
  { list, focus, constraints }: ChatState,
  lexicon: Lexicon,
): References | undefined {
  const pool = pointed.isExplicit ? pointed.ids : list
  const isOne = isSelecting(text, constraints)
  const by = selectors(pointed, wishes, isOne || isFact(text, wishes))
  const some = suitableIn(pool, by, lexicon)
  const isSome = isOne || some.length < pool.length
  const near = focus.length > 1 ? focus : pool
  const ids = WHICH.test(text) ? pricedIn(text, near, lexicon) : some
  return ids.length > 0 && (isSome || ids !== some)
    ? { ids, isExplicit: true, isMissing: false }
    : undefined
}

/** Of namesakes that a message names, the persons tell; of those that were shown, all that is said. */
function selectors(pointed: References, wishes: readonly Constraint[], isOfShown: boolean) {
  if (wishes.some(isKind)) return []
  if (pointed.isExplicit)
    return pointed.ids.length > 1 ? wishes.filter(({ kind }) => kind === 'persons') : []
  return isOfShown ? wishes : []
}

function pricedIn(text: string, some: readonly string[], { view }: Lexicon): readonly string[] {
  const priced = some
    .flatMap((id) => view.catalog.find(id) ?? [])
    .toSorted((a, b) => (priceOf(a) ?? 0) - (priceOf(b) ?? 0))
  const one = some.length > 1 && priced.at(/the cheaper/i.test(text) ? 0 : -1)
  return one ? [one.uniqueId] : []
}

function suitableIn(pool: readonly string[], by: readonly Constraint[], { view, finder }: Lexicon) {
  const found = by.length > 0 ? finder.find(by) : []
  const ids = new Set(found.map((row) => view.catalog.product(row).uniqueId))
  return pool.filter((id) => ids.has(id))
}

/** "How much is the red one?" */
const isFact = (text: string, wishes: readonly Constraint[]) =>
  /\bthe\b(?! \w+est\b)/i.test(text) &&
  wishes.some(isValue) &&
  askedIn(text).some((one) => one !== 'details')

/** Namesakes that were shown are told apart by what is said of them; a list of a search is narrowed. */
const isSelecting = (text: string, held: readonly Constraint[]) =>
  ONE_SUCH.test(text) || (held.length === 0 && /\bones\b/i.test(text))

/** "The cheapest long bags", after sleeping bags were shown, are sleeping bags. */
function withHeldKinds(terms: Terms, { at }: Account, state: ChatState): Terms {
  const held = [...(state.earlier ?? []).flat(), ...state.constraints]
  const names = held
    .filter(isKind)
    .flatMap(({ any }) => any.map((name) => name.split(NARROWED)[0] ?? ''))
  const found = terms.found.map((one) => {
    const { term, from, said } = one
    const whole = names.findLast((name) => keyIn(name).endsWith(` ${keyIn(said)}`))
    const isPointed = [1, 2, 3].some((back) => /^(the|these|those)$/.test(at(from - back).lower))
    return term.kind === 'kind' && whole && isPointed
      ? { ...one, term: { ...term, any: [whole] as const } }
      : one
  })
  return { ...terms, found }
}

/** How many of each kind are wanted: the count that stands nearest before it. */
function countsOf({ found }: Terms, counts: Numbers['counts'], { at, text }: Account) {
  const each = counts.find(({ end }) => /^each\b/i.test(text.slice(end)))
  const kinds = found.filter(({ term, isNot }) => term.kind === 'kind' && !isNot)
  return Object.fromEntries(
    kinds.flatMap(({ term, from }, index) => {
      const past = kinds[index - 1]
      const isNear = ({ end }: Numbers['counts'][number]) =>
        end <= at(from).start && end > (past ? at(past.to - 1).end : -1)
      const near = counts.findLast(isNear) ?? each
      return near ? [[String(term.any[0]), near.count] as const] : []
    }),
  )
}

const ME = /\b(and|now|about|something|ones?) for (me|myself)\b/i

/** "And for me?", "for my daughter": what was said of another person before; a department keeps the wishes but the size. */
function ofOther(text: string, add: readonly Constraint[], before: readonly Constraint[]) {
  const own = add.flatMap((one) => (one.kind === 'persons' && !one.not ? [one] : []))
  const held = before.flatMap((one) => (one.kind === 'persons' ? one.any : []))
  const isMe = ME.test(text)
  const isOther = isMe || own.some(({ any }) => !any.every((name) => held.includes(name)))
  if (held.length === 0 || !isOther || /\b(also|as well|both)\b/i.test(text)) return []
  const isPerson = isMe || own.some(({ said }) => !/^(women|men|kids)/i.test(said))
  const isThing = add.some(isKind)
  // A size is never another person's, but for "sorry, women's".
  const isOwn = (of: string) =>
    (/^field .*size/i.test(of) && !/\b(sorry|oops|meant)\b/i.test(text)) ||
    (isPerson && (/^field .*colou?r/i.test(of) || (isThing && of === 'word')))
  return [...before.map(subjectOf).filter(isOwn), 'persons'].map((of) => ({ of }))
}

const flagsIn = (found: ReadonlySet<Phrase>, numbers: readonly Constraint[]): Constraint[] => [
  ...(found.has('isNew') ? [{ kind: 'new', said: 'new' } as const] : []),
  ...(found.has('isSale') && !numbers.some(({ kind }) => kind === 'sale')
    ? [{ kind: 'sale', said: 'reduced' } as const]
    : []),
]

/** "Rote Jacke": that "Jacke" is a jacket is worth little if all that is beside it says nothing. */
function doubtedIn({ found, corrected }: Terms, left: readonly string[], { words }: Account) {
  const misspelt = corrected.map(({ from }) => from)
  const isKind = found.some(
    ({ term, said }) => term.kind === 'kind' && corrected.some(({ to }) => to === said),
  )
  const count = misspelt.length + left.flatMap((phrase) => phrase.split(' ')).length
  return isKind && left.length > 0 && count === words.length ? misspelt : []
}

/** The language of a message most words of which are neither English nor in the catalogue. */
function foreignLanguage(account: Account, lexicon: Lexicon, before: string | undefined) {
  const { words, text } = account
  const { vocabulary } = lexicon
  const isKnown = (key: string) => vocabulary.has(key) || vocabulary.codesNamed(key) !== undefined
  const isOwn = (key: string) => isKnown(key) || vocabulary.repair(key)
  const own = words.filter((word) => /\p{L}/u.test(word.text))
  const unknown = own.filter(({ lower, keys }) => !isEnglish(lower) && !keys.every(isOwn))
  // Two words tell little of their language, but more after a message in it.
  const isRead = own.every(({ isFiller, keys }) => isFiller || keys.every(isKnown))
  if (before && !isRead && languageOf(text, 2)) return before
  // English has "plaid", "pour" and "grand" as well.
  const share = unknown.length > 3 ? 3 : 2
  const isMostly = unknown.length * share >= own.length && (unknown.length > 1 || own.length === 1)
  return isMostly && unknown.length > 0 ? languageOf(text, unknown.length) : undefined
}

/** Short texts are told better among fewer languages: these are the ones that shops are mostly asked in. */
eld.setLanguageSubset(english.languages.split(' '))

/** The English name of the language of a text; `undefined` if it may be English. `unknown`: how many of its words are not English; a single one has to be certain. */
export function languageOf(text: string, unknown: number): string | undefined {
  const found = eld.detect(text.toLowerCase())
  const isCertain = found.isReliable() || unknown > 1
  if (!found.language || found.language === 'en' || !isCertain) return undefined
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(found.language)
}
