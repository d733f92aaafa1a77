import type { Filter } from '../browse/filter.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { answerFor, puzzledAnswer, talkAnswer } from './answer.ts'
import { fittingWishes } from './carried-over.ts'
import { wishesAfter } from './change-wishes.ts'
import { chatFilters } from './chat-filters.ts'
import type { ChatRequest } from './chat-request.ts'
import { findProducts } from './find-products.ts'
import { interestFrom } from './interest.ts'
import { ranked } from './rank.ts'
import { type Refinement, refinementsFor } from './refinements.ts'
import { numberAt, type Shelf, shelfOf } from './shelf.ts'
import { isAboutProducts, type Understanding, understand } from './understand.ts'
import { createVocabulary } from './vocabulary.ts'
import { waysOut } from './ways-out.ts'
import { noWishes, type Wishes } from './wishes.ts'

/** What a conversation remembers from one message to the next. */
export interface Memory {
  readonly wishes: Wishes
  /** Prices of the products shown last. */
  readonly shownPrices: readonly number[]
  /** How many of the products that fit were shown so far. */
  readonly shown: number
}

/** What the agent has to say to one message. */
export interface Turn {
  readonly text: string
  /** Rows of the catalogue. */
  readonly rows: readonly number[]
  readonly refinements: readonly Refinement[]
  readonly memory: Memory
}

/** Nothing was said yet. */
export const newMemory: Memory = { wishes: noWishes, shownPrices: [], shown: 0 }

/** As many products as one looks at between two messages. */
const PRODUCTS_SHOWN = 8

/**
 * Makes a shop assistant for a catalogue: it answers a message, knowing what was said before.
 *
 * The assistant throws RequestError 400 for a filter that the catalogue cannot apply.
 */
export function createAssistant(catalog: Catalog): (request: ChatRequest, memory: Memory) => Turn {
  const shelf = shelfOf(catalog)
  const vocabulary = createVocabulary(catalog)

  return (request, memory) => {
    const filters = chatFilters(catalog, request.filters)
    const said = understand(request.message, vocabulary)
    if (isAboutProducts(said) || filters.length > 0) {
      return look({ shelf, request, filters, said, memory: startOf(memory, said) })
    }
    if (said.talk === 'more') return look({ shelf, request, filters, said, memory })
    return chat(said, memory)
  }
}

const startOf = (memory: Memory, { talk }: Understanding): Memory =>
  talk === 'restart' ? newMemory : { ...memory, shown: 0 }

/** Answers what asks for no product, and forgets only what it is told to. */
function chat({ talk }: Understanding, memory: Memory): Turn {
  const text = talk === undefined || talk === 'more' ? puzzledAnswer() : talkAnswer(talk)
  return { text, rows: [], refinements: [], memory: talk === 'restart' ? newMemory : memory }
}

interface Looking {
  readonly shelf: Shelf
  readonly request: ChatRequest
  readonly filters: readonly Filter[]
  readonly said: Understanding
  readonly memory: Memory
}

/** Looks for products. */
function look(looking: Looking): Turn {
  const { shelf, said, memory } = looking
  const unknown = said.words.filter((word) => shelf.catalog.search(word).length === 0)
  return unknown.length > 0 ? missing(looking, unknown) : found(looking, memory.shown)
}

/** A word that no product knows: the rest is not shown instead, but it is remembered. */
function missing({ shelf, filters, said, memory }: Looking, unknown: readonly string[]): Turn {
  const words = said.words.filter((word) => !unknown.includes(word))
  const wishes = wishesAfter(memory.wishes, { ...said, words }, memory.shownPrices)
  const total = isLimited(said, words) ? findProducts(shelf, wishes, filters).length : 0
  const ways = total > 0 ? [{ wish: 'it', total }] : []
  const text = answerFor({ ...nothingFound, wishes, unknown, ways })
  return { text, rows: [], refinements: [], memory: { ...memory, wishes } }
}

const nothingFound = { total: 0, shown: 0, before: 0, dropped: [], fields: [] }

/** Whether a message asks for anything beside the words that nobody knows. */
const isLimited = (said: Understanding, words: readonly string[]) =>
  isAboutProducts({ ...said, words })

function found({ shelf, request, filters, said, memory }: Looking, before: number): Turn {
  const countFor = (wishes: Wishes) => findProducts(shelf, wishes, filters).length
  const next = wishesAfter(memory.wishes, said, memory.shownPrices)
  const { wishes, dropped } = fittingWishes(next, said, countFor)
  const all = findProducts(shelf, wishes, filters)
  const order = ranked(shelf, all, {
    order: wishes.order,
    interest: interestFrom(shelf.catalog, request.metadata),
    isMatched: wishes.words.length > 0,
  })
  const rows = order.slice(before, before + PRODUCTS_SHOWN)
  const refinements = refinementsFor(shelf, all)
  const text = answerFor({
    wishes,
    dropped,
    before,
    total: all.length,
    shown: rows.length,
    unknown: [],
    ways: all.length === 0 ? waysOut(wishes, countFor) : [],
    fields: refinements.map(({ field }) => displayName(shelf, field)),
  })
  const shownPrices = rows.flatMap((row) => numberAt(shelf.price, row) ?? [])
  return {
    text,
    rows,
    refinements,
    memory: {
      wishes,
      shown: before + rows.length,
      shownPrices: rows.length > 0 ? shownPrices : memory.shownPrices,
    },
  }
}

const displayName = ({ catalog }: Shelf, field: string) =>
  (catalog.column(field)?.field.displayName ?? field).toLowerCase()
