import type { Filter } from '../browse/filter.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { answerFor, type Findings, relaxationsOf, talkAnswer } from './answer.ts'
import { criteriaAfter, fittingCriteria } from './change-criteria.ts'
import type { ChatRequest } from './chat-request.ts'
import { type Criteria, noCriteria } from './criteria.ts'
import { moneyIn } from './describe.ts'
import { chatFilters, findProducts, wholeWords } from './find-products.ts'
import { foreignAnswer } from './foreign-language.ts'
import { COLOUR_FIELD, columnsOf, numberAt, type ProductColumns } from './product-columns.ts'
import { ranked } from './ranking.ts'
import { type Refinement, refinementsFor } from './refinements.ts'
import { type ShopAnswers, topicAnswer, topicOf } from './service-questions.ts'
import { isAboutProducts, isRelaxation, type Understanding, understand } from './understand.ts'
import { createVocabulary } from './vocabulary.ts'

/** The state of a conversation from one message to the next. */
export interface Memory {
  /** The criteria of the last message that found something. */
  readonly criteria: Criteria
  /** The criteria of a message that found nothing: only taking a limit back ("any price") goes on from there. */
  readonly failed?: Criteria
  /** Prices of the products shown last. */
  readonly shownPrices: readonly number[]
  /** How many of the products that fit were shown so far. */
  readonly shown: number
}

/** The agent's answer to one message. */
export interface Turn {
  readonly text: string
  /** Rows of the catalogue. */
  readonly rows: readonly number[]
  readonly refinements: readonly Refinement[]
  /** Colours that were asked for: products are shown in the first of them that they come in. */
  readonly colours: readonly string[]
  readonly memory: Memory
  /** Whether the message is in a language that the agent does not know. */
  readonly isForeign?: boolean
}

/** Nothing was said yet. */
export const newMemory: Memory = { criteria: noCriteria, shownPrices: [], shown: 0 }

/** A shop's own settings of its assistant. */
export interface AssistantSettings {
  /** ISO 4217, as `EUR`; prices are plain numbers when absent. */
  readonly currency?: string | undefined
  /** The shop's texts on returns, delivery and the like. */
  readonly answers?: ShopAnswers | undefined
}

/** As many products as one looks at between two messages. */
const PRODUCTS_SHOWN = 8

/**
 * Makes a shop assistant for a catalogue: it answers a message, knowing what was said before. A
 * message that finds nothing changes nothing of what it knows.
 *
 * The assistant throws RequestError 400 for a filter that the catalogue cannot apply.
 */
export function createAssistant(
  catalog: Catalog,
  { currency, answers = {} }: AssistantSettings = {},
): (request: ChatRequest, memory: Memory) => Turn {
  const columns = columnsOf(catalog)
  const vocabulary = createVocabulary(catalog)
  const money = moneyIn(currency)

  /** Looks for products; what finds none is kept apart from the criteria. */
  function look(request: ChatRequest, memory: Memory, said: Understanding): Turn {
    const filters = chatFilters(catalog, request.filters)
    const count = (criteria: Criteria) => findProducts(columns, criteria, filters).length
    const isKnown = (word: string) => catalog.search(wholeWords([word])).length > 0
    const known = { ...said, words: said.words.filter(isKnown) }
    const unknown = said.words.filter((word) => !known.words.includes(word))
    const base = isRelaxation(said) ? (memory.failed ?? memory.criteria) : memory.criteria
    const next = criteriaAfter(base, known, memory.shownPrices)
    const { criteria, dropped } = fittingCriteria(next, known, count)
    const all = findProducts(columns, criteria, filters)
    const before = said.talk === 'more' ? memory.shown : 0
    const findings = { ...nothing, criteria, dropped, unknown, before, total: all.length }
    if (unknown.length > 0)
      return fail({ ...findings, relaxations: withoutUnknown(known, all) }, memory)
    if (all.length === 0)
      return fail({ ...findings, relaxations: relaxationsOf(criteria, count) }, memory)
    return show(request, filters, memory, findings, all)
  }

  const fail = (findings: Findings, memory: Memory): Turn =>
    plain(answerFor({ ...findings, before: 0 }, money), { ...memory, failed: findings.criteria })

  function show(
    request: ChatRequest,
    filters: readonly Filter[],
    memory: Memory,
    findings: Findings,
    all: readonly number[],
  ): Turn {
    const { criteria, before } = findings
    const isMatched = criteria.words.length > 0
    const order = ranked(columns, all, { ...request, order: criteria.order, isMatched })
    const rows = order.slice(before, before + PRODUCTS_SHOWN)
    const refinements = refinementsFor(columns, all)
    const fields = refinements.map(({ field }) => displayName(catalog, field))
    const shownPrices = rows.flatMap((row) => numberAt(columns.price, row) ?? [])
    return {
      text: answerFor({ ...findings, shown: rows.length, fields }, money),
      rows,
      refinements,
      colours: coloursWanted(columns, criteria, filters),
      memory: {
        criteria,
        shown: before + rows.length,
        shownPrices: rows.length > 0 ? shownPrices : memory.shownPrices,
      },
    }
  }

  /** The answer to what is no question for products; `undefined` when it may be one. */
  function talk(message: string, memory: Memory): Turn | undefined {
    const foreign = foreignAnswer(message)
    if (foreign) return { ...plain(foreign, memory), isForeign: true }
    const topic = topicOf(message)
    return topic && plain(topicAnswer(topic, answers), memory)
  }

  return (request, memory) => {
    const isFiltered = request.filters.some(({ options }) => options.length > 0)
    const answer = isFiltered ? undefined : talk(request.message, memory)
    if (answer) return answer
    const said = understandArticle(request.message) ?? understand(request.message, vocabulary)
    const start = said.talk === 'restart' ? newMemory : memory
    return isFiltered || said.talk === 'more' || isAboutProducts(said)
      ? look(request, start, said)
      : plain(talkAnswer(said.talk), start)
  }

  /** A message that is an article's number asks for that article alone. */
  function understandArticle(message: string): Understanding | undefined {
    const number = message.trim()
    const [row] = /^\S*\d\S*$/.test(number) ? catalog.search(`${number} `) : []
    const isArticle =
      row !== undefined && catalog.product(row).uniqueId.toLowerCase() === number.toLowerCase()
    return isArticle ? { ...understand('start over', vocabulary), words: [number] } : undefined
  }
}

const nothing = { shown: 0, relaxations: [], fields: [] }

/** Products without the words that no product has, if anything else was asked for. */
const withoutUnknown = (known: Understanding, all: readonly number[]) =>
  isAboutProducts(known) && all.length > 0 ? [{ criterion: 'it', total: all.length }] : []

const plain = (text: string, memory: Memory): Turn => ({
  text,
  rows: [],
  refinements: [],
  colours: [],
  memory,
})

/** The colours asked for by words and by filters; of all others, when some are not wanted. */
function coloursWanted(
  { catalog }: ProductColumns,
  { values, excluded }: Criteria,
  filters: readonly Filter[],
): readonly string[] {
  const isColour = (field: string) => COLOUR_FIELD.test(field)
  const chosen = filters.flatMap(({ column, choices }) =>
    isColour(column.field.name) ? choices : [],
  )
  const named = Object.entries(values).flatMap(([field, own]) => (isColour(field) ? own : []))
  if (chosen.length > 0 || named.length > 0) return [...chosen, ...named]
  return Object.entries(excluded).flatMap(([field, unwanted]) => {
    const all = isColour(field) ? (catalog.column(field)?.values.map(String) ?? []) : []
    return all.filter((value) => !unwanted.includes(value))
  })
}

const displayName = (catalog: Catalog, field: string) =>
  (catalog.column(field)?.field.displayName ?? field).toLowerCase()
