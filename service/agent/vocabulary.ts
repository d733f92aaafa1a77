import type { Catalog } from '../catalog/catalog.ts'
import { type CategoryNode, wayTo } from '../catalog/categories.ts'
import { colourFamilies } from '../catalog/colour-families.ts'
import type { Column } from '../catalog/column.ts'
import { keyOf, type Token, tokensOf } from '../catalog/words.ts'
import { stopWords } from './stop-words.ts'

/** What some words of a message mean in this catalogue. */
export type Term =
  | { readonly kind: 'category'; readonly paths: readonly string[] }
  | { readonly kind: 'value'; readonly field: string; readonly values: readonly string[] }

/** The words that name something in a catalogue. */
export interface Vocabulary {
  /** The longest term that begins at a place, and how many words it takes. */
  termAt(tokens: readonly Token[], at: number): FoundTerm | undefined
  /** The sizes that some words name, asked only where a size is expected: "m" alone is no size. */
  sizeAt(tokens: readonly Token[], at: number): FoundTerm | undefined
  /** The field that a word names: "brand", "colour". */
  fieldNamed(word: string): string | undefined
}

export interface FoundTerm {
  readonly term: Term
  readonly length: number
}

/** The longest name of anything, in words. */
const MAX_WORDS = 6

/** Values that are sentences name nothing. */
const MAX_VALUE_WORDS = 5

const SIZE_FIELD = /size/i
const COLOUR_FIELD = /colou?r/i

const sizeWords: Readonly<Record<string, string>> = {
  small: 's',
  medium: 'm',
  large: 'l',
}

/** Learns the words of a catalogue: its categories and the values of its facets. */
export function createVocabulary(catalog: Catalog): Vocabulary {
  const categories = categoryTerms(catalog)
  const fields = catalog.columns.filter(({ field }) => field.isFacet && field.type === 'text')
  const sizeField = fields.find(({ field }) => SIZE_FIELD.test(field.name))
  const values = valueTerms(fields.filter((column) => column !== sizeField))
  const sizes = sizeField ? sizeTerms(sizeField) : new Map<string, Term>()
  const names = fieldNames(fields)

  function longest(
    terms: readonly ReadonlyMap<string, Term>[],
    tokens: readonly Token[],
    at: number,
  ) {
    for (let length = Math.min(MAX_WORDS, tokens.length - at); length > 0; length -= 1) {
      const key = keyOf(tokens.slice(at, at + length))
      const term = terms.map((known) => known.get(key)).find((found) => found !== undefined)
      if (term) return { term, length }
    }
    return undefined
  }

  const clearSizes = new Map([...sizes].filter(([key]) => isClearSize(key)))
  return {
    termAt: (tokens, at) => longest([categories, values, clearSizes], tokens, at),
    sizeAt: (tokens, at) => longest([sizes], tokens, at),
    fieldNamed: (word) => names.get(word),
  }
}

/** Whether some words are a size wherever they stand: "2 persons", "large". */
const isClearSize = (key: string) =>
  Object.hasOwn(sizeWords, key) || (key.includes(' ') && /\d/.test(key))

/** Categories of one name are one term, wherever they are: Sneakers for women, men and kids. */
function categoryTerms({ categories }: Catalog): ReadonlyMap<string, Term> {
  const paths = new Map<string, string[]>()
  for (const node of categories.nodes) {
    for (const name of namesOf(node)) {
      const key = keyOf(tokensOf(name))
      if (key) paths.set(key, [...(paths.get(key) ?? []), pathOf(node)])
    }
  }
  return new Map(
    [...paths].map(([key, all]) => [key, { kind: 'category', paths: [...new Set(all)] }]),
  )
}

/** `Jackets & Coats` are jackets, and coats. */
const namesOf = ({ name }: CategoryNode) => [name, ...name.split(/\s*(?:&|,|\/|\band\b)\s*/)]

const pathOf = (node: CategoryNode) =>
  wayTo(node)
    .map(({ name }) => name)
    .join('>')

/** What the catalogue calls its values goes before what people call colours. */
function valueTerms(columns: readonly Column[]): ReadonlyMap<string, Term> {
  const pairs = [keysOf, familiesIn].flatMap((byKey) =>
    columns.flatMap((column) =>
      [...byKey(column)].map(([key, values]): readonly [string, Term] => [
        key,
        { kind: 'value', field: column.field.name, values },
      ]),
    ),
  )
  // Of several fields with one word the first counts, and a map keeps the last.
  return new Map(pairs.filter(([key]) => key !== '').reverse())
}

const textsOf = ({ values }: Column) => values.map(String)

/** A word of a value stands for all values that have it: "cotton" for organic cotton too. */
function keysOf(column: Column): ReadonlyMap<string, readonly string[]> {
  return grouped(
    textsOf(column).flatMap((value) => {
      const tokens = tokensOf(value)
      const words = tokens.length <= MAX_VALUE_WORDS ? tokens.map(({ word }) => word) : []
      return [keyOf(tokens), ...words.filter(isTelling)].map((key) => [key, value] as const)
    }),
  )
}

const isTelling = (word: string) => word.length > 2 && !/\d/.test(word) && !stopWords.has(word)

function familiesIn(column: Column): ReadonlyMap<string, readonly string[]> {
  if (!COLOUR_FIELD.test(column.field.name)) return new Map()
  const known = new Set(textsOf(column))
  const found = Object.entries(colourFamilies).map(
    ([word, members]) => [word, members.filter((name) => known.has(name))] as const,
  )
  return new Map(found.filter(([, members]) => members.length > 0))
}

/** A size is named whole, or by one of its words: "42" for `EU 42 ⅔`. */
function sizeTerms(column: Column): ReadonlyMap<string, Term> {
  const pairs = textsOf(column).flatMap((value) => {
    const tokens = tokensOf(value)
    return [keyOf(tokens), ...tokens.map(({ word }) => word)].map((key) => [key, value] as const)
  })
  const sizes = grouped(pairs.map(([key, value]) => [key, value]))
  for (const [word, letter] of Object.entries(sizeWords)) {
    const values = sizes.get(letter)
    if (values && !sizes.has(word)) sizes.set(word, values)
  }
  const { name } = column.field
  return new Map([...sizes].map(([key, values]) => [key, { kind: 'value', field: name, values }]))
}

function fieldNames(columns: readonly Column[]): ReadonlyMap<string, string> {
  return new Map(
    columns.flatMap(({ field }) =>
      tokensOf(`${field.name} ${field.displayName}`).map(({ word }) => [word, field.name] as const),
    ),
  )
}

function grouped(pairs: readonly (readonly [string, string])[]): Map<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>()
  for (const [key, value] of pairs) {
    groups.set(key, [...new Set([...(groups.get(key) ?? []), value])])
  }
  return groups
}
