import {
  type AssistantSettings,
  alternativesTo,
  type Catalog,
  type Column,
  filterFor,
  hasCode,
  textOf,
  tokensOf,
} from 'svc-tag-service'
import { type Constraint, isKind, isWithin, type Of, type PriceLimits } from './constraints.ts'
import { isVariantName, keyIn, numberAt, type ShopView, textsAt, viewOf } from './shop-view.ts'
import { usualWords } from './shop-words.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** What the assistant knows about a shop. */
export type Lexicon = ReturnType<typeof createLexicon>

/** Prepares a catalogue for the assistant. */
export function createLexicon(catalog: Catalog, settings: AssistantSettings) {
  const view = viewOf(catalog)
  const vocabulary = createVocabulary(view, settings.words ?? usualWords)
  return { view, settings, vocabulary, finder: createFinder(view, vocabulary) }
}

/** Finds the products that meet a shopper's wishes. */
export type Finder = ReturnType<typeof createFinder>

/** How many sets of rows to keep; more would only cost memory. */
const KEPT = 300
const STOCK_FIELD = /availab|in_?stock/i
/** Joins the names of kinds that a product has to be all of. */
export const NARROWED = ' + '

/** Prepares the search of a catalogue: each wish becomes a set of rows, and sets are kept. */
function createFinder(view: ShopView, vocabulary: Vocabulary) {
  const { catalog } = view
  const { productOf } = catalog.variants
  const all = Array.from({ length: catalog.size }, (_, row) => row)
  const sets = new Map<string, ReadonlySet<number>>()

  function kept(key: unknown, make: () => Iterable<number>): ReadonlySet<number> {
    if (sets.size >= KEPT) sets.clear()
    const text = JSON.stringify(key)
    const rows = sets.get(text) ?? new Set(make())
    sets.set(text, rows)
    return rows
  }

  const rowsOfKind = (name: string, of: 'rows' | 'core' | 'first' = 'rows'): readonly number[] =>
    name
      .split(NARROWED)
      .map((one) => vocabulary.kind(one)?.[of] ?? [])
      .reduce((some, others) => {
        const own = new Set(others)
        return some.filter((row) => own.has(row))
      })

  const isNarrow = (kinds: readonly Constraint[]) =>
    kinds.some(
      (one) => isKind(one) && one.any.some((name) => vocabulary.kind(name)?.isBroad === false),
    )

  function rowsMeeting(one: Constraint, kinds: readonly Constraint[]): readonly number[] {
    switch (one.kind) {
      case 'kind':
      case 'occasion':
        // "Jackets, no coats": parkas stay; but "no hats", of all products, takes the beanies, too.
        return one.any.flatMap((name) =>
          rowsOfKind(name, one.not && isNarrow(kinds) ? 'core' : 'rows'),
        )
      case 'persons':
        return rowsFor(one, kinds)
      case 'value':
        // "Not the down ones": nor a Down Jacket of other stuff.
        return one.not ? [...rowsOfValue(one), ...rowsTitled(one.said)] : rowsOfValue(one)
      case 'word':
        return one.isInProse ? rowsInProse(one.any[0] ?? '') : one.any.flatMap(rowsWith)
      case 'price':
        return all.filter((row) => isPriced(one.limits, numberAt(view.price, row)))
      case 'sale':
        return all.filter((row) => isReduced(view, row, one.percent))
      case 'new':
        return all.filter((row) => textsAt(view.isNew, row).includes('true'))
    }
  }

  /** Products for some persons, and of a kind also those for everybody; but not for kids, if some are theirs alone. */
  function rowsFor(
    { any, not }: Pick<Of<'persons'>, 'any' | 'not'>,
    kinds: readonly Constraint[],
  ): readonly number[] {
    const theirs = all.filter((row) => personsAt(view, row).some((person) => any.includes(person)))
    if (not || kinds.length === 0) return theirs
    const ofKind = new Set(find(kinds))
    if (`${any}` === 'kids' && theirs.some((row) => ofKind.has(row))) return theirs
    return [...theirs, ...all.filter((row) => personsAt(view, row).length === 0)]
  }

  function rowsOfValue({ field, any }: Of<'value'>): readonly number[] {
    const { column, accepted } = acceptedOf(catalog, field, any)
    const isOwn = (row: number) => hasCode(column, row, (code) => accepted[code] === 1)
    return column.field.level === 'product'
      ? all.filter(isOwn)
      : [...productOf].filter((_, variant) => isOwn(variant))
  }

  /** Rows with a word in the title or a short value; else in the description. */
  function rowsWith(word: string): readonly number[] {
    const named = rowsNamed(word)
    return named.length > 0 ? named : rowsInProse(word)
  }

  function rowsNamed(word: string, isIn = (_: Column) => true): readonly number[] {
    const columns = [...(vocabulary.codesNamed(word) ?? [])].filter(([column]) => isIn(column))
    const isNamed = (row: number) =>
      columns.some(([column, codes]) => hasCode(column, row, (code) => codes.has(code)))
    return columns.length > 0 ? all.filter(isNamed) : []
  }

  const rowsTitled = (said: string) =>
    tokensOf(said).flatMap(({ word }) => rowsNamed(word, (column) => column === view.title))

  /** Rows with a word in the description. The search also corrects words; a row that lacks the word gives that away. */
  function rowsInProse(word: string): readonly number[] {
    const [first, ...others] = catalog.search(`${word} `).rows
    if (first === undefined) return []
    const { title, place, attributes, prose } = textOf(catalog.product(first))
    const own = keyIn(`${title} ${place} ${attributes} ${prose}`).split(' ')
    return alternativesTo(word).some((one) => own.includes(one)) ? [first, ...others] : []
  }

  /** Size, colour and price have to meet in one variant: the tent for four costs more than the one for two. */
  function variantRows(wishes: readonly Constraint[]): readonly ReadonlySet<number>[] {
    const rules = wishes.flatMap((one) => variantRule(view, one) ?? [])
    if (rules.length < 2) return []
    const fitting = () => productOf.filter((_, variant) => rules.every((fits) => fits(variant)))
    const varied = kept('varied', () => productOf)
    const others = () => all.filter((row) => !varied.has(row))
    return [kept(['variants', wishes], () => [...fitting(), ...others()])]
  }

  function soldOut(wishes: readonly Constraint[]): ReadonlySet<number> {
    const rules = wishes
      .filter(({ kind }) => kind === 'value')
      .flatMap((one) => variantRule(view, one) ?? [])
    const stock = catalog.variants.columns.find(({ field }) => STOCK_FIELD.test(field.name))
    const isGone = stock?.values.map((value) => String(value) === 'false')
    if (rules.length === 0 || !stock) return new Set()
    return kept(['sold out', wishes], () => {
      const isSold = (variant: number) => hasCode(stock, variant, (code) => isGone?.[code] === true)
      const isFitting = (variant: number) => rules.every((fits) => fits(variant))
      const fitting = productOf.map((row, variant) => (isFitting(variant) ? row : catalog.size))
      const available = new Set(fitting.filter((_, variant) => !isSold(variant)))
      return fitting.filter((row) => row < catalog.size && !available.has(row))
    })
  }

  function find(wishes: readonly Constraint[]): readonly number[] {
    const kinds = wishes.filter((one) => isKind(one) || (one.kind === 'occasion' && !one.not))
    const rules = wishes.map((one) => ({
      isWanted: !one.not,
      rows: kept([one, kinds], () => rowsMeeting(one, kinds)),
    }))
    const variants = variantRows(wishes).map((rows) => ({ isWanted: true, rows }))
    const both = [...rules, ...variants]
    return all.filter((row) => both.every(({ isWanted, rows }) => rows.has(row) === isWanted))
  }

  return {
    find,
    soldOut,
    count: (wishes: readonly Constraint[]) => find(wishes).length,
    /** The rows that come first: coats rather than other jackets. */
    first: (wishes: readonly Constraint[]): ReadonlySet<number> => {
      const names = wishes.filter(isKind).flatMap(({ any }) => any)
      return kept(['first', names], () => names.flatMap((name) => rowsOfKind(name, 'first')))
    },
    /** Whether products of a kind exist; kinds may be the parts of a phrase that do not go together. */
    hasKind: (name: string) => rowsOfKind(name).length > 0,
    /** Whether some but not all of the products of a kind are of another, too. */
    isNarrower(name: string, than = ''): boolean {
      const own = rowsOfKind(name).length
      return own > 0 && own < rowsOfKind(than).length
    },
    /** Whether all products of a kind are also of another one. */
    isPartOf(name: string, whole: string): boolean {
      const all = new Set(rowsOfKind(whole))
      const own = rowsOfKind(name)
      return own.length > 0 && own.every((row) => all.has(row))
    },
    isInProse: (word: string) => rowsInProse(word).length > 0,
  }
}

const isPriced = (limits: PriceLimits, price: unknown) =>
  typeof price === 'number' && isWithin(limits, price)

const PERSONS = ['women', 'men', 'kids']

const personsAt = ({ categories, gender }: ShopView, row: number): readonly string[] =>
  personsIn([...textsAt(categories, row), ...textsAt(gender, row)])

/** The persons whom a product's category paths and genders name; none if it is for everybody. */
export const personsIn = (texts: readonly unknown[]): readonly string[] => {
  const names = texts.map((text) => personNamed(String(text).split('>')[0] ?? ''))
  return PERSONS.filter((person) => names.includes(person))
}

const personNames = new Map<string, string>()
const personNamed = (name: string): string => {
  const known = personNames.get(name) ?? keyIn(name)
  personNames.set(name, known)
  return known
}

function isReduced({ price, listPrice }: ShopView, row: number, percent = 0): boolean {
  const [now = 0, before = 0] = [numberAt(price, row), numberAt(listPrice, row)]
  return now > 0 && now < before && now <= before * (1 - percent / 100)
}

const RANGE = /^\[\s*(\*|-?\d+(?:\.\d+)?)\s+TO\s+(\*|-?\d+(?:\.\d+)?)\s*\]$/i

/**
 * The values of a field that a filter accepts; an option is a value, or a range of numbers: `[10 TO 40]`.
 *
 * @throws RequestError 400 for a filter that the catalogue cannot apply.
 */
export function acceptedOf(catalog: Catalog, field: string, options: readonly string[]) {
  const terms = options.map((value) => {
    const [, min, max] = RANGE.exec(value) ?? []
    if (!min || !max) return { kind: 'value', field, value } as const
    const bound = (text: string, open: number) => (text === '*' ? open : Number(text))
    const range = {
      min: bound(min, Number.NEGATIVE_INFINITY),
      max: bound(max, Number.POSITIVE_INFINITY),
    }
    return { kind: 'range', field, ...range } as const
  })
  return filterFor(catalog, terms, 'filters')
}

/** The same wish as a rule on variants; `undefined` if variants have no such field. */
function variantRule({ catalog, price }: ShopView, one: Constraint) {
  const name =
    one.kind === 'price' ? price?.field.name : one.kind === 'value' && !one.not && one.field
  const isOwn = ({ field }: Column) => name && isVariantName(field.name, name)
  const column = catalog.variants.columns.find(isOwn)
  const accepted = column?.values.map((value) =>
    one.kind === 'price'
      ? isPriced(one.limits, value)
      : one.kind === 'value' && one.any.includes(String(value)),
  )
  return (
    column && ((variant: number) => hasCode(column, variant, (code) => accepted?.[code] === true))
  )
}
