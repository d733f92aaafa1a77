import { type Token, tokensOf } from '../catalog/words.ts'
import {
  type Asked,
  askedIn,
  isQuestion,
  type Phrase,
  type Topic,
  takePhrases,
  topicOf,
} from './acts.ts'
import type { Constraint, Drop, Order } from './constraints.ts'
import { countryIn } from './countries.ts'
import { either } from './describe.ts'
import { foreignAnswer } from './foreign-language.ts'
import type { Lexicon } from './lexicon.ts'
import { sizesNamed, takeMeasures } from './measures.ts'
import { takePrices } from './prices.ts'
import { type References, readReferences } from './references.ts'
import type { ChatState } from './state.ts'
import { stopWords } from './stop-words.ts'

/** What a message wants from the shop. */
export type Intent =
  | { readonly kind: 'service'; readonly topic: Topic; readonly country: string | undefined }
  | { readonly kind: 'compare' | 'similar' | 'cart' }
  | { readonly kind: 'question'; readonly asked: readonly Asked[] }
  | { readonly kind: 'look' | 'more' | 'restart' | 'foreign' | 'unclear' }
  | { readonly kind: 'greeting' | 'thanks' | 'help' | 'insult' }

/** The meaning of one message, in the words of the catalogue. */
export interface Understanding {
  readonly intent: Intent
  readonly add: readonly Constraint[]
  readonly drop: readonly Drop[]
  readonly isAddition: boolean
  /** "Start over": what was said before does not count. */
  readonly isFresh: boolean
  readonly order: Order | undefined
  /** Compared with a product pointed at, or with what was shown. */
  readonly step: 'cheaper' | 'dearer' | undefined
  readonly references: References
  /** "The cheapest one", not "the cheapest first": one product is meant. */
  readonly isSingular: boolean
  /** Words that mean nothing to the catalogue, as written. */
  readonly unknown: readonly string[]
  readonly corrected: readonly { readonly from: string; readonly to: string }[]
}

const talks = ['restart', 'insult', 'help', 'thanks', 'greeting'] as const
const orders: readonly Order[] = ['cheapest', 'dearest', 'best']
const CHEAP = /\b(cheap|inexpensive|affordable|low[- ]cost)\b/i

/** Understands a message after what was said before. The same message in the same state always means the same. */
export function understand(message: string, state: ChatState, lexicon: Lexicon): Understanding {
  const plain = message.replaceAll('’', "'").replace(/[“”"]/g, '')
  const list = state.list.map((id) => ({ id, title: lexicon.titleOf(id) }))
  const isForWomen = /\b(women|woman|lady|ladies|girl)/i.test(
    `${plain} ${JSON.stringify(state.constraints)}`,
  )
  const measures = takeMeasures(plain, isForWomen)
  const { limits, rest } = takePrices(measures.rest)
  const { found, rest: wordy } = takePhrases(rest)
  const references = readReferences(
    found.has('compare') ? numbered(wordy) : wordy,
    list,
    state.focus,
  )
  const read = readClauses(references.rest, state, lexicon, measures.isForChild)
  const sizes = lexicon.sizeColumn ? sizesNamed(lexicon.sizeColumn.values, measures.sizes) : []
  const flags = (['new', 'sale'] as const).filter((kind) =>
    found.has(kind === 'new' ? 'isNew' : 'isOnSale'),
  )
  const add: readonly Constraint[] = [
    ...read.add,
    ...(sizes.length > 0 && lexicon.sizeColumn
      ? [
          {
            kind: 'value',
            field: lexicon.sizeColumn.field.name,
            values: sizes,
            ...(measures.label && { label: measures.label }),
          } as const,
        ]
      : []),
    ...(limits ? [{ kind: 'price', limits } as const] : []),
    ...flags.map((kind) => ({ kind })),
  ]
  const order = orders.find((one) => found.has(one)) ?? (CHEAP.test(wordy) ? 'cheapest' : undefined)
  const step = (['cheaper', 'dearer'] as const).find((one) => found.has(one))
  const said = { ...read, add, order, step, references, isAddition: found.has('addition'), isFresh: found.has('restart') }
  return {
    ...said,
    isSingular: /\b(one|which|what is|what's)\b/i.test(plain),
    intent: intentOf(plain, found, said, state),
  }
}

/** "Compare 1 and 3". */
const numbered = (text: string) => text.replace(/(^|[\s,])#?([1-9])(?=$|[\s,.?!])/g, '$1number $2')

type Said = Pick<Understanding, 'add' | 'drop' | 'order' | 'step' | 'references' | 'unknown'>

function intentOf(
  message: string,
  found: ReadonlySet<Phrase>,
  said: Said,
  state: ChatState,
): Intent {
  const { references, add, drop } = said
  const isPointing = references.ids.length > 0 || references.isMissing
  const country = countryIn(message)
  const isCart = found.has('cart') && (isPointing || /\b(cart|basket|trolley)\b/i.test(message))
  if (foreignAnswer(message)) return { kind: 'foreign' }
  if (isCart) return { kind: 'cart' }
  const topic = topicOf(message) ?? (country && state.topic === 'delivery' ? 'delivery' : undefined)
  if (topic) return { kind: 'service', topic, country }
  if (found.has('restart') && add.length === 0) return { kind: 'restart' }
  if (found.has('compare')) return { kind: 'compare' }
  if (found.has('similar') && (isPointing || state.focus.length > 0)) return { kind: 'similar' }
  if (said.order || said.step) return { kind: 'look' }
  const asked = askedIn(message)
  const isAsking = isQuestion(message)
  if (references.isExplicit) return { kind: 'question', asked }
  if (isPointing && (asked.length > 0 || isAsking) && !drop.length && !/\bmake it\b/i.test(message))
    return { kind: 'question', asked }
  const isAboutShown = asked.some((one) => one !== 'details') && isAsking && add.length === 0
  if (isAboutShown && state.list.length > 0 && said.unknown.length === 0)
    return { kind: 'question', asked }
  if (found.has('more') || (found.has('similar') && add.length === 0)) return { kind: 'more' }
  if (add.length > 0 || drop.length > 0) return { kind: 'look' }
  const talk = talks.find((one) => found.has(one))
  return { kind: talk ?? 'unclear' }
}

const wordSet = (text: string) => new Set(text.split(' '))
const negators = wordSet('not no without except excluding exclude dont nor hate avoid')
const clearers = wordSet(
  'any all every whatever ignore forget no regardless drop skip remove leave never without dont',
)
const fillers = wordSet('the of a about mind matter out which care limit which')

interface Reading {
  readonly add: Constraint[]
  readonly drop: Drop[]
  readonly unknown: string[]
  readonly corrected: { from: string; to: string }[]
}

/** Reads a message clause by clause, word by word, the longest known term first. */
function readClauses(
  text: string,
  state: ChatState,
  lexicon: Lexicon,
  isForChild: boolean,
): Reading {
  const reading: Reading = { add: [], drop: [], unknown: [], corrected: [] }
  const clauses = [...text.split(/[,;.!?]+(?=\s|$)/), ...(isForChild ? ['kids'] : [])]
  for (const clause of clauses) readClause(tokensOf(clause), state, lexicon, reading)
  return reading
}

function readClause(
  tokens: readonly Token[],
  state: ChatState,
  lexicon: Lexicon,
  { add, drop, unknown, corrected }: Reading,
) {
  const { vocabulary } = lexicon
  let isNegated = false
  /** Free words wait for what follows: before a kind they are a part of it. */
  let free: Token[] = []

  const place = (term: Constraint) => {
    if (!isNegated) return add.push(term)
    const whole = term.kind === 'value' ? vocabulary.included(term) : term
    return add.push({ ...whole, not: true } as Constraint)
  }
  /** Words right before a kind must hold; others must only where that finds something. */
  function settle(isBeforeTerm: boolean) {
    const places = free.map(({ word }) => lexicon.match.whereIs(word))
    // "First aid kit": where one of the words is nowhere, a product named Kit is not meant.
    const isBroken = !isBeforeTerm && places.includes(undefined)
    for (const [at, { word, written }] of free.entries()) {
      const where = isBroken ? undefined : places[at]
      const own: Constraint = { kind: 'word', word: written.toLowerCase() }
      const kinds = [...state.constraints, ...add].filter(({ kind }) => kind === 'place')
      const isHeld = where === 'name' && (isBeforeTerm || add.length === 0)
      const isTold = kinds.length > 0 && where && lexicon.match.count([...kinds, own]) > 0
      if (isBeforeTerm || isTold || (isHeld && kinds.length === 0)) {
        add.push(own)
        const others = lexicon.match.standInsFor(word)
        if (others.length > 0) corrected.push({ from: written.toLowerCase(), to: either(others) })
      } else unknown.push(written.toLowerCase())
    }
    free = []
  }

  function take(token: Token, at: number): number {
    const cleared = clearedAt(tokens, at, state, lexicon)
    if (cleared) {
      drop.push(cleared.drop)
      return cleared.length
    }
    const found = sizeAt(tokens, at, lexicon) ?? vocabulary.termAt(tokens, at) ?? repairedAt(token)
    if (found) {
      if (found.term.kind === 'place') settle(true)
      place(found.term)
      isNegated &&=
        tokens[at + found.length]?.word === 'or' || tokens[at + found.length]?.word === 'nor'
      return found.length
    }
    if (negators.has(token.word)) isNegated = true
    else if (!stopWords.has(token.word) && token.word.length > 1 && !/^\d/.test(token.word)) {
      if (isNegated) {
        const own: Constraint = { kind: 'word', word: token.written.toLowerCase(), not: true }
        if (lexicon.match.whereIs(token.word) === 'name') add.push(own)
      } else free.push(token)
      isNegated = false
    } else if (!isNegated || token.word !== 'or') settle(false)
    return 1
  }

  function repairedAt({ word, written }: Token) {
    if (stopWords.has(word)) return undefined
    const to = vocabulary.repair(word)
    const found = to === undefined ? undefined : vocabulary.termAt(tokensOf(to), 0)
    if (!found || to === undefined) return undefined
    corrected.push({ from: written.toLowerCase(), to })
    return { ...found, length: 1 }
  }

  for (let at = 0; at < tokens.length; ) at += take(tokens[at] as Token, at)
  settle(false)
}

/** "Any colour", "forget the brand", "never mind navy", "size doesn't matter": a field, or what is held now. */
function clearedAt(tokens: readonly Token[], at: number, state: ChatState, lexicon: Lexicon) {
  const word = (offset: number) => tokens[at + offset]?.word ?? ''
  const { vocabulary } = lexicon
  if (clearers.has(word(0))) {
    let skipped = 1
    while (fillers.has(word(skipped))) skipped += 1
    const field = vocabulary.fieldNamed(word(skipped))
    if (field) return { drop: dropOf(field), length: skipped + 1 }
    // "Without leather" is a wish of its own; "forget leather" takes one back.
    if (!/^(ignore|forget|drop|skip|remove|leave|never)$/.test(word(0))) return undefined
    const term = vocabulary.termAt(tokens, at + skipped)
    if (term)
      return { drop: { kind: 'same', as: term.term } as const, length: skipped + term.length }
    const held = state.constraints.find(
      (one) => one.kind === 'word' && tokensOf(one.word)[0]?.word === word(skipped),
    )
    if (held) return { drop: { kind: 'same', as: held } as const, length: skipped + 1 }
    if (/^(occasion|reason|event)$/.test(word(skipped)))
      return { drop: { kind: 'occasion' } as const, length: skipped + 1 }
  }
  const field = vocabulary.fieldNamed(word(0))
  const said = [word(1), word(2), word(3)].join(' ')
  const [negation] =
    /^(doesnt|dont|not|does not|do not|isnt|is not) (matter|important)/.exec(said) ?? []
  return field && negation
    ? { drop: dropOf(field), length: 1 + negation.split(' ').length }
    : undefined
}

const dropOf = (field: string): Drop =>
  field === 'price' || field === 'place' ? { kind: field } : { kind: 'field', field }

/** A size in letters; single small ones are too often something else. */
const LETTER_SIZE = /^([SML]|[Xx]{1,3}[SsLl])$/
const NUMBER = /^\d{2,}$/

/** A size where one is expected: after the word, in capitals, or a number of two digits. */
function sizeAt(tokens: readonly Token[], at: number, { vocabulary }: Lexicon) {
  const { word, written } = tokens[at] as Token
  if (word === 'size') {
    const found = vocabulary.sizeAt(tokens, at + 1)
    return found && { ...found, length: found.length + 1 }
  }
  const isShouted = tokens.length > 1 && tokens.every((token) => /^\P{Ll}+$/u.test(token.written))
  const looksLikeSize = NUMBER.test(word) || (LETTER_SIZE.test(written) && !isShouted)
  return looksLikeSize ? vocabulary.sizeAt(tokens, at) : undefined
}
