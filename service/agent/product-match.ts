import MiniSearch from 'minisearch'
import type { Term } from '../browse/filter-syntax.ts'
import { type Filter, filterFor } from '../browse/match-filter.ts'
import { select } from '../browse/selection.ts'
import { type Column, eachCode, hasCode } from '../catalog/column.ts'
import { textOf } from '../catalog/searchable.ts'
import { alternativesTo } from '../catalog/synonyms.ts'
import { tokensOf } from '../catalog/words.ts'
import type { ChatFilter } from './chat-request.ts'
import { type Constraint, type Value, type Word, withoutIdlePersons } from './constraints.ts'
import { isWithin } from './prices.ts'
import { NOUN_SIGN, nounsOf, numberAt, type ProductColumns } from './product-columns.ts'

/** For each row, 1 if it matches. */
type Mask = Uint8Array

/** Finds the products that meet a shopper's wishes. */
export type ProductMatch = ReturnType<typeof createProductMatch>

/** How many words and masks to cache; a larger cache would only cost memory. */
const KEPT = 200

/** In larger catalogues, long texts are not indexed, to save memory. */
const PROSE_PRODUCTS_MOST = 20_000

/** Prepares the products of a catalogue. The word index is built when the first free word is looked up. */
export function createProductMatch(columns: ProductColumns) {
  const { catalog } = columns
  const masks = new Map<string, Mask>()
  let words: MiniSearch | undefined
  const index = () => (words ??= indexOf(columns))
  const hitsOf = (word: string, fields: readonly string[], all = alternativesTo(word)) =>
    index().search(all.join(' '), { combineWith: 'OR', fields: [...fields] })

  function maskOf(constraint: Constraint): Mask {
    const key = JSON.stringify(constraint)
    const known = masks.get(key)
    if (known) return known
    const isNot = 'not' in constraint && constraint.not
    const made = isNot ? madeFor(constraint).map((fits) => 1 - fits) : madeFor(constraint)
    if (masks.size >= KEPT) masks.clear()
    masks.set(key, made)
    return made
  }

  function madeFor(constraint: Constraint): Mask {
    const mask = new Uint8Array(catalog.size)
    const accept = (rows: Iterable<number>) => {
      for (const row of rows) mask[row] = 1
      return mask
    }
    const acceptIf = (fits: (row: number) => boolean) =>
      accept(Array.from({ length: catalog.size }, (_, row) => row).filter(fits))
    switch (constraint.kind) {
      case 'place':
        for (const path of constraint.paths) accept(rowsAt(columns, path))
        return mask
      case 'value':
        return accept(rowsWithValue(constraint))
      case 'word':
        return accept(rowsWithWord(constraint))
      case 'price':
        return acceptIf((row) => {
          const price = numberAt(columns.price, row)
          return price !== undefined && isWithin(constraint.limits, price)
        })
      case 'sale':
        return acceptIf((row) => isReduced(columns, row))
      case 'new':
        return columns.isNew
          ? accept(rowsWithFilter(columns, columns.isNew.field.name, ['true']))
          : mask
    }
  }

  function rowsWithValue({ field, values, titles = [] }: Value): readonly number[] {
    const titled = titles.flatMap((word) => hitsOf(word, ['title'], [word]))
    return [...titled.map(({ id }) => Number(id)), ...rowsWithFilter(columns, field, values)]
  }

  /** Rows with the word in titles or attributes; only if there are none, rows with it in long texts. */
  function rowsWithWord({ word, isHead }: Word): readonly number[] {
    if (isHead) return []
    const hits = hitsOf(word, NAMES)
    return (hits.length > 0 ? hits : hitsOf(word, PROSE)).map(({ id }) => Number(id))
  }

  function find(wishes: readonly Constraint[]): readonly number[] {
    const constraints = withoutIdlePersons(wishes)
    const all = [...constraints.map(maskOf), ...variantMask(constraints)]
    const rows: number[] = []
    for (let row = 0; row < catalog.size; row += 1)
      if (all.every((mask) => mask[row] === 1)) rows.push(row)
    return rows
  }

  /** Size, colour and price must match in the same variant: the tent for four costs more than the one for two. */
  function variantMask(constraints: readonly Constraint[]): readonly Mask[] {
    const filters = constraints.flatMap((one) => variantFilter(columns, one) ?? [])
    if (filters.length < 2) return []
    const key = JSON.stringify(['variants', constraints])
    const known = masks.get(key)
    if (known) return [known]
    const mask = new Uint8Array(catalog.size).fill(1)
    for (const row of catalog.variants.productOf) mask[row] = 0
    for (const row of select(catalog, { ...everything, filters }).rows) mask[row] = 1
    masks.set(key, mask)
    return [mask]
  }

  return {
    /** The rows that meet all wishes, in the order of the feed. */
    find,
    count: (constraints: readonly Constraint[]) => find(constraints).length,
    /** Scores how well the titles and attributes of a row match the requested words; 0 if they do not. */
    scoreOf(constraints: readonly Constraint[]) {
      const scores = new Map<number, number>()
      for (const one of constraints) {
        if (one.kind !== 'word' || one.not) continue
        for (const { id, score } of hitsOf(one.word, NAMES))
          scores.set(Number(id), (scores.get(Number(id)) ?? 0) + score)
      }
      return (row: number) => scores.get(row) ?? 0
    },
    /** Whether a word occurs in titles or attributes (`'name'`), only in long texts (`'prose'`), or nowhere. */
    whereIs(word: string) {
      if (hitsOf(word, NAMES).length > 0) return 'name'
      return hitsOf(word, PROSE).length > 0 ? 'prose' : undefined
    },
    /** The words to use in place of one that no title or attribute contains: rain for waterproof. Empty if the word itself occurs. */
    standInsFor: (word: string): readonly string[] =>
      hitsOf(word, NAMES, [word]).length > 0
        ? []
        : alternativesTo(word).filter((other) => hitsOf(word, NAMES, [other]).length > 0),
    /** Builds the word index before the first free word needs it. */
    prepare: () => void index(),
  }
}

const NAMES = ['title', 'attributes']
const PROSE = ['prose']

const TITLE = /^(title|name)$/i

/** The column of titles; `undefined` if titles are too long to be a column. */
export const titleColumn = ({ catalog }: ProductColumns): Column | undefined =>
  catalog.columns.find(({ field }) => TITLE.test(field.name))

function indexOf(columns: ProductColumns): MiniSearch {
  const { catalog, categories } = columns
  const title = titleColumn(columns)
  const others = catalog.columns.filter(
    (column) => column === categories || (column.field.isFacet && column.field.type === 'text'),
  )
  const index = new MiniSearch({
    fields: [...NAMES, ...PROSE],
    idField: 'row',
    tokenize: (text) => tokensOf(text).map(({ word }) => word),
    processTerm: (term) => term,
    searchOptions: { boost: { title: 2 } },
  })
  index.addAll(
    Array.from({ length: catalog.size }, (_, row) => ({
      row,
      title: title ? textsAt(title, row).join(' ') : '',
      attributes: others.flatMap((column) => textsAt(column, row)).join(' '),
      prose: catalog.size > PROSE_PRODUCTS_MOST ? '' : textOf(catalog.product(row)).prose,
    })),
  )
  return index
}

function textsAt(column: Column, row: number): readonly string[] {
  const texts: string[] = []
  eachCode(column, row, (code) => texts.push(String(column.values[code])))
  return texts
}

/** The rows in a category; if its path ends with a noun, only those whose titles have that noun. */
function* rowsAt(columns: ProductColumns, path: string): Generator<number> {
  const { catalog, categories } = columns
  const [place = '', noun] = path.split(`>${NOUN_SIGN}`)
  const code = categories?.codeOf(place)
  if (!categories || code === undefined) return
  const title = noun === undefined ? undefined : titleColumn(columns)
  for (let row = 0; row < catalog.size; row += 1) {
    const isHere = hasCode(categories, row, (own) => own === code)
    if (isHere && (!title || nounsOf(textsAt(title, row)[0] ?? '').includes(noun ?? ''))) yield row
  }
}

const rowsWithFilter = (columns: ProductColumns, field: string, options: readonly string[]) =>
  select(columns.catalog, { ...everything, filters: [chatFilter(columns, { field, options })] })
    .rows

const everything = { page: undefined, categoryFilter: undefined, text: undefined }

/** The same wish as a filter on variants; `undefined` if variants have no such field. */
function variantFilter(columns: ProductColumns, one: Constraint): Filter | undefined {
  if (one.kind === 'value' && !one.not) {
    const column = variantColumn(columns, one.field)
    if (!column) return undefined
    const wanted = new Set(one.values)
    const accepted = Uint8Array.from(column.values, (value) => (wanted.has(String(value)) ? 1 : 0))
    return { column, accepted, choices: [] }
  }
  const column =
    one.kind === 'price' && columns.price && variantColumn(columns, columns.price.field.name)
  if (one.kind !== 'price' || !column) return undefined
  const accepted = Uint8Array.from(column.values, (value) =>
    typeof value === 'number' && isWithin(one.limits, value) ? 1 : 0,
  )
  return { column, accepted, choices: [] }
}

/** The variant field that corresponds to a product field: `vSize` for `size`. */
const variantColumn = ({ catalog }: ProductColumns, field: string): Column | undefined =>
  catalog.variants.columns.find(({ field: { name } }) => isVariantName(name, field))

/** Whether a variant field, such as `vSize`, `variant_size` or `size`, corresponds to the product field `size`. */
export const isVariantName = (name: string, field: string): boolean =>
  name.replace(/^v(ariant)?_?(?=[A-Z_])/, '').toLowerCase() ===
  field.replace(/^v(?=[A-Z])/, '').toLowerCase()

const RANGE = /^\[\s*(\*|-?\d+(?:\.\d+)?)\s+TO\s+(\*|-?\d+(?:\.\d+)?)\s*\]$/i

/**
 * Turns a filter of a message into a Browse filter: any of the options, each a value of the field or a range of
 * numbers, `[10 TO 40]`.
 *
 * @throws RequestError 400 for a field that the catalogue cannot filter by, or a value or range that does not suit
 *   it.
 */
export const chatFilter = ({ catalog }: ProductColumns, { field, options }: ChatFilter) =>
  filterFor(
    catalog,
    options.map((option) => termOf(field, option)),
    'filters',
  )

function termOf(field: string, option: string): Term {
  const [, min, max] = RANGE.exec(option) ?? []
  if (min === undefined || max === undefined) return { kind: 'value', field, value: option }
  const bound = (text: string, open: number) => (text === '*' ? open : Number(text))
  return {
    kind: 'range',
    field,
    min: bound(min, Number.NEGATIVE_INFINITY),
    max: bound(max, Number.POSITIVE_INFINITY),
  }
}

const isReduced = ({ price, listPrice }: ProductColumns, row: number) =>
  (numberAt(price, row) ?? 0) < (numberAt(listPrice, row) ?? 0)
