import MiniSearch from 'minisearch'
import type { ProductStore } from '../store/stored-products.ts'
import { type Column, valuesOf } from './column.ts'
import { alternativesTo } from './synonyms.ts'
import { singular, slipsBetween, tokensOf } from './words.ts'

const NUMBER_FIELDS = ['uniqueId', 'sku', 'ean', 'gtin', 'mpn']

/** A text with more words is a sentence, and each word may cost a pass over the index. */
const WORDS_REPAIRED = 12

/** Shorter words resemble too many others. */
const REPAIRED_LEAST_CHARACTERS = 4

/** An article number may contain signs that separate words. */
const NUMBER_MOST_WORDS = 3

const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u

/** A text in double quotes is searched as it is. */
const QUOTED = /^\s*"(.+)"\s*$/s

/** Where the words stand that name a product, the most telling first; descriptions mention many other things. */
const NAMING = ['place', 'title', 'attributes']

/** Words that name no product, although a title may contain them. */
const NAMELESS = /^(\d.*|an?|and|at|by|for|from|in|is|my|of|on|or|the|to|under|with)$/i

/** What a search found. */
export interface Found {
  /** The rows of the products, best match first. */
  readonly rows: Uint32Array
  /** How the text was read; `undefined` if the products match it as it was written. */
  readonly reading: Reading | undefined
}

/** The words that were searched for instead of the given text, because no product matched all of its words. */
export interface Reading {
  readonly query: string
  /** The words of the text that were left out; empty if only their spelling was corrected. */
  readonly unused: readonly string[]
}

/**
 * Creates the search of a catalogue: it finds the products that contain all words of a text or their synonyms. The last word may be
 * incomplete, unless a space follows it. An article number ranks its article first. If no product contains all words, misspelt ones are
 * corrected; if that does not suffice, only the words that name products are used, as many as occur together. A text in double quotes is
 * neither corrected nor shortened.
 */
export function createSearch(store: ProductStore, closest: ClosestWords): (text: string) => Found {
  const find = (groups: readonly WordGroup[]) =>
    groups.length > 0 ? store.search(conjunction(groups)) : new Uint32Array()

  /** The word as it was meant; `undefined` if no product contains a similar one. */
  function repaired(own: WordGroup, known: readonly WordGroup[]): WordGroup | undefined {
    if (known.includes(own)) return own
    const forms = [own.word, singular(own.word.toLowerCase())]
    const meant = forms.filter((form) => form.length >= REPAIRED_LEAST_CHARACTERS).map(closest)
    const candidates = (meant.find(({ length }) => length > 0) ?? []).map((word) => ({
      word,
      group: anyOf([word]),
    }))
    return candidates.find((one) => store.hasMatch(conjunction([...known, one]))) ?? candidates[0]
  }

  const isNamed = (column: string, { word, group }: WordGroup) =>
    !NAMELESS.test(word) && store.hasMatch(`{${column}} : ${group}`)

  /** As many words as occur together in a product, those that name it first. */
  function loosened(groups: readonly WordGroup[]): ReadonlySet<WordGroup> {
    const used = new Set<WordGroup>()
    const naming = NAMING.flatMap((column) => groups.filter((own) => isNamed(column, own)))
    for (const own of naming) if (store.hasMatch(conjunction([...used, own]))) used.add(own)
    return used
  }

  function guessed(groups: readonly WordGroup[]): Found {
    const first = groups.slice(0, WORDS_REPAIRED)
    const known = first.filter(({ group }) => store.hasMatch(group))
    const meant = first.map((own) => repaired(own, known))
    const usable = meant.filter((own) => own !== undefined)
    const isWhole = usable.length === groups.length && find(usable).length > 0
    const used = isWhole ? new Set(usable) : loosened(usable)
    const kept = usable.filter((own) => used.has(own))
    if (kept.length === 0) return { rows: new Uint32Array(), reading: undefined }
    const isUsed = (place: number) => kept.some((own) => own === meant[place])
    const query = kept.map(({ word }) => word).join(' ')
    return { rows: find(kept), reading: { query, unused: phrasesWithout(groups, isUsed) } }
  }

  function articles(text: string): readonly number[] {
    const number = text.trim().toLowerCase()
    const parent = number.replace(/_[^_]+$/, '')
    return [...new Set([number, parent])].flatMap((candidate) =>
      [...find(candidate ? [{ word: candidate, group: quoted(candidate) }] : [])].filter((row) =>
        NUMBER_FIELDS.some((field) =>
          valuesOf(store.get(row)[field]).some(
            (value) => String(value).toLowerCase() === candidate,
          ),
        ),
      ),
    )
  }

  return (given) => {
    const [, exact] = QUOTED.exec(given) ?? []
    const text = exact ?? given
    const groups = groupsIn(text)
    const isNumber = /\d/.test(text) && groups.length <= NUMBER_MOST_WORDS
    const first = isNumber ? articles(text) : []
    const strict = find(groups)
    const isAsWritten = strict.length + first.length > 0 || exact !== undefined
    if (!isAsWritten) return guessed(groups)
    return { rows: Uint32Array.from(new Set([...first, ...strict])), reading: undefined }
  }
}

const conjunction = (groups: readonly WordGroup[]) => groups.map(({ group }) => group).join(' AND ')

/** The words that were not used, those beside each other as one phrase. */
function phrasesWithout(
  groups: readonly WordGroup[],
  isUsed: (at: number) => boolean,
): readonly string[] {
  const phrases: string[] = []
  for (const [at, { word }] of groups.entries()) {
    if (isUsed(at)) continue
    const isContinued = at > 0 && !isUsed(at - 1)
    phrases.push(isContinued ? `${phrases.pop()} ${word}` : word)
  }
  return phrases
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

/** How many misspelt words are remembered; looking one up takes milliseconds, and shoppers misspell the same words. */
const KNOWN_MOST = 10_000

/** How many edits are tolerated, as a share of the word's length. */
const FUZZINESS = 0.25

/** Longer values are prose, whose words mostly do not name products. */
const VALUE_MOST_CHARACTERS = 60

/** Collects the words of the columns' values, but only at the first misspelling, which may never occur. */
export function createClosestWords(columns: readonly Column[]): ClosestWords {
  let index: MiniSearch | undefined
  const known = new Map<string, readonly string[]>()
  return (written) => {
    const word = written.toLowerCase()
    const before = known.get(word)
    if (before) return before
    index ??= indexOf(columns)
    const found = index.search(word, {
      fuzzy: FUZZINESS,
      boostDocument: (_id, _term, fields) => Math.log2(1 + Number(fields?.count)),
    })
    const closest = found
      .map(({ id }) => String(id))
      .toSorted((one, other) => slipsBetween(word, one) - slipsBetween(word, other))
      .slice(0, CLOSEST_MOST)
    if (known.size < KNOWN_MOST) known.set(word, closest)
    return closest
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
  for (const { written } of values.filter(isShortText).flatMap(tokensOf)) {
    const word = written.toLowerCase()
    if (isNameOfThing(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

const isShortText = (value: string | number): value is string =>
  typeof value === 'string' && value.length <= VALUE_MOST_CHARACTERS

const isNameOfThing = (word: string) => word.length >= LEAST_CHARACTERS && !/\d/.test(word)
