import MiniSearch from 'minisearch'
import type { ProductStore } from '../store/stored-products.ts'
import { type Column, valuesOf } from './column.ts'
import { alternativesTo } from './synonyms.ts'
import { singular, tokensOf } from './words.ts'

const NUMBER_FIELDS = ['uniqueId', 'sku', 'ean', 'gtin', 'mpn']

/** A text with more words is a sentence, and each word may cost a pass over the index. */
const WORDS_REPAIRED = 12

/** Shorter words resemble too many others. */
const REPAIRED_LEAST_CHARACTERS = 4

/** An article number may contain signs that separate words. */
const NUMBER_MOST_WORDS = 3

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u

/**
 * Creates the search of a catalogue: it returns the rows of the products that contain all words of a text or their synonyms, best match
 * first. The last word may be incomplete, unless a space follows it. An article number ranks its article first. If no product contains all
 * words, misspelt ones are corrected, and words that no product contains are dropped.
 */
export function createSearch(
  store: ProductStore,
  closest: ClosestWords,
): (text: string) => Uint32Array {
  const find = (groups: readonly string[]) =>
    groups.length > 0 ? store.search(groups.join(' AND ')) : new Uint32Array()

  const repaired = (groups: readonly WordGroup[]) =>
    groups.slice(0, WORDS_REPAIRED).flatMap(({ word, group }) => {
      if (find([group]).length > 0) return [group]
      const meant = tokensOf(word).flatMap((token) =>
        token.word.length < REPAIRED_LEAST_CHARACTERS ? [] : closest(token.word),
      )
      return meant.length > 0 ? [anyOf(meant)] : []
    })

  function articles(text: string): readonly number[] {
    const number = text.trim().toLowerCase()
    const parent = number.replace(/_[^_]+$/, '')
    return [...new Set([number, parent])].flatMap((candidate) =>
      [...find(candidate ? [quoted(candidate)] : [])].filter((row) =>
        NUMBER_FIELDS.some((field) =>
          valuesOf(store.get(row)[field]).some(
            (value) => String(value).toLowerCase() === candidate,
          ),
        ),
      ),
    )
  }

  return (text) => {
    const groups = groupsIn(text)
    const strict = find(groups.map(({ group }) => group))
    const found = strict.length > 0 ? strict : find(repaired(groups))
    const isNumber = /\d/.test(text) && groups.length <= NUMBER_MOST_WORDS
    const first = isNumber ? articles(text) : []
    return first.length > 0 ? Uint32Array.from(new Set([...first, ...found])) : found
  }
}

interface WordGroup {
  readonly word: string
  /** The word or one of its synonyms, in the syntax of SQLite's full-text index. */
  readonly group: string
}

function groupsIn(text: string): readonly WordGroup[] {
  const words = [...new Set(text.split(BETWEEN_WORDS).filter(Boolean))]
  const isFinished = /\s$/.test(text)
  return words.map((word, place) => {
    const others = alternativesTo(singular(word.toLowerCase())).filter((other) => other !== word)
    // The last word may be the beginning of a longer one.
    const isBeginning = !isFinished && place === words.length - 1
    return { word, group: anyOf([word, ...others], isBeginning ? '*' : '') }
  })
}

const anyOf = ([first = '', ...others]: readonly string[], ending = '') =>
  `(${[`${quoted(first)}${ending}`, ...others.map(quoted)].join(' OR ')})`

const quoted = (text: string) => `"${text.replaceAll('"', ' ')}"`

/** The catalogue's words that a misspelt one most likely means, best first; empty if none is similar. */
export type ClosestWords = (word: string) => readonly string[]

const LEAST_CHARACTERS = 3
const CLOSEST_MOST = 3

/** How many edits are tolerated, as a share of the word's length. */
const FUZZINESS = 0.25

/** Longer values are prose, whose words mostly do not name products. */
const VALUE_MOST_CHARACTERS = 60

/** Collects the words of the columns' values, but only at the first misspelling, which may never occur. */
export function createClosestWords(columns: readonly Column[]): ClosestWords {
  let index: MiniSearch | undefined
  return (word) => {
    index ??= indexOf(columns)
    const found = index.search(word, {
      fuzzy: FUZZINESS,
      boostDocument: (_id, _term, fields) => Math.log2(1 + Number(fields?.count)),
    })
    return found.slice(0, CLOSEST_MOST).map(({ id }) => id)
  }
}

function indexOf(columns: readonly Column[]): MiniSearch {
  const index = new MiniSearch({ fields: ['word'], idField: 'word', storeFields: ['count'] })
  index.addAll([...countWords(columns)].map(([word, count]) => ({ word, count })))
  return index
}

function countWords(columns: readonly Column[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const values = columns.flatMap((column) => column.values)
  for (const { word } of values.filter(isShortText).flatMap(tokensOf)) {
    if (isNameOfThing(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

const isShortText = (value: string | number): value is string =>
  typeof value === 'string' && value.length <= VALUE_MOST_CHARACTERS

const isNameOfThing = (word: string) => word.length >= LEAST_CHARACTERS && !/\d/.test(word)
