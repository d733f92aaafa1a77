import {
  type Column,
  canonicalOf,
  colourFamilies,
  type ShopWords,
  slipsBetween,
  tokensOf,
} from 'svc-tag-service'
import type { Of } from './constraints.ts'
import { joinedKey, type Kind, kindsIn, ownKey } from './kinds.ts'
import {
  BRAND_FIELD,
  COLOUR_FIELD,
  grouped,
  keyIn,
  rowsByTitle,
  type ShopView,
  textsAt,
} from './shop-view.ts'
import { isEnglish } from './text.ts'

/** What words of a message refer to in a catalogue. */
export type Term =
  /** A kind of product, or several that suit an occasion. A broad one, such as a category with others below it, narrows any other. */
  | {
      readonly kind: 'kind' | 'occasion'
      readonly any: readonly [name: string]
      readonly isBroad: boolean
      /** The shop calls it otherwise: stilettos are heels here. */
      readonly isOther?: true
    }
  | { readonly kind: 'persons'; readonly any: readonly string[] }
  | { readonly kind: 'value'; readonly any: readonly string[]; readonly field: string }

/** The words of a catalogue. */
export type Vocabulary = ReturnType<typeof createVocabulary>

const MAX_VALUE_WORDS = 5
type Terms = ReadonlyMap<string, Term>

/** Collects the words of a catalogue: its categories, the nouns of its titles, the values of its facets. */
export function createVocabulary(view: ShopView, shopWords: ShopWords) {
  const { facets, size, title } = view
  const values = valueTerms(view, shopWords)
  /** Whether some products of a noun have the value that its first word is: linen shirts, but not down jackets. */
  function isMadeOf(noun: string, rows: readonly number[]): boolean {
    const term = values.get(noun.split(' ')[0] ?? '')
    if (term?.kind !== 'value') return false
    const column = facets.find(({ field }) => field.name === term.field)
    return rows.some((row) => textsAt(column, row).some((value) => term.any.includes(value)))
  }
  const { nouns, categories } = kindsIn(view, isMadeOf)
  const kinds = new Map([...nouns, ...categories].map(([, kind]) => [kind.name, kind]))
  // The last of those with the same words wins.
  const own = [
    ...nouns.map(termOf),
    ...values,
    ...categories.map(termOf),
    ...personTerms(view, shopWords),
  ]
  const meanings = meaningsOf(shopWords, new Map(own.map(canonical)), kinds)
  const all = [...meanings, ...own]
  const exact: Terms = new Map(all.map(([key, term]) => [joinedKey(key), term]))
  const terms: Terms = new Map([...all.map(canonical), ...all])
  const brands = facets.map(({ field }) => field.name).filter((name) => BRAND_FIELD.test(name))
  const isBrand = (term: Term) => term.kind === 'value' && brands.includes(term.field)
  const wordsOf = (keys: Iterable<string>) => new Set([...keys].flatMap((key) => key.split(' ')))
  const ownWords = wordsOf(terms.keys())
  const otherWords = wordsOf([...terms].flatMap(([key, term]) => (isBrand(term) ? [] : key)))
  const titles = rowsByTitle(view, (text) => [keyIn(text)])
  const names = wordsByColumn([...facets, ...(title ? [title] : [])])
  const fields = new Map(
    [...facets, ...(size ? [size] : [])].flatMap(({ field }) =>
      tokensOf(`${field.name} ${field.displayName} ${field.displayName}s`).map(
        ({ word }) => [word, field.name] as const,
      ),
    ),
  )

  const activities = new Map(
    [...exact.keys()].flatMap((key) =>
      /.{3}ing$/.test(key) ? [[key.replace(/(.)(\1)?ing$/, '$1'), key] as const] : [],
    ),
  )

  return {
    /** What some words refer to: by themselves, written together or apart, else by a synonym. */
    term(text: string): Term | undefined {
      const key = ownKey(text)
      const found = exact.get(joinedKey(key))
      if (found) return found
      const other = terms.get(keyIn(key)) ?? terms.get(keyIn(joinedKey(key)))
      return other?.kind === 'kind' ? { ...other, isOther: true } : other
    },
    kind: (name: string) => kinds.get(name),
    /** The kind that one with a longer name is a part of: towels, of bath towels. */
    wider(name: string): string | undefined {
      const term = exact.get(joinedKey(ownKey(name.replace(/^\S+ /, ''))))
      return term?.kind === 'kind' && term.any[0] !== name ? term.any[0] : undefined
    },
    has: (word: string) => ownWords.has(word),
    /** The rows with a title of two words or more. */
    rowsTitled: (key: string) => (key.includes(' ') ? (titles.get(key) ?? []) : []),
    /** For each field in whose short values or titles a word occurs, the codes of these. */
    codesNamed: (word: string) => names.get(word),
    /** The facet that a word names, such as "brand" or "colour". */
    fieldNamed: (word: string) => fields.get(word),
    /** What somebody does: a hiker goes hiking, and so does who hikes. */
    activityOf: (word: string) => activities.get(word.replace(/e?[rs]s?$/, '')),
    /** The word of the catalogue that a misspelt one must mean; `undefined` if there is none, or a choice. */
    repair(word: string, next = ''): string | undefined {
      if (/^[b-df-hj-np-tv-xz]{3,}$/.test(word)) return withoutVowels(word, ownWords, terms)
      if (!/^\D{4,}$/.test(word)) return undefined
      const isShort = word.length < BRAND_LEAST_CHARACTERS
      const meant = repaired(word, isShort ? otherWords : ownWords, terms)
      // English has "dinning", but the shop has dining chairs.
      const isName = next !== '' && exact.has(joinedKey(ownKey(`${meant} ${next}`)))
      return isEnglish(word) && !isName ? undefined : meant
    },
    /** The values of a wish, and those that it has a wider word for: suede for "leather". */
    included({ field, any, said }: Of<'value'>): readonly string[] {
      const more = tokensOf(said).flatMap(({ word }) => shopWords.includes[word] ?? [])
      const others = more.flatMap((word) => {
        const term = values.get(keyIn(word))
        return term?.kind === 'value' && term.field === field ? term.any : []
      })
      return [...new Set([...any, ...others])]
    },
  }
}

type Entry = readonly [key: string, term: Term]

const termOf = ([key, { name, isBroad }]: readonly [string, Kind]): Entry => [
  key,
  { kind: 'kind', any: [name], isBroad },
]

/** The same under the first of the synonyms of its words. */
const canonical = ([key, term]: Entry): Entry => [keyIn(key), term]

/** Persons whom the shop has products for, by category or by field. */
function personTerms({ catalog, gender }: ShopView, { persons }: ShopWords) {
  const names = [...catalog.categories.top.map(({ name }) => name), ...(gender?.values ?? [])]
  const offered = new Set(names.map((name) => keyIn(String(name))))
  return Object.entries(persons).flatMap(([name, words]) => {
    const own = canonicalOf(name)
    const term: Term = { kind: 'persons', any: [own] }
    return offered.has(own) ? words.map((word): Entry => [ownKey(word), term]) : []
  })
}

/** Words that mean several kinds of product, which are added to the kinds, or another word of the catalogue. */
const meaningsOf = ({ meanings }: ShopWords, own: Terms, kinds: Map<string, Kind>) =>
  meanings.flatMap(({ words, means, label }) => {
    const found = means.flatMap((text) => own.get(keyIn(text)) ?? [])
    const rows = found.flatMap((one) =>
      one.kind === 'kind' ? (kinds.get(one.any[0])?.rows ?? []) : [],
    )
    const name = `for ${label ?? words[0]}`
    // Without a label, it may be just another word for a kind.
    const isOccasion = rows.length > 0 && (label !== undefined || found.length > 1)
    if (isOccasion) kinds.set(name, { name, rows, core: rows, first: rows, isBroad: true })
    const term: Term | undefined = isOccasion
      ? { kind: 'occasion', any: [name], isBroad: true }
      : found[0]
    return term ? words.map((word): Entry => [ownKey(word), term]) : []
  })

function valueTerms({ facets }: ShopView, { includes }: ShopWords): Terms {
  /** "Wooden" is oak or beech. */
  const including = (column: Column) =>
    Object.entries(includes).flatMap(([word, members]) =>
      keysOf(column).flatMap(([key, value]) =>
        members.includes(key) ? [[keyIn(word), value] as const] : [],
      ),
    )
  /** A colour has all its shades, its own name first. */
  const named = (column: Column) =>
    COLOUR_FIELD.test(column.field.name)
      ? [...keysOf(column), ...familiesIn(column), ...including(column)]
      : keysOf(column)
  const pairs = [named, including].flatMap((byKey) =>
    facets.flatMap((column) =>
      [...grouped(byKey(column), ([key]) => key)].map(([key, own]): readonly [string, Term] => {
        const any = [...new Set(own.map(([, value]) => value))]
        return [key, { kind: 'value', field: column.field.name, any }]
      }),
    ),
  )
  // If several fields have the same word, the first field wins; reversed, because a map keeps the last.
  return new Map(pairs.filter(([key]) => key !== '').reverse())
}

/** Any word of a value refers to all values that contain it: "cotton" includes organic cotton. */
const keysOf = ({ field, values }: Column): readonly (readonly [string, string])[] => {
  const words = values.flatMap((value) => tokensOf(String(value))).map(({ word }) => word)
  const all = [...new Set(words)].filter(({ length }) => length > 3)
  return values.map(String).flatMap((value) => {
    const tokens = tokensOf(value)
    // "Bags for work" does not mean the brand Halden Works: only words that are not English stand for a brand.
    const telling = tokens.filter(
      ({ word, written }) =>
        tokens.length <= MAX_VALUE_WORDS &&
        word.length > 2 &&
        !/\d/.test(word) &&
        !(BRAND_FIELD.test(field.name) && isEnglish(written.toLowerCase())),
    )
    // Lambswool is wool.
    const heads = all.filter((head) =>
      telling.some(({ word }) => word !== head && word.endsWith(head)),
    )
    return [keyIn(value), ...telling.map(({ word }) => word), ...heads].map(
      (key) => [key, value] as const,
    )
  })
}

const familiesIn = ({ values }: Column) =>
  Object.entries(colourFamilies).flatMap(([word, members]) =>
    members.filter((name) => values.includes(name)).map((name) => [word, name] as const),
  )

function wordsByColumn(columns: readonly Column[]) {
  const all = new Map<string, Map<Column, Set<number>>>()
  for (const column of columns)
    column.values.forEach((value, code) => {
      for (const { word } of tokensOf(String(value))) {
        const own = all.get(word) ?? new Map<Column, Set<number>>()
        all.set(word, own.set(column, (own.get(column) ?? new Set()).add(code)))
      }
    })
  return all as ReadonlyMap<string, ReadonlyMap<Column, ReadonlySet<number>>>
}

/** A short word that resembles a brand is rather another brand: Levi's is not Levin's. */
const BRAND_LEAST_CHARACTERS = 7
/** Shorter words resemble too many others. */
const LEAST_CHARACTERS = 4
/** From this length on, two typing errors are allowed. */
const LONG_CHARACTERS = 8

/** "Wmn" is women. */
function withoutVowels(word: string, vocabulary: ReadonlySet<string>, terms: Terms) {
  const alike = [...vocabulary].filter((other) => other.replace(/[aeiouy]/g, '') === word)
  const whole = alike.filter((other) => terms.has(other))
  return [alike, whole].find(({ length }) => length === 1)?.[0]
}

function repaired(word: string, vocabulary: ReadonlySet<string>, terms: Terms): string | undefined {
  const most = word.length < LONG_CHARACTERS ? 1 : 2
  const near = [...vocabulary]
    .filter((other) => other.length >= LEAST_CHARACTERS)
    .filter((other) => Math.abs(other.length - word.length) <= most)
    .map((other) => ({ other, slips: slipsBetween(word, other) }))
    .filter(({ slips }) => slips <= most)
  const least = Math.min(...near.map(({ slips }) => slips))
  const nearest = near.filter(({ slips }) => slips === least).map(({ other }) => other)
  // Typing errors rarely affect the first letter.
  const likely = nearest.filter((other) => other[0] === word[0])
  const alike = likely.filter((other) => other.length === word.length)
  // "Blck" is black, rather than half of a block heel.
  const whole = likely.filter((other) => terms.has(other))
  return [nearest, likely, alike, whole].find(
    (all) => new Set(all.map(canonicalOf)).size === 1,
  )?.[0]
}
