import type { ProductStore } from '../store/products.ts'
import type { ClosestWords } from './known-words.ts'
import { alternativesTo } from './synonyms.ts'
import { valuesOf } from './values.ts'
import { singular, tokensOf } from './words.ts'

/** The fields that hold an article's number. */
const NUMBER_FIELDS = ['uniqueId', 'sku', 'ean', 'gtin', 'mpn']

/** More words than this are a sentence, and each may cost a pass over the index. */
const WORDS_REPAIRED = 12

/** Whatever separates words; accents may be characters of their own. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u

/**
 * Makes the search of a catalogue: the rows of the products that have all words of a text or their
 * synonyms, the best match first. The last word may be unfinished. An article's number finds that
 * article first. Where nothing has all words, misspelt ones are repaired, and those that no product
 * has are left out.
 */
export function createSearch(
  store: ProductStore,
  closest: ClosestWords,
): (text: string) => Uint32Array {
  const find = (groups: readonly string[]) =>
    groups.length > 0 ? store.search(groups.join(' AND ')) : new Uint32Array()

  function repaired(given: readonly string[]): readonly string[] {
    return given.slice(0, WORDS_REPAIRED).flatMap((word, place) => {
      const group = groupFor(word, place === given.length - 1)
      if (find([group]).length > 0) return [group]
      const meant = tokensOf(word).flatMap((token) => closest(token.word))
      return meant.length > 0 ? [anyOf(meant)] : []
    })
  }

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
    const given = [...new Set(text.split(BETWEEN_WORDS).filter(Boolean))]
    const strict = find(given.map((word, place) => groupFor(word, place === given.length - 1)))
    const found = strict.length > 0 ? strict : find(repaired(given))
    const first = /\d/.test(text) && given.length <= 3 ? articles(text) : []
    return first.length > 0 ? Uint32Array.from(new Set([...first, ...found])) : found
  }
}

/** A word or one of its synonyms, as SQLite's full-text index takes it. */
function groupFor(word: string, isLast: boolean): string {
  const others = alternativesTo(singular(word.toLowerCase())).filter((other) => other !== word)
  // The last word may be the beginning of a longer one.
  return anyOf([word, ...others], isLast ? '*' : '')
}

const anyOf = ([first = '', ...others]: readonly string[], ending = '') =>
  `(${[`${quoted(first)}${ending}`, ...others.map(quoted)].join(' OR ')})`

const quoted = (text: string) => `"${text.replaceAll('"', ' ')}"`
