import dictionary from 'dictionary-en'
import { canonicalOf } from '../catalog/synonyms.ts'
import { singular } from '../catalog/words.ts'

/** Shorter words have too many neighbours. */
const LEAST_CHARACTERS = 4
/** From so many letters on, two slips are forgiven. */
const LONG_CHARACTERS = 7

let english: ReadonlySet<string> | undefined

/** Whether English has a word, in any of its usual forms. */
export function isEnglish(word: string): boolean {
  english ??= new Set(
    new TextDecoder()
      .decode(dictionary.dic)
      .split('\n')
      .map((line) => (line.split('/')[0] ?? '').toLowerCase()),
  )
  const stems = [word, singular(word)]
  for (const ending of ['ing', 'ed', 'er', 'est', 'ly', 'y'])
    if (word.endsWith(ending))
      stems.push(word.slice(0, -ending.length), `${word.slice(0, -ending.length)}e`)
  const known = english
  return stems.some((stem) => known.has(stem))
}

/**
 * The one word that a misspelt one is near to. A word that English has is not misspelt, and one that
 * is near to several words could be any: both give `undefined`.
 *
 * @param word - Lower case, singular.
 */
export function repaired(word: string, vocabulary: Iterable<string>): string | undefined {
  if (word.length < LEAST_CHARACTERS || /\d/.test(word) || isEnglish(word)) return undefined
  const most = word.length < LONG_CHARACTERS ? 1 : 2
  const near = [...vocabulary]
    .filter((other) => Math.abs(other.length - word.length) <= most)
    // Few letters less than four are what was meant: "habt" is no hat.
    .filter((other) => other.length >= LEAST_CHARACTERS)
    .map((other) => ({ other, distance: distanceOf(word, other) }))
    .filter(({ distance }) => distance <= most)
  const least = Math.min(...near.map(({ distance }) => distance))
  const nearest = near.filter(({ distance }) => distance === least).map(({ other }) => other)
  // A slip seldom changes the first letter.
  const likely = nearest.filter((other) => other[0] === word[0])
  const alike = likely.filter((other) => other.length === word.length)
  return [nearest, likely, alike].find((all) => new Set(all.map(canonicalOf)).size === 1)?.[0]
}

/** Letters added, left out, changed, or swapped with their neighbour. */
function distanceOf(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    rows.push(next)
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(one.length, other.length)
}
