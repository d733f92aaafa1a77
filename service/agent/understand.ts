import { type Phrase, plainly, takePhrases } from './acts.ts'
import { levelOf } from './category-sets.ts'
import type { Lexicon } from './chat-turn.ts'
import type { Constraint, Drop, Order } from './constraints.ts'
import { type Intent, intentOf } from './intent.ts'
import {
  type Measures,
  sizesNamed,
  takeMeasures,
  takeOtherMeasures,
  withDigits,
} from './other-measures.ts'
import { currencyIn, type PriceLimits, takePrices } from './prices.ts'
import { type Reading, readWords } from './read-words.ts'
import { type References, readReferences } from './references.ts'
import type { ChatState } from './state.ts'

/** The meaning of one message, in the words of the catalogue. */
export interface Understanding extends Reading {
  readonly intent: Intent
  /** "Also in green": beside what was asked before, not in its place. */
  readonly isAddition: boolean
  /** "Start over": what was said before does not count. */
  readonly isFresh: boolean
  readonly order: Order | undefined
  /** Compared with a product pointed at, or with what was shown. */
  readonly step: 'cheaper' | 'dearer' | undefined
  readonly references: References
  /** "The cheapest one", not "the cheapest first": one product is meant. */
  readonly isSingular: boolean
  /** The sign of the currency that a price was given in. */
  readonly currency: string | undefined
}

const orders: readonly Order[] = ['cheapest', 'dearest', 'best']
const steps = ['cheaper', 'dearer'] as const
const CHEAP = /\b(cheap|inexpensive|affordable|low[- ]cost)\b/i
/** A question, not the size that is called "long". */
const HOW_LONG = /\bhow (long|large|big|small)\b/gi
const FEMALE = /\b(women|woman|lady|ladies|girl)/i

/** Understands a message after what was said before. The same message in the same state always means the same. */
export function understand(text: string, state: ChatState, lexicon: Lexicon): Understanding {
  const message = plainly(withDigits(text.replaceAll('’', "'").replace(/[“”"]/g, ' ')))
  const isForWomen = FEMALE.test(`${message} ${departmentsIn(state)}`)
  const { others, rest: measured } = takeOtherMeasures(message)
  const measures = takeMeasures(measured, isForWomen)
  const { limits, rest, currency } = pricesIn(measures.rest)
  const { found, rest: wordy } = takePhrases(rest)
  const list = state.list.map((id) => ({ id, title: lexicon.titleOf(id) }))
  const pointing = found.has('compare') ? numbered(wordy) : wordy
  const references = readReferences(pointing, list, state.focus)
  const reading = readWords(
    `${references.rest.replace(HOW_LONG, ' ')}${measures.isForChild ? ', kids' : ''}`,
    state,
    lexicon,
  )
  const sizes = sizesIn(measures, lexicon)
  const add: readonly Constraint[] = [
    ...reading.add,
    ...sizes.add,
    ...(limits ? [{ kind: 'price', limits } as const] : []),
    ...(found.has('isNew') ? [{ kind: 'new' } as const] : []),
    ...(found.has('isOnSale') ? [{ kind: 'sale' } as const] : []),
  ]
  const drop: readonly Drop[] = [
    ...reading.drop,
    ...(found.has('isNewTakenBack') ? [{ kind: 'new' } as const] : []),
    ...(found.has('isOnSaleTakenBack') ? [{ kind: 'sale' } as const] : []),
  ]
  const order = orders.find((one) => found.has(one)) ?? (CHEAP.test(wordy) ? 'cheapest' : undefined)
  const step = stepIn(found, limits)
  const unknown = [...reading.unknown, ...others, ...sizes.unknown]
  const said = { ...reading, unknown, add, drop, order, step, references }
  return {
    ...said,
    intent: intentOf({ ...said, message, found }, state),
    // "Does it come in green as well?" is no wish for both.
    isAddition: found.has('addition') && !isPointing(references),
    isFresh: found.has('restart'),
    currency,
    isSingular: /\b(one|which|what is|what's)\b/i.test(message),
  }
}

/** "The difference between 1 and 2" is no price. */
function pricesIn(text: string) {
  if (takePhrases(text).found.has('compare'))
    return { limits: undefined, rest: text, currency: undefined }
  const { limits, rest } = takePrices(text)
  return { limits, rest, currency: limits && currencyIn(text) }
}

/** "Not too expensive, 20 to 40" asks for no less than that. */
const stepIn = (found: ReadonlySet<Phrase>, limits: PriceLimits | undefined) =>
  limits ? undefined : steps.find((one) => found.has(one))

/** The departments asked for; kinds of products may be of several. */
const departmentsIn = ({ constraints }: ChatState) =>
  constraints
    .flatMap((one) => (one.kind === 'place' && levelOf(one.paths) === 1 ? one.paths : []))
    .join(' ')

const isPointing = ({ ids, isMissing }: References) => ids.length > 0 || isMissing

/** "Compare 1 and 3". */
const numbered = (text: string) => text.replace(/(^|[\s,])#?([1-9])(?=$|[\s,.?!])/g, '$1number $2')

/** The wish for sizes measured otherwise, and those that the catalogue does not have. */
function sizesIn({ sizes, label }: Measures, { sizeColumn }: Lexicon) {
  const values = sizeColumn ? sizesNamed(sizeColumn.values, sizes) : []
  if (!sizeColumn || values.length === 0) return { add: [], unknown: sizes }
  const field = sizeColumn.field.name
  const add: readonly Constraint[] = [{ kind: 'value', field, values, ...(label && { label }) }]
  return { add, unknown: [] }
}
