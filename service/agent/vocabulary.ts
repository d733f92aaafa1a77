import { type CategoryNode, pathOf } from '../catalog/categories.ts'
import { colourFamilies } from '../catalog/colour-families.ts'
import { type Column, eachCode } from '../catalog/column.ts'
import { synonyms } from '../catalog/synonyms.ts'
import { keyOf, type Token, tokensOf } from '../catalog/words.ts'
import type { Place, Value } from './constraints.ts'
import { either } from './describe.ts'
import { COLOUR_FIELD, NOUN_SIGN, nounsOf, type ProductColumns } from './product-columns.ts'
import { titleColumn } from './product-match.ts'
import type { ShopWords } from './shop-words.ts'
import { isEnglish, repaired, stopWords } from './word-repair.ts'

/** The words that refer to something in a catalogue. */
export type Vocabulary = ReturnType<typeof createVocabulary>

type Terms = ReadonlyMap<string, Place | Value>

const MAX_WORDS = 6
const MAX_VALUE_WORDS = 5
/** A noun that ends fewer titles is probably a product name. */
const NOUN_LEAST = 3

const SIZE_FIELD = /size/i
const sizeWords: Readonly<Record<string, string>> = { small: 's', medium: 'm', large: 'l' }

/** Collects the words of a catalogue: its categories, the values of its facets, the nouns of its titles. */
export function createVocabulary(columns: ProductColumns, shopWords: ShopWords) {
  const { catalog } = columns
  const fields = catalog.columns.filter(({ field }) => field.isFacet && field.type === 'text')
  const sizeField = fields.find(({ field }) => SIZE_FIELD.test(field.name))
  const sizes = sizeField ? sizeTerms(sizeField) : new Map<string, Value>()
  const values = valueTerms(fields.filter((column) => column !== sizeField))
  const nouns = nounTerms(columns, values)
  const own: Terms = new Map<string, Place | Value>([
    ...[...sizes].filter(([key]) => isClearSize(key)),
    ...nouns,
    ...values,
    ...withNouns(categoryTerms(columns), nouns),
  ])
  const terms: Terms = new Map([...meaningTerms(shopWords, own), ...own])
  const fieldNames = new Map(
    fields.flatMap(({ field }) =>
      tokensOf(`${field.name} ${field.displayName}`).map(({ word }) => [word, field.name]),
    ),
  )
  for (const word of ['price', 'budget', 'limit', 'cost']) fieldNames.set(word, 'price')
  for (const word of ['category', 'kind', 'type']) fieldNames.set(word, 'place')
  const ownWords = new Set([...terms.keys()].flatMap((key) => key.split(' ')))
  const isOwn = (word: string) => tokensOf(word).every((token) => ownWords.has(token.word))
  const knownWords = new Set([...ownWords, ...synonyms.filter(isOwn)])

  return {
    termAt: (tokens: readonly Token[], at: number) => longest(terms, tokens, at),
    /** The size at a position; call it only where a size is expected, because "m" alone is too ambiguous. */
    sizeAt: (tokens: readonly Token[], at: number) => longest(sizes, tokens, at),
    /** The field that a word names, such as "brand" or "colour"; `price` and `place` have fixed names. */
    fieldNamed: (word: string) => fieldNames.get(word),
    /** The correction of a misspelt word, if there is exactly one candidate. */
    repair: (word: string) => repaired(word, knownWords),
    /** Adds the values that are excluded together with an unwanted value. */
    included(value: Value): Value {
      const others = value.values.flatMap((one) =>
        tokensOf(one).flatMap(({ word }) => shopWords.includes[word] ?? []),
      )
      const more = others.flatMap((word) => {
        const term = terms.get(keyOf(tokensOf(word)))
        return term?.kind === 'value' && term.field === value.field ? term.values : []
      })
      if (more.length === 0) return value
      const values = [...new Set([...value.values, ...more])]
      return { ...value, values, label: value.label ?? either(value.values) }
    },
  }
}

/** The longest term at a position, and its length in words. */
function longest<Term extends Place | Value>(
  terms: ReadonlyMap<string, Term>,
  tokens: readonly Token[],
  at: number,
) {
  for (let length = Math.min(MAX_WORDS, tokens.length - at); length > 0; length -= 1) {
    const term = terms.get(keyOf(tokens.slice(at, at + length)))
    if (term) return { term, length }
  }
  return undefined
}

/** Whether words are a size in any context: "2 persons", "large". */
const isClearSize = (key: string) =>
  Object.hasOwn(sizeWords, key) ||
  (key.includes(' ') && /\d/.test(key)) ||
  (/^\p{L}{4,}$/u.test(key) && !stopWords.has(key))

/** Categories with the same name are one term: Sneakers for women, men and kids. */
function categoryTerms({ catalog }: ProductColumns): ReadonlyMap<string, Place> {
  const pairs = catalog.categories.nodes.flatMap((node) =>
    namesOf(node).map((name) => [keyOf(tokensOf(name)), pathOf(node)] as const),
  )
  return mapped(grouped(pairs), placeOf)
}

const withNouns = (categories: ReadonlyMap<string, Place>, nouns: ReadonlyMap<string, Place>) =>
  [...categories].map(([key, place]): readonly [string, Place] => {
    const also = nouns
      .get(key)
      ?.paths.filter((path) => !place.paths.some((own) => path.startsWith(`${own}>`)))
    return [key, also && also.length > 0 ? { ...place, also } : place]
  })

const placeOf = (paths: readonly string[]): Place => ({ kind: 'place', paths })

/** Splits a name: `Jackets & Coats` gives jackets and coats. */
const namesOf = ({ name }: CategoryNode) => [name, ...name.split(/\s*(?:&|,|\/|\band\b)\s*/)]

/**
 * The nouns at the end of titles, with the categories they occur in: a parka, a chelsea boot. "Linen shirt" is a value followed by a noun.
 */
function nounTerms(columns: ProductColumns, values: Terms): ReadonlyMap<string, Place> {
  const { catalog, categories } = columns
  const title = titleColumn(columns)
  if (!title || !categories) return new Map()
  const rows = new Map<string, number>()
  const pairs: [string, string][] = []
  for (let row = 0; row < catalog.size; row += 1) {
    const own: CategoryNode[] = []
    eachCode(categories, row, (code) => own.push(...catalog.categories.nodes.slice(code, code + 1)))
    eachCode(title, row, (code) => {
      for (const key of nounsOf(String(title.values[code]))) {
        rows.set(key, (rows.get(key) ?? 0) + 1)
        for (const node of own.filter((one) => !own.some(({ parent }) => parent === one)))
          pairs.push([key, `${pathOf(node)}>${NOUN_SIGN}${key}`])
      }
    })
  }
  const isTelling = (key: string) =>
    (rows.get(key) ?? 0) >= NOUN_LEAST && !values.has(key.split(' ')[0] ?? '')
  return mapped(grouped(pairs.filter(([key]) => isTelling(key))), placeOf)
}

function meaningTerms({ meanings }: ShopWords, own: Terms): Terms {
  return new Map(
    meanings.flatMap(({ words, means, label }) => {
      const found = means.flatMap((text) => own.get(keyOf(tokensOf(text))) ?? [])
      const paths = found.flatMap((term) => (term.kind === 'place' ? term.paths : []))
      const place = { ...placeOf(paths), ...(label && { occasion: label }) }
      const term = paths.length > 0 ? place : found[0]
      return term ? words.map((word) => [keyOf(tokensOf(word)), term] as const) : []
    }),
  )
}

/** Colour values of the catalogue take precedence over common colour names. */
function valueTerms(columns: readonly Column[]): ReadonlyMap<string, Value> {
  const pairs = [keysOf, familiesIn].flatMap((byKey) =>
    columns.flatMap((column) => [...mapped(byKey(column), termOf(column))]),
  )
  // If several fields have the same word, the first field wins; reversed, because a map keeps the last.
  return new Map(pairs.reverse())
}

const termOf =
  ({ field }: Column) =>
  (values: readonly string[]): Value => ({ kind: 'value', field: field.name, values })

/** Any word of a value refers to all values that contain it: "cotton" includes organic cotton. */
const keysOf = ({ field, values }: Column) =>
  grouped(
    values.map(String).flatMap((value) => {
      const tokens = tokensOf(value)
      const words = tokens.length <= MAX_VALUE_WORDS ? tokens : []
      const telling = words.filter(
        ({ word, written }) =>
          isTelling(word) && !(BRAND_FIELD.test(field.name) && isEnglish(written.toLowerCase())),
      )
      const keys = [keyOf(tokens), ...telling.map(({ word }) => word)]
      return keys.map((key) => [key, value] as const)
    }),
  )

/** "Bags for work" does not mean the brand Halden Works: only words that are not English stand for a brand. */
const BRAND_FIELD = /brand|maker|manufacturer|vendor/i

const isTelling = (word: string) => word.length > 2 && !/\d/.test(word) && !stopWords.has(word)

const familiesIn = ({ field, values }: Column) =>
  grouped(
    Object.entries(COLOUR_FIELD.test(field.name) ? colourFamilies : {}).flatMap(([word, members]) =>
      members.filter((name) => values.includes(name)).map((name) => [word, name] as const),
    ),
  )

/** A size is named in full, by its first number ("42" for `EU 42 ⅔`), by its numbers, or by its word. */
function sizeTerms(column: Column): ReadonlyMap<string, Value> {
  const pairs = column.values.map(String).flatMap((value) => {
    const tokens = tokensOf(value)
    const numbers = tokens.filter(({ word }) => /\d/.test(word))
    const keys =
      numbers.length > 0 ? [keyOf(tokens), keyOf(numbers), numbers[0]?.word ?? ''] : [keyOf(tokens)]
    return keys.map((key) => [key, value] as const)
  })
  const sizes = new Map(mapped(grouped(pairs), termOf(column)))
  for (const [word, letter] of Object.entries(sizeWords)) {
    const own = sizes.get(letter)
    if (own && !sizes.has(word)) sizes.set(word, { ...own, isLoose: true })
  }
  return sizes
}

const mapped = <Term>(
  groups: ReadonlyMap<string, readonly string[]>,
  make: (texts: readonly string[]) => Term,
): ReadonlyMap<string, Term> => new Map([...groups].map(([key, texts]) => [key, make(texts)]))

function grouped(pairs: readonly (readonly [string, string])[]) {
  const groups = new Map<string, Set<string>>()
  for (const [key, text] of pairs) {
    if (!key) continue
    const own = groups.get(key)
    if (own) own.add(text)
    else groups.set(key, new Set([text]))
  }
  return new Map([...groups].map(([key, texts]) => [key, [...texts]])) as ReadonlyMap<
    string,
    readonly string[]
  >
}
