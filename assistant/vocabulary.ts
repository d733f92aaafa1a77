import {
  type CategoryNode,
  type Column,
  canonicalOf,
  colourFamilies,
  eachCode,
  type ShopWords,
  slipsBetween,
  tokensOf,
} from 'svc-tag-service'
import {
  BRAND_FIELD,
  COLOUR_FIELD,
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
    }
  | { readonly kind: 'persons'; readonly any: readonly string[] }
  | { readonly kind: 'value'; readonly any: readonly string[]; readonly field: string }

/** A kind of product, or the products that suit an occasion. */
export interface Kind {
  /** In the shop's words: "boots". */
  readonly name: string
  readonly rows: readonly number[]
  readonly isBroad: boolean
}

/** The words of a catalogue. */
export type Vocabulary = ReturnType<typeof createVocabulary>

const MAX_VALUE_WORDS = 5
/** A noun that ends fewer titles is probably the name of a product; small shops have fewer of each. */
const nounLeast = (size: number) => (size < 200 ? 1 : 3)

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
  const nouns = new Map(
    [...rowsByTitle(view, nounsOf)]
      .filter(
        ([noun, rows]) => rows.length >= nounLeast(view.catalog.size) && !isMadeOf(noun, rows),
      )
      .map(([noun, rows]) => [noun, { name: plural(noun), rows, isBroad: false }]),
  )
  const categories = categoryKinds(view, nouns)
  const own: Terms = new Map<string, Term>([
    ...termsOf(nouns),
    ...values,
    ...termsOf(categories),
    ...personTerms(view, shopWords),
  ])
  const kinds = new Map([...nouns, ...categories].map(([, kind]) => [kind.name, kind]))
  const meanings = meaningsOf(shopWords, own, kinds)
  const terms: Terms = new Map([...meanings, ...own])
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

  return {
    /** What some words refer to, joined by spaces. */
    term: (key: string) => terms.get(key),
    /** The kind of product, or the occasion, of a name. */
    kind: (name: string) => kinds.get(name),
    has: (word: string) => ownWords.has(word),
    /** The rows with a title of two words or more. */
    rowsTitled: (key: string) => (key.includes(' ') ? (titles.get(key) ?? []) : []),
    /** For each field in whose short values or titles a word occurs, the codes of these. */
    codesNamed: (word: string) => names.get(word),
    /** The facet that a word names, such as "brand" or "colour". */
    fieldNamed: (word: string) => fields.get(word),
    /** The word of the catalogue that a misspelt one must mean; `undefined` if there is none, or a choice. */
    repair(word: string): string | undefined {
      if (word.length < LEAST_CHARACTERS || /\d/.test(word) || isEnglish(word)) return undefined
      const isShort = word.length < BRAND_LEAST_CHARACTERS
      return apart(word, terms) ?? repaired(word, isShort ? otherWords : ownWords, terms)
    },
    /** The values that are not wanted together with some others: suede with leather. */
    included(field: string, unwanted: readonly string[]): readonly string[] {
      const more = unwanted.flatMap(tokensOf).flatMap(({ word }) => shopWords.includes[word] ?? [])
      const others = more.flatMap((word) => {
        const term = values.get(keyIn(word))
        return term?.kind === 'value' && term.field === field ? term.any : []
      })
      return [...new Set([...unwanted, ...others])]
    },
  }
}

/** Where the name of a thing ends in a title: "Mug with lid, 30 cl" is a mug. */
const TITLE_END = /\s+(?:with|for|in|by|from|of|made)\s|[,(|/:]|\s[-–—]\s|<|"/i

/** The keys of the nouns that end a title: "Alder Chelsea Boot 2" is a boot and a chelsea boot. */
function nounsOf(title: string): readonly string[] {
  const [name = ''] = title.split(TITLE_END)
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !/\d/.test(word))
  const keys = [2, 1]
    .filter((length) => length < words.length || words.length === 1)
    .map((length) => keyIn(words.slice(-length).join(' ')))
  return [...new Set(keys)].filter(Boolean)
}

/** The usual plural of an English noun. */
const plural = (noun: string): string =>
  /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun.replace(/(?<=[^aeiou])y$/, 'ie')}s`

/**
 * Categories of the same name are one kind: sneakers for women, men and kids. `Jackets & Coats` are two words for one.
 * Products nearby whose titles end in the same noun belong to it: kids' jackets are called Rainwear.
 */
function categoryKinds({ catalog, categories }: ShopView, nouns: ReadonlyMap<string, Kind>) {
  const { nodes } = catalog.categories
  const rowsOf = new Map<number, number[]>(nodes.map(({ code }) => [code, []]))
  for (let row = 0; categories && row < catalog.size; row += 1)
    eachCode(categories, row, (code) => rowsOf.get(code)?.push(row))
  const rowsIn = (some: readonly CategoryNode[]) =>
    some.flatMap(({ code }) => rowsOf.get(code) ?? [])
  const namesOf = ({ name }: CategoryNode) => [name, ...name.split(/\s*(?:&|,|\/|\band\b)\s*/)]
  const named = nodes
    .filter((node) => rowsIn([node]).length > 0)
    .flatMap((node) => namesOf(node).map((name) => ({ key: keyIn(name), name, node })))
  return new Map(
    [...grouped(named, ({ key }) => key)].map(([key, found]): readonly [string, Kind] => {
      const noun = nouns.get(key)
      const parents = found.flatMap(({ node }) => (node.parent?.parent ? node.parent.name : []))
      const near = new Set(rowsIn(nodes.filter(({ name }) => parents.includes(name))))
      const titled = (noun?.rows ?? []).filter((row) => near.size === 0 || near.has(row))
      // Half of a name: in "Hats & Caps", those with "cap" in the title are caps.
      const whole = noun ? found.filter(({ node, name }) => node.name === name) : found
      const rows = [...new Set([...rowsIn(whole.map(({ node }) => node)), ...titled])]
      const isBroad = found.every(({ node }) => node.children.length > 0)
      return [key, { name: (found[0]?.name ?? key).toLowerCase(), rows, isBroad }]
    }),
  )
}

const termsOf = (kinds: ReadonlyMap<string, Kind>): readonly (readonly [string, Term])[] =>
  [...kinds].map(([key, { name, isBroad }]) => [key, { kind: 'kind', any: [name], isBroad }])

/** Persons whom the shop has products for, by category or by field. */
function personTerms({ catalog, gender }: ShopView, { persons }: ShopWords) {
  const names = [...catalog.categories.top.map(({ name }) => name), ...(gender?.values ?? [])]
  const offered = new Set(names.map((name) => keyIn(String(name))))
  return Object.entries(persons).flatMap(([name, words]) => {
    const own = canonicalOf(name)
    const term: Term = { kind: 'persons', any: [own] }
    return offered.has(own) ? words.map((word) => [keyIn(word), term] as const) : []
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
    if (isOccasion) kinds.set(name, { name, rows, isBroad: true })
    const term: Term | undefined = isOccasion
      ? { kind: 'occasion', any: [name], isBroad: true }
      : found[0]
    return term ? words.map((word) => [keyIn(word), term] as const) : []
  })

/** The values of facets. */
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

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups as ReadonlyMap<string, readonly Item[]>
}

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
/** From this length on, two typing errors are allowed, and a word may be two words written together. */
const LONG_CHARACTERS = 8

/** "Sleepingbag" is a sleeping bag. */
const apart = (word: string, terms: Terms): string | undefined =>
  Array.from({ length: word.length < LONG_CHARACTERS ? 0 : word.length - 5 }, (_, at) =>
    keyIn(`${word.slice(0, at + 3)} ${word.slice(at + 3)}`),
  ).find((key) => terms.has(key))

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
