import MiniSearch from 'minisearch'
import type { Column } from './column.ts'
import { tokensOf } from './words.ts'

/**
 * The catalogue's words that a misspelt one is probably meant to be, the likeliest first; empty for
 * a word that resembles none.
 */
export type ClosestWords = (word: string) => readonly string[]

const LEAST_CHARACTERS = 3
const CLOSEST_MOST = 3

/** Edits that are forgiven, as a share of the word's length. */
const FUZZINESS = 0.25

/** Longer values are prose, most of whose words are no things. */
const VALUE_MOST_CHARACTERS = 60

/** Learns the words of the columns' values; not before the first misspelling, which may never come. */
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
