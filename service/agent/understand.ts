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

/** The meaning of a message, in the catalogue's words. */
export interface Understanding extends Reading {
  readonly intent: Intent
  readonly isAddition: boolean
  /** "Start over": earlier messages no longer count. */
  readonly isFresh: boolean
  readonly order: Order | undefined
  /** Compared with the product referred to, or with the products shown. */
  readonly step: 'cheaper' | 'dearer' | undefined
  readonly references: References
  /** "The cheapest one" asks for one product, unlike "the cheapest first". */
  readonly isSingular: boolean
  /** The symbol of the currency in which a price was given. */
  readonly currency: string | undefined
}

const orders: readonly Order[] = ['cheapest', 'dearest', 'best']
const steps = ['cheaper', 'dearer'] as const
const CHEAP = /\b(cheap|inexpensive|affordable|low[- ]cost)\b/i
/** "How long" is a question, not the size "long". */
const HOW_LONG = /\bhow (long|large|big|small)\b/gi
const FEMALE = /\b(women|woman|lady|ladies|girl)/i

/** Interprets a message in the state after the previous one. The same message in the same state always gives the same result. */
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
    // "Does it come in green as well?" is a question, not a wish for both colours.
    isAddition: found.has('addition') && !isPointing(references),
    isFresh: found.has('restart'),
    currency,
    isSingular: /\b(one|which|what is|what's)\b/i.test(message),
  }
}

/** "The difference between 1 and 2" is not a price. */
function pricesIn(text: string) {
  if (takePhrases(text).found.has('compare'))
    return { limits: undefined, rest: text, currency: undefined }
  const { limits, rest } = takePrices(text)
  return { limits, rest, currency: limits && currencyIn(text) }
}

/** "Not too expensive, 20 to 40": the limits already say how expensive, so no cheaper step is taken. */
const stepIn = (found: ReadonlySet<Phrase>, limits: PriceLimits | undefined) =>
  limits ? undefined : steps.find((one) => found.has(one))

/** The requested departments; a kind of product may be in several. */
const departmentsIn = ({ constraints }: ChatState) =>
  constraints
    .flatMap((one) => (one.kind === 'place' && levelOf(one.paths) === 1 ? one.paths : []))
    .join(' ')

const isPointing = ({ ids, isMissing }: References) => ids.length > 0 || isMissing

/** "Compare 1 and 3". */
const numbered = (text: string) => text.replace(/(^|[\s,])#?([1-9])(?=$|[\s,.?!])/g, '$1number $2')

function sizesIn({ sizes, label }: Measures, { sizeColumn }: Lexicon) {
  const values = sizeColumn ? sizesNamed(sizeColumn.values, sizes) : []
  if (!sizeColumn || values.length === 0) return { add: [], unknown: sizes }
  const field = sizeColumn.field.name
  const add: readonly Constraint[] = [{ kind: 'value', field, values, ...(label && { label }) }]
  return { add, unknown: [] }
}
