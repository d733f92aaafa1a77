import type { Catalog } from '../catalog/catalog.ts'
import { type CategoryNode, wayTo } from '../catalog/categories.ts'
import { colourFamilies } from '../catalog/colour-families.ts'
import type { Column } from '../catalog/column.ts'
import { keyOf, type Token, tokensOf } from '../catalog/words.ts'
import { COLOUR_FIELD } from './product-columns.ts'
import { stopWords } from './stop-words.ts'

/** The meaning of some words of a message in this catalogue. */
export type Term =
  | { readonly kind: 'category'; readonly paths: readonly string[] }
  | { readonly kind: 'value'; readonly field: string; readonly values: readonly string[] }

/** The words that name something in a catalogue. */
export interface Vocabulary {
  /** The longest term that begins at a place, and how many words it takes; misspelt ones, too. */
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

type Terms = ReadonlyMap<string, Term>

/** The longest name of anything, in words; a value of more words is a sentence and names nothing. */
const MAX_WORDS = 6
const MAX_VALUE_WORDS = 5

/** Shorter words have too many neighbours to be repaired. */
const REPAIRED_LEAST_CHARACTERS = 4

const SIZE_FIELD = /size/i
const sizeWords: Readonly<Record<string, string>> = { small: 's', medium: 'm', large: 'l' }

/** Learns the words of a catalogue: its categories and the values of its facets. */
export function createVocabulary(catalog: Catalog): Vocabulary {
  const fields = catalog.columns.filter(({ field }) => field.isFacet && field.type === 'text')
  const sizeField = fields.find(({ field }) => SIZE_FIELD.test(field.name))
  const sizes = sizeField ? sizeTerms(sizeField) : new Map<string, Term>()
  const terms = new Map([
    ...[...sizes].filter(([key]) => isClearSize(key)),
    ...valueTerms(fields.filter((column) => column !== sizeField)),
    ...categoryTerms(catalog),
  ])
  const names = new Map(
    fields.flatMap(({ field }) =>
      tokensOf(`${field.name} ${field.displayName}`).map(({ word }) => [word, field.name]),
    ),
  )

  function repairedAt({ word }: Token): Term | undefined {
    if (word.length < REPAIRED_LEAST_CHARACTERS || stopWords.has(word)) return undefined
    const [meant] = catalog.closestWords(word)
    return meant === undefined ? undefined : terms.get(meant)
  }

  return {
    termAt(tokens, at) {
      const found = longest(terms, tokens, at)
      const term = found ? undefined : repairedAt(tokens[at] as Token)
      return term ? { term, length: 1 } : found
    },
    sizeAt: (tokens, at) => longest(sizes, tokens, at),
    fieldNamed: (word) => names.get(word),
  }
}

function longest(terms: Terms, tokens: readonly Token[], at: number): FoundTerm | undefined {
  for (let length = Math.min(MAX_WORDS, tokens.length - at); length > 0; length -= 1) {
    const term = terms.get(keyOf(tokens.slice(at, at + length)))
    if (term) return { term, length }
  }
  return undefined
}

/** Whether some words are a size wherever they stand: "2 persons", "large". */
const isClearSize = (key: string) =>
  Object.hasOwn(sizeWords, key) || (key.includes(' ') && /\d/.test(key))

/** Categories of one name are one term, wherever they are: Sneakers for women, men and kids. */
function categoryTerms({ categories }: Catalog): Terms {
  const pairs = categories.nodes.flatMap((node) =>
    namesOf(node).map((name) => [keyOf(tokensOf(name)), pathOf(node)] as const),
  )
  return mapped(grouped(pairs), (paths) => ({ kind: 'category', paths }))
}

/** `Jackets & Coats` are jackets, and coats. */
const namesOf = ({ name }: CategoryNode) => [name, ...name.split(/\s*(?:&|,|\/|\band\b)\s*/)]

const pathOf = (node: CategoryNode) =>
  wayTo(node)
    .map(({ name }) => name)
    .join('>')

/** The catalogue's values go before common names of colours. */
function valueTerms(columns: readonly Column[]): Terms {
  const pairs = [keysOf, familiesIn].flatMap((byKey) =>
    columns.flatMap((column) => [
      ...mapped(byKey(column), (values) => ({ kind: 'value', field: column.field.name, values })),
    ]),
  )
  // The first of several fields with one word counts, and a map keeps the last.
  return new Map(pairs.reverse())
}

/** A word of a value stands for all values that have it: "cotton" for organic cotton too. */
const keysOf = ({ values }: Column) =>
  grouped(
    values.map(String).flatMap((value) => {
      const tokens = tokensOf(value)
      const words = tokens.length <= MAX_VALUE_WORDS ? tokens.map(({ word }) => word) : []
      return [keyOf(tokens), ...words.filter(isTelling)].map((key) => [key, value] as const)
    }),
  )

const isTelling = (word: string) => word.length > 2 && !/\d/.test(word) && !stopWords.has(word)

const familiesIn = ({ field, values }: Column) =>
  grouped(
    Object.entries(COLOUR_FIELD.test(field.name) ? colourFamilies : {}).flatMap(([word, members]) =>
      members.filter((name) => values.includes(name)).map((name) => [word, name] as const),
    ),
  )

/** A size is named whole, or by one of its words: "42" for `EU 42 ⅔`. */
function sizeTerms({ field, values }: Column): Terms {
  const pairs = values.map(String).flatMap((value) => {
    const tokens = tokensOf(value)
    return [keyOf(tokens), ...tokens.map(({ word }) => word)].map((key) => [key, value] as const)
  })
  const sizes = new Map(grouped(pairs))
  for (const [word, letter] of Object.entries(sizeWords)) {
    const own = sizes.get(letter)
    if (own && !sizes.has(word)) sizes.set(word, own)
  }
  return mapped(sizes, (own) => ({ kind: 'value', field: field.name, values: own }))
}

const mapped = (
  groups: ReadonlyMap<string, readonly string[]>,
  termOf: (texts: readonly string[]) => Term,
): Terms => new Map([...groups].map(([key, texts]) => [key, termOf(texts)]))

/** The texts of each key, each once; a blank key has none. */
function grouped(pairs: readonly (readonly [string, string])[]) {
  const groups = new Map<string, readonly string[]>()
  for (const [key, text] of pairs) {
    if (key) groups.set(key, [...new Set([...(groups.get(key) ?? []), text])])
  }
  return groups as ReadonlyMap<string, readonly string[]>
}
