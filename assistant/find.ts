import {
  alternativesTo,
  type Catalog,
  type Column,
  filterFor,
  hasCode,
  textOf,
  tokensOf,
} from 'svc-tag-service'
import { type Constraint, isKind, isWithin, type Of, type PriceLimits } from './constraints.ts'
import { isVariantName, keyIn, numberAt, type ShopView, textsAt } from './shop-view.ts'
import type { Vocabulary } from './vocabulary.ts'

/** For each row, 1 if it matches. */
type Mask = Uint8Array

/** Finds the products that meet a shopper's wishes. */
export type Finder = ReturnType<typeof createFinder>

/** How many masks to keep; more would only cost memory. */
const KEPT = 300
/** Joins the names of kinds that a product has to be all of. */
export const NARROWED = ' + '

/** Prepares the search of a catalogue: each wish becomes a mask over its rows, and masks are kept. */
export function createFinder(view: ShopView, vocabulary: Vocabulary) {
  const { catalog } = view
  const masks = new Map<string, Mask>()
  const { size } = catalog

  function kept(key: string, make: () => Mask): Mask {
    if (masks.size >= KEPT) masks.clear()
    const mask = masks.get(key) ?? make()
    masks.set(key, mask)
    return mask
  }
  function of(rows: Iterable<number>): Mask {
    const mask = new Uint8Array(size)
    for (const row of rows) mask[row] = 1
    return mask
  }
  const where = (fits: (row: number) => boolean) =>
    Uint8Array.from({ length: size }, (_, row) => (fits(row) ? 1 : 0))
  const both = (one: Mask, other: Mask) => one.map((fits, row) => fits & (other[row] ?? 0))
  const either = (one: Mask, other: Mask) => one.map((fits, row) => fits | (other[row] ?? 0))
  const anyOf = (all: readonly Mask[]) => all.reduce(either, of([]))

  const kindMask = (name: string): Mask =>
    name
      .split(NARROWED)
      .map((one) => of(vocabulary.kind(one)?.rows ?? []))
      .reduce(both)

  /** Products for these persons, and those for everybody if they are of a kind that is not made for others. */
  const personsMask = (any: readonly string[], isWithKind: boolean) =>
    where((row) => {
      const own = personsAt(view, row)
      return own.some((one) => any.includes(one)) || (isWithKind && own.length === 0)
    })

  function maskOf(one: Constraint, isWithKind: boolean): Mask {
    switch (one.kind) {
      case 'kind':
      case 'occasion':
        return anyOf(one.any.map(kindMask))
      case 'persons':
        return personsMask(one.any, isWithKind && !one.not)
      case 'value':
        // "Not the down ones": nor a Down Jacket of other stuff.
        return one.not ? either(valueMask(one), of(rowsTitled(one.said))) : valueMask(one)
      case 'word':
        return of(one.any.flatMap(rowsWith))
      case 'price':
        return where((row) => isPriced(one.limits, numberAt(view.price, row)))
      case 'sale':
        return where((row) => isReduced(view, row, one.percent))
      case 'new':
        return where((row) => textsAt(view.isNew, row).includes('true'))
      case 'missing':
        return of([])
    }
  }

  function valueMask({ field, any }: Of<'value'>): Mask {
    const { column, accepted } = acceptedOf(catalog, field, any)
    const isOwn = (row: number) => hasCode(column, row, (code) => accepted[code] === 1)
    return column.field.level === 'product'
      ? where(isOwn)
      : of(catalog.variants.productOf.filter((_, variant) => isOwn(variant)))
  }

  /** Rows with a word in the title or a short value; else in the description. */
  function rowsWith(word: string): readonly number[] {
    const named = rowsNamed(word)
    return named.length > 0 ? named : rowsInProse(word)
  }

  function rowsNamed(word: string): readonly number[] {
    const columns = [...(vocabulary.codesNamed(word) ?? [])]
    const rows = Array.from({ length: columns.length > 0 ? size : 0 }, (_, row) => row)
    return rows.filter((row) =>
      columns.some(([column, codes]) => hasCode(column, row, (code) => codes.has(code))),
    )
  }

  function rowsTitled(said: string): readonly number[] {
    const isIn = (row: number, word: string) =>
      textsAt(view.title, row).some((title) => keyIn(title).split(' ').includes(word))
    return tokensOf(said).flatMap(({ word }) => rowsNamed(word).filter((row) => isIn(row, word)))
  }

  /** Rows with a word in the description. The search also corrects words; a row that lacks the word gives that away. */
  function rowsInProse(word: string): readonly number[] {
    const [first, ...others] = catalog.search(`${word} `).rows
    if (first === undefined) return []
    const { title, place, attributes, prose } = textOf(catalog.product(first))
    const own = keyIn(`${title} ${place} ${attributes} ${prose}`).split(' ')
    return alternativesTo(word).some((one) => own.includes(one)) ? [first, ...others] : []
  }

  /** Size, colour and price have to meet in one variant: the tent for four costs more than the one for two. */
  function variantMask(wishes: readonly Constraint[]): readonly Mask[] {
    const rules = wishes.flatMap((one) => variantRule(view, one) ?? [])
    if (rules.length < 2) return []
    const { productOf } = catalog.variants
    const fitting = () => productOf.filter((_, variant) => rules.every((fits) => fits(variant)))
    const none = () => of(productOf).map((has) => 1 - has)
    return [kept(JSON.stringify(['variants', wishes]), () => either(of(fitting()), none()))]
  }

  /** The rows that meet all wishes, in the order of the feed. */
  function find(wishes: readonly Constraint[]): readonly number[] {
    const isWithKind = wishes.some((one) => isKind(one) || one.kind === 'occasion')
    const own = wishes.map((one) =>
      kept(JSON.stringify([one, isWithKind]), () => {
        const mask = maskOf(one, isWithKind)
        return one.not ? mask.map((fits) => 1 - fits) : mask
      }),
    )
    const all = [...own, ...variantMask(wishes)]
    const rows: number[] = []
    for (let row = 0; row < size; row += 1) if (all.every((mask) => mask[row] === 1)) rows.push(row)
    return rows
  }

  return {
    find,
    count: (wishes: readonly Constraint[]) => find(wishes).length,
    /** Whether products of a kind exist; kinds may be the parts of a phrase that do not go together. */
    hasKind: (name: string) => kindMask(name).includes(1),
    /** Whether some but not all of the products of a kind are of another, too. */
    isNarrower(name: string, than = ''): boolean {
      const [own, all] = [kindMask(name), kindMask(than)]
      return own.includes(1) && all.some((has, row) => has > (own[row] ?? 0))
    },
    isInProse: (word: string) => rowsInProse(word).length > 0,
  }
}

const isPriced = (limits: PriceLimits, price: unknown) =>
  typeof price === 'number' && isWithin(limits, price)

const PERSONS = ['women', 'men', 'kids']

/** The persons that a product is made for; none if it is for everybody. */
const personsAt = ({ categories, gender }: ShopView, row: number): readonly string[] =>
  [...textsAt(categories, row).map((path) => path.split('>')[0] ?? ''), ...textsAt(gender, row)]
    .map(personNamed)
    .filter((name) => PERSONS.includes(name))

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
