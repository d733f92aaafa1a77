import { canonicalOf } from './synonyms.ts'

/** A word of a text: in the form that is looked up, and as written. */
export interface Token {
  /** Lower case, without accents, singular, the first of its synonyms. */
  readonly word: string
  readonly written: string
}

/** The words of a text in order; "and" and "&" separate words and are omitted. */
export function tokensOf(text: string): readonly Token[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[’'](?=\p{L})/gu, '')
  return [...plain.matchAll(/\p{Number}+(?:\.\p{Number}+)?|\p{L}+/gu)].flatMap(([written]) =>
    written.toLowerCase() === 'and' ? [] : tokensFor(written),
  )
}

/** Joins the words of a text to a lookup key. */
export const keyOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ')

function tokensFor(written: string): readonly Token[] {
  const word = singular(written.toLowerCase())
  return canonicalOf(word)
    .split(' ')
    .map((part) => ({ word: part, written }))
}

/** Removes the ending of an English plural. Not always the dictionary form, but both sides of a comparison are treated alike. */
export function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word
  // "Beanies" may be the plural of "beanie" or "beany", so both get the same ending.
  if (word.length > 4 && /ies?$/.test(word)) return word.replace(/ies?$/, 'y')
  if (/(ar|al|el)ves$/.test(word)) return word.replace(/ves$/, 'f')
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.replace(/es$/, '')
  return word.replace(/s$/, '')
}

/** Counts the letters that are added, omitted, changed, or swapped with their neighbour. */
export function slipsBetween(one: string, other: string): number {
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

/** Shorter names are close to too many others. */
const MISSPELT_LEAST_CHARS = 4
const SLIPS_MOST = 2

/** Whether a name is probably a misspelling of a known one; case is ignored. */
export function isNearly(name: string, known: string): boolean {
  if (known.length < MISSPELT_LEAST_CHARS || Math.abs(name.length - known.length) > SLIPS_MOST)
    return false
  const slips = slipsBetween(name.toLowerCase(), known.toLowerCase())
  return slips <= Math.min(SLIPS_MOST, Math.floor(known.length / 3))
}
