import type { CategoryTree } from './categories.ts'
import { type Column, type Field, parseDecimal } from './column.ts'
import type { BuiltColumn } from './column-builder.ts'

/** Finished columns by field name, in the order of the feed. */
export type BuiltColumns = ReadonlyMap<string, BuiltColumn>

/** The two fields that give a product's place in the category tree. */
export const CATEGORY_NAMES = 'categoryPath'
export const CATEGORY_IDS = 'categoryPathId'

/** Longer texts are only searched, never filtered or sorted by. */
const FILTER_LIMIT_CHARS = 256

/** A field with more values, or longer ones, is not a facet. */
const FACET_LIMIT_VALUES = 1_000
const FACET_LIMIT_CHARS = 60

const FILTER_SUFFIX = '_uFilter'

const NEVER_A_FACET = /^(title|name|description|sku)$|(url|link)$/i

const ID_SUFFIX = /_?id$/i

/** Adds field descriptions to the products' columns; categories become two columns over one tree. */
export function productColumns(built: BuiltColumns, tree: CategoryTree): Column[] {
  let position = 0
  const place = (isFacet: boolean) => ({ isFacet, position: isFacet ? ++position : 0 })
  return [...built].flatMap(([name, column]) => {
    if (name === CATEGORY_NAMES) return [categoryColumn(name, tree, place(true))]
    if (name === CATEGORY_IDS) return [categoryColumn(name, tree, place(false))]
    if (column.longest > FILTER_LIMIT_CHARS) return []
    const facet = baseOf(name, built) ?? name
    const own = { level: 'product', facet, ...place(isFacet(name, column, built)) } as const
    return [plainColumn(name, column, own)]
  })
}

/** Adds field descriptions to the variants' columns; they can be filtered by, but are not facets. */
export function variantColumns(built: BuiltColumns): Column[] {
  return [...built].flatMap(([name, column]) => {
    if (column.longest > FILTER_LIMIT_CHARS) return []
    const own = { level: 'variant', facet: name, isFacet: false, position: 0 } as const
    return [plainColumn(name, column, own)]
  })
}

/** Finds a column by the name in a request, with or without the suffix of text fields. */
export function findColumn(columns: readonly Column[], name: string): Column | undefined {
  return columns.find(({ field }) => field.name === name || field.filterField === name)
}

type Place = Pick<Field, 'level' | 'facet' | 'isFacet' | 'position'>

function plainColumn(name: string, { type, ...coded }: BuiltColumn, place: Place): Column {
  const isSuffixed = type === 'text' && !name.endsWith(FILTER_SUFFIX)
  const filterField = isSuffixed ? `${name}${FILTER_SUFFIX}` : name
  const codeByValue = new Map(coded.values.map((value, code) => [value, code]))
  return {
    field: { name, filterField, displayName: displayName(name), type, ...place },
    values: coded.values,
    codes: coded.codes,
    offsets: coded.offsets,
    codeOf(text) {
      const value = type === 'number' ? parseDecimal(text) : text
      return value === undefined ? undefined : codeByValue.get(value)
    },
  }
}

function categoryColumn(
  name: string,
  tree: CategoryTree,
  place: Pick<Place, 'isFacet' | 'position'>,
): Column {
  const find = name === CATEGORY_IDS ? tree.byIds : tree.byNames
  return {
    field: {
      name,
      filterField: name,
      displayName: 'Category',
      type: 'category',
      level: 'product',
      facet: CATEGORY_NAMES,
      ...place,
    },
    values: tree.values,
    codes: tree.codes,
    offsets: tree.offsets,
    codeOf: (path) => find(path)?.code,
  }
}

function isFacet(name: string, column: BuiltColumn, all: BuiltColumns): boolean {
  if (NEVER_A_FACET.test(name) || baseOf(name, all) !== undefined) return false
  const distinct = column.values.length
  if (column.type === 'number') return distinct > 1 && !ID_SUFFIX.test(name)
  return (
    column.type === 'text' &&
    column.longest <= FACET_LIMIT_CHARS &&
    distinct <= FACET_LIMIT_VALUES &&
    distinct <= column.filled / 2
  )
}

/** The field whose ids another field holds: `brand` for `brandId`. */
function baseOf(name: string, all: BuiltColumns): string | undefined {
  const base = name.replace(ID_SUFFIX, '')
  return base !== name && all.has(base) ? base : undefined
}

/** `listPrice` and `list_price` become “List price”. */
export function displayName(name: string): string {
  const words = name
    .replace(FILTER_SUFFIX, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
