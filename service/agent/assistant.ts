import type { Catalog } from '../catalog/catalog.ts'
import type { Product } from '../catalog/product.ts'
import {
  foundText,
  missText,
  type Relaxation,
  relaxationsOf,
  talkTexts,
  unclearText,
} from './answer.ts'
import type { Wanted } from './chat-reply.ts'
import type { ChatFilter, ChatRequest } from './chat-request.ts'
import { type Constraint, constraintsAfter, type Drop, type Price } from './constraints.ts'
import { described, either, moneyIn, nameOf } from './describe.ts'
import { fittingConstraints } from './fitting.ts'
import { foreignAnswer } from './foreign-language.ts'
import { createLexicon, type Lexicon } from './lexicon.ts'
import { isWithin } from './prices.ts'
import { COLOUR_FIELD } from './product-columns.ts'
import { comparison, factsFor, priceOf, titleOf } from './product-facts.ts'
import { chatFilter } from './product-match.ts'
import { ranked, similarTo } from './ranking.ts'
import { type Refinement, refinementsFor } from './refinements.ts'
import { type ShopAnswers, serviceAnswer } from './service-answers.ts'
import { type ShopWords, usualWords } from './shop-words.ts'
import { type ChatState, newState } from './state.ts'
import { type Understanding, understand } from './understand.ts'

/** The agent's answer to one message. */
export interface Turn {
  readonly text: string
  readonly products: readonly Product[]
  readonly refinements: readonly Refinement[]
  /** Wishes that could be dropped, where nothing fits all of them. */
  readonly relaxations: readonly Relaxation[]
  /** The variant of each product that was asked for. */
  readonly wanted: Wanted
  readonly state: ChatState
  /** What the products shown fit, in words. */
  readonly wishes: string
  /** What a language model may put into other words; facts such as a price or a delivery time are not. */
  readonly isFree: boolean
  /** Whether the agent missed the meaning, and a language model may say it in plain English. */
  readonly isUnclear: boolean
}

/** A shop's own settings of its assistant. */
export interface AssistantSettings {
  /** ISO 4217, as `EUR`; prices are plain numbers when absent. */
  readonly currency?: string | undefined
  /** The shop's texts on returns, delivery and the like. */
  readonly answers?: ShopAnswers | undefined
  /** The countries that the shop delivers to, by their English names. When absent, the agent says that it does not know. */
  readonly countries?: readonly string[] | undefined
  /** Persons and occasions in the words of the catalogue; {@link usualWords} when absent. */
  readonly words?: ShopWords | undefined
}

/** A shop assistant: answers a message, knowing the state that the one before left. */
export interface Assistant {
  (request: ChatRequest, state: ChatState): Turn
  /** Gets ready what the first message needs, which takes a second for a large catalogue. */
  prepare(): void
}

/** As many products as one looks at between two messages. */
const PRODUCTS_SHOWN = 8
const COMPARED_MOST = 4

/**
 * Makes a shop assistant for a catalogue.
 *
 * The assistant throws RequestError 400 for a filter that the catalogue cannot apply.
 */
export function createAssistant(catalog: Catalog, settings: AssistantSettings = {}): Assistant {
  const { currency, answers = {}, countries, words = usualWords } = settings
  const lexicon = createLexicon(catalog, words)
  const money = moneyIn(currency)
  const names = catalog.categories.top.map(({ name }) => name)
  const departments = names.length > 0 ? `The shop has ${either(names, 'and', 8)}.` : ''

  const answer = (request: ChatRequest, state: ChatState): Turn => {
    const chosen = readFilters(lexicon, request.filters)
    const isFiltered = chosen.add.length > 0 || chosen.drop.length > 0
    const said =
      articleNamed(lexicon, request.message) ?? understand(request.message, state, lexicon)
    const start = said.isFresh ? newState : state
    const { intent, references } = said
    const products = references.ids.flatMap((id) => catalog.find(id) ?? [])
    if (isFiltered) return look(request, start, said, chosen)
    switch (intent.kind) {
      case 'foreign':
        return { ...plain(foreignAnswer(request.message) ?? '', state), isUnclear: true }
      case 'restart':
        return plain(talkTexts.restart, newState)
      case 'service':
        return plain(serviceAnswer(intent.topic, intent.country, answers, countries), {
          ...state,
          topic: intent.topic,
        })
      case 'compare':
        return compare(products.length > 0 ? products : shown(state), state)
      case 'cart':
      case 'question':
      case 'similar':
        return about(products, said, state)
      case 'look':
      case 'more':
        return look(request, start, said, chosen)
      case 'unclear':
        return { ...plain(unclearText(said.unknown, request.message), state), isUnclear: true }
      case 'help':
        return plain(`${talkTexts.help} ${departments}`, state)
      default:
        return plain(talkTexts[intent.kind], state)
    }
  }
  return Object.assign(answer, { prepare: lexicon.match.prepare })

  function shown({ list, focus }: ChatState): readonly Product[] {
    const ids = focus.length > 1 ? focus : list.slice(0, 2)
    return ids.flatMap((id) => catalog.find(id) ?? [])
  }

  function compare(products: readonly Product[], state: ChatState): Turn {
    if (products.length < 2)
      return plain('Tell me which two to compare: “the first and the third”.', state)
    const some = products.slice(0, COMPARED_MOST)
    return showing(comparison(some, money), some, state)
  }

  /** A message about products that were shown. */
  function about(products: readonly Product[], said: Understanding, state: ChatState): Turn {
    const { intent, references } = said
    const focus = state.focus.flatMap((id) => catalog.find(id) ?? [])
    const meant =
      products.length > 0 || references.isMissing ? products : focus.length > 0 ? focus : all(state)
    const [first] = meant
    if (!first) return plain(whichText(state), state)
    if (intent.kind === 'similar') return similar(first, state)
    if (intent.kind === 'cart') {
      if (meant.length > 1 && products.length !== meant.length)
        return plain(whichText(state), state)
      const name = meant.map(titleOf).join(' and ')
      return showing(
        `Here is ${name}. Choose it there and press “Add to cart”: I cannot fill the cart for you.`,
        meant,
        state,
      )
    }
    const asked = intent.kind === 'question' ? intent.asked : []
    const question = {
      wishes: said.add,
      words: said.unknown.concat(
        said.add.flatMap((one) => (one.kind === 'word' ? [one.word] : [])),
      ),
    }
    const some = meant.slice(0, COMPARED_MOST)
    const text = some.map((product) => factsFor(product, asked, question, money)).join(' ')
    return showing(text, some, state)
  }

  function all({ list }: ChatState): readonly Product[] {
    return list.flatMap((id) => catalog.find(id) ?? [])
  }

  function whichText({ list }: ChatState): string {
    return list.length > 0
      ? `Which one do you mean? I showed ${list.length}: say “the second one”.`
      : 'I have not shown you anything yet. What are you looking for?'
  }

  /** An answer about some products: they are what "it" means from now on; the list stays. */
  function showing(text: string, products: readonly Product[], state: ChatState): Turn {
    const focus = products.map(({ uniqueId }) => uniqueId)
    return { ...plain(text, { ...state, focus }), products }
  }

  function similar(product: Product, state: ChatState): Turn {
    const { rows, place } = similarTo(lexicon.columns, product, state.constraints)
    const constraints: readonly Constraint[] = place ? [place] : []
    if (rows.length === 0) return plain(`There is nothing like ${titleOf(product)}.`, state)
    return listed(`These are like ${titleOf(product)}.`, rows, rows.slice(0, PRODUCTS_SHOWN), {
      ...state,
      constraints,
      order: undefined,
      shown: Math.min(rows.length, PRODUCTS_SHOWN),
    })
  }

  function look(request: ChatRequest, state: ChatState, said: Understanding, chosen: Chosen): Turn {
    const isMore = said.intent.kind === 'more' && chosen.add.length + chosen.drop.length === 0
    const step = said.step ? stepLimits(said, state) : undefined
    const isTurned = step && !isShownBeyond(said, step, state)
    const change = {
      add: [...said.add, ...(step ? [step] : []), ...chosen.add],
      drop: [...said.drop, ...chosen.drop, ...(isTurned ? [{ kind: 'price' } as const] : [])],
      isAddition: said.isAddition,
    }
    const next = isMore ? state.constraints : constraintsAfter(state.constraints, change)
    const { constraints, dropped } = fittingConstraints(next, change, lexicon.match.count)
    const order =
      said.order ??
      (said.step && !step ? (said.step === 'cheaper' ? 'cheapest' : 'dearest') : state.order)
    const found = lexicon.match.find(constraints)
    // A price alone would show anything in place of what was not understood.
    if (said.unknown.length > 0 && constraints.every(({ kind }) => kind === 'price'))
      return {
        ...plain(unclearText(said.unknown, request.message), { ...state, constraints }),
        isUnclear: true,
      }
    const kept: ChatState = { ...state, constraints, order, topic: undefined }
    const notes = {
      unknown: request.isRewritten ? [] : said.unknown,
      corrected: request.isRewritten ? [] : said.corrected,
      dropped: dropped.map((one) => nameOf(one, money)),
    }
    if (found.length === 0) {
      const relaxations = relaxationsOf(constraints, lexicon.match.count, money)
      return {
        ...plain(missText(constraints, relaxations, notes, money), { ...kept, shown: 0 }),
        relaxations,
      }
    }
    const before = isMore ? state.shown : 0
    const sorted = ranked(lexicon.columns, found, {
      metadata: request.metadata,
      order,
      scoreOf: lexicon.match.scoreOf(constraints),
    })
    const rows = sorted.slice(before, before + PRODUCTS_SHOWN)
    const fields = refinementsFor(lexicon.columns, found).map(
      ({ field }) => lexicon.catalog.column(field)?.field.displayName.toLowerCase() ?? field,
    )
    const text = foundText(
      { constraints, order, total: found.length, shown: rows.length, before, fields, ...notes },
      money,
    )
    if (rows.length === 0) return plain(text, kept)
    const turn = listed(text, found, rows, { ...kept, shown: before + rows.length })
    const [first] = turn.state.list
    return said.isSingular && said.order && first
      ? { ...turn, state: { ...turn.state, focus: [first] } }
      : turn
  }

  function listed(
    text: string,
    found: readonly number[],
    rows: readonly number[],
    state: ChatState,
  ): Turn {
    const products = rows.map((row) => catalog.product(row))
    const list = products.map(({ uniqueId }) => uniqueId)
    return {
      ...plain(text, { ...state, list, focus: [] }),
      products,
      isFree: true,
      wishes: described(state.constraints, money),
      refinements: refinementsFor(lexicon.columns, found),
      wanted: {
        colours: coloursWanted(lexicon, state.constraints),
        sizes: sizesWanted(lexicon, state.constraints),
      },
    }
  }

  /** If nothing shown lies that way, an earlier limit is what keeps it out: "cheaper, cheaper, more expensive". */
  function isShownBeyond({ references }: Understanding, { limits }: Price, state: ChatState): boolean {
    if (references.ids.length > 0 || state.focus.length > 0) return true
    return pricesOf(state.list).some((price) => isWithin(limits, price))
  }

  function pricesOf(ids: readonly string[]): readonly number[] {
    return ids.flatMap((id) => priceOf(catalog.find(id) ?? { uniqueId: id }) ?? []).sort((a, b) => a - b)
  }

  /** "Cheaper" than the product meant, or than the middle of what was shown. */
  function stepLimits({ step, references }: Understanding, state: ChatState): Price | undefined {
    const meant =
      references.ids.length > 0 && references.ids.length < state.list.length
        ? references.ids
        : state.focus
    const ids = meant.length > 0 ? meant : state.list
    const prices = pricesOf(ids)
    const middle = prices[Math.floor(prices.length / 2)]
    if (middle === undefined) return undefined
    const limits =
      step === 'cheaper'
        ? ({ max: middle, isMaxExcluded: true } as const)
        : ({ min: middle, isMinExcluded: true } as const)
    return { kind: 'price', limits }
  }
}

interface Chosen {
  readonly add: readonly Constraint[]
  readonly drop: readonly Drop[]
}

const RANGE = /^\[\s*(\d+(?:\.\d+)?)\s+TO\s+(\d+(?:\.\d+)?)\s*\]$/

/** The filters of a message as wishes, which hold until they are changed; one without options takes its field back. */
function readFilters({ columns, catalog }: Lexicon, filters: readonly ChatFilter[]): Chosen {
  const add: Constraint[] = []
  const drop: Drop[] = []
  for (const { field, options } of filters) {
    const name = catalog.column(field)?.field.name ?? field
    const isPrice = name === columns.price?.field.name
    drop.push({ kind: 'field', field: name })
    if (isPrice) drop.push({ kind: 'price' })
    if (options.length === 0) continue
    chatFilter(columns, { field, options })
    const [, min, max] = isPrice && options.length === 1 ? (RANGE.exec(options[0] ?? '') ?? []) : []
    if (min !== undefined && max !== undefined)
      add.push({ kind: 'price', limits: { min: Number(min), max: Number(max) } })
    else add.push({ kind: 'value', field: name, values: options })
  }
  return { add, drop }
}

/** A message that is an article's number asks for that article alone. */
function articleNamed({ catalog }: Lexicon, message: string): Understanding | undefined {
  const id = message.trim()
  const product = /^\S*\d\S*$/.test(id)
    ? (catalog.find(id) ?? catalog.find(id.toUpperCase()))
    : undefined
  return (
    product && {
      intent: { kind: 'question', asked: ['details'] },
      references: { ids: [product.uniqueId], isExplicit: true, isMissing: false, rest: '' },
      ...{ add: [], drop: [], isAddition: false, isFresh: true, order: undefined, step: undefined },
      ...{ isSingular: true, unknown: [], corrected: [] },
    }
  )
}

const plain = (text: string, state: ChatState): Turn => ({
  text,
  products: [],
  refinements: [],
  relaxations: [],
  wanted: { colours: [], sizes: [] },
  state,
  wishes: '',
  isFree: false,
  isUnclear: false,
})

const sizesWanted = ({ sizeColumn }: Lexicon, constraints: readonly Constraint[]) =>
  constraints.flatMap((one) =>
    one.kind === 'value' && !one.not && one.field === sizeColumn?.field.name ? one.values : [],
  )

/** The colours asked for; of all others, when some are not wanted. */
function coloursWanted(
  { columns }: Lexicon,
  constraints: readonly Constraint[],
): readonly string[] {
  const own = constraints.filter((one) => one.kind === 'value' && COLOUR_FIELD.test(one.field))
  const wanted = own.flatMap((one) => (one.kind === 'value' && !one.not ? one.values : []))
  if (wanted.length > 0 || own.length === 0) return wanted
  const out = own.flatMap((one) => (one.kind === 'value' ? one.values : []))
  return columns.catalog.columns
    .filter(({ field }) => COLOUR_FIELD.test(field.name))
    .flatMap(({ values }) => values.map(String))
    .filter((value) => !out.includes(value))
}
