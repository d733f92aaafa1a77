import dictionary from 'dictionary-en'
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
  let best = most + 1
  let nearest: string[] = []
  for (const other of vocabulary) {
    if (Math.abs(other.length - word.length) > most) continue
    const distance = distanceOf(word, other)
    if (distance > best || distance > most) continue
    nearest = distance < best ? [other] : [...nearest, other]
    best = distance
  }
  return nearest.length === 1 ? nearest[0] : undefined
}

/** Letters added, left out, changed, or swapped with their neighbour. */
function distanceOf(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [
    [],
    Array.from({ length: other.length + 1 }, (_, at) => at),
  ]
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const cost = one[at - 1] === other[to - 1] ? 0 : 1
      const isSwap = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      next[to] = Math.min(
        (row[to] ?? 0) + 1,
        (next[to - 1] ?? 0) + 1,
        (row[to - 1] ?? 0) + cost,
        isSwap ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, row] = [row, next]
  }
  return row[other.length] ?? 0
}
