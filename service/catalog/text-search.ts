import type { ProductStore } from '../store/stored-products.ts'
import type { ClosestWords } from './known-words.ts'
import { alternativesTo } from './synonyms.ts'
import { valuesOf } from './values.ts'
import { singular, tokensOf } from './words.ts'

/** The fields that hold an article's number. */
const NUMBER_FIELDS = ['uniqueId', 'sku', 'ean', 'gtin', 'mpn']

/** More words than this are a sentence, and each may cost a pass over the index. */
const WORDS_REPAIRED = 12

/** Shorter words have too many neighbours. */
const REPAIRED_LEAST_CHARACTERS = 4

/** An article's number may hold signs that separate words. */
const NUMBER_MOST_WORDS = 3

/** Whatever separates words; accents may be characters of their own. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u

/**
 * Makes the search of a catalogue: the rows of the products that have all words of a text or their
 * synonyms, the best match first. The last word may be unfinished,
 * unless a space follows it. An article's number finds that
 * article first. Where nothing has all words, misspelt ones are repaired, and those that no product
 * has are left out.
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
  /** The word or one of its synonyms, as SQLite's full-text index takes it. */
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
