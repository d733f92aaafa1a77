import type { ProductStore } from '../store/stored-products.ts'
import { type CategoryTree, createCategoryBuilder } from './categories.ts'
import type { Column } from './column.ts'
import { type ColumnBuilder, createColumnBuilder } from './column-builder.ts'
import { fingerprintOf, type Product, readFeed, type Variant } from './feed.ts'
import { FeedError } from './feed-fault.ts'
import {
  type BuiltColumns,
  CATEGORY_IDS,
  CATEGORY_NAMES,
  findColumn,
  productColumns,
  variantColumns,
} from './field-columns.ts'
import { outlierNotice } from './outliers.ts'
import { createClosestWords, createSearch, type Found } from './text-search.ts'

/** The products that the service offers, prepared for filtering, counting and searching. */
export interface Catalog {
  /** The number of products; rows are numbered from 0 in the order of the feed. */
  readonly size: number
  readonly columns: readonly Column[]
  /** The names of all product fields, including those that cannot be filtered by. */
  readonly fieldNames: ReadonlySet<string>
  readonly categories: CategoryTree
  readonly variants: VariantRows
  /** A product or variant field, with or without `_uFilter`. */
  column(name: string): Column | undefined
  /**
   * The name of a field, with or without `_uFilter`, that stands at this place of a text before a colon; the longest of
   * several. Names may contain spaces, colons and brackets.
   */
  fieldAt(text: string, at: number): string | undefined
  product(row: number): Product
  /** The product with this `uniqueId`; `undefined` if the feed has none. */
  find(uniqueId: string): Product | undefined
  /**
   * The products that contain all words of a text, or their synonyms. If there are none, misspelt words are corrected and others are
   * left out, unless the text is in double quotes.
   */
  search(text: string): Found
  /** Oddities of the feed, one sentence each, with product ids. */
  readonly notices: readonly string[]
}

/** All variants of all products, as separate rows. */
export interface VariantRows {
  readonly size: number
  readonly columns: readonly Column[]
  readonly fieldNames: ReadonlySet<string>
  /** The product row of each variant row; never decreases. */
  readonly productOf: Uint32Array
}

/**
 * Opens the catalogue of a feed. An unchanged feed that is already in the store is not read again.
 *
 * @throws FeedError if the feed is unusable; the store then keeps the previous catalogue.
 */
export async function openCatalog(store: ProductStore, file: string): Promise<Catalog> {
  const fingerprint = await fingerprintOf(file)
  if (store.fingerprint() === fingerprint) return storedCatalog(store)
  return loadCatalog(store, readFeed(file), fingerprint).catch((error: unknown) => {
    throw error instanceof FeedError ? error.withFile(file) : error
  })
}

/** Loads products from any source and replaces those in the store. */
export async function loadCatalog(
  store: ProductStore,
  products: AsyncIterable<Product> | Iterable<Product>,
  fingerprint = '',
): Promise<Catalog> {
  const growing = createCatalogBuilder()
  await store.load(products, fingerprint, growing.add)
  return growing.build(store)
}

function storedCatalog(store: ProductStore): Catalog {
  const growing = createCatalogBuilder()
  for (const product of store.all()) growing.add(product)
  return growing.build(store)
}

function createCatalogBuilder() {
  const products = createTableBuilder()
  const variants = createTableBuilder()
  const productOf: number[] = []
  const categories = createCategoryBuilder()

  return {
    add({ variants: own = [], ...fields }: Product) {
      // A column of variant ids would take more space than all others together, and requests never filter by it.
      for (const { uniqueId: _, ...variant } of own) {
        variants.add(variant)
        productOf.push(products.size())
      }
      products.add(fields)
      categories.add(fields[CATEGORY_NAMES], fields[CATEGORY_IDS])
    },
    build(store: ProductStore): Catalog {
      const tree = categories.build()
      const [built, builtVariants] = [products.build(), variants.build()]
      const columns = productColumns(built, tree)
      const ofVariants = variantColumns(builtVariants)
      const all = [...columns, ...ofVariants]
      const names = all
        .flatMap(({ field }) => [field.name, field.filterField])
        .toSorted((one, other) => other.length - one.length)
      return {
        size: products.size(),
        columns,
        fieldNames: new Set([...built.keys(), 'uniqueId', 'variants']),
        categories: tree,
        variants: {
          size: variants.size(),
          columns: ofVariants,
          fieldNames: new Set([...builtVariants.keys(), 'uniqueId']),
          productOf: Uint32Array.from(productOf),
        },
        column: (name) => findColumn(all, name),
        fieldAt: (text, at) => names.find((name) => text.startsWith(`${name}:`, at)),
        product: store.get,
        find: store.find,
        search: createSearch(store, createClosestWords(all)),
        notices: [
          ...noticesOf(built, (row) => store.get(row).uniqueId),
          ...noticesOf(builtVariants, (row) => store.get(productOf[row] ?? 0).uniqueId),
        ],
      }
    },
  }
}

const noticesOf = (built: BuiltColumns, idOf: (row: number) => string): readonly string[] =>
  [...built].flatMap(([name, { outliers }]) =>
    outliers ? [outlierNotice(name, outliers, idOf)] : [],
  )

function createTableBuilder() {
  const builders = new Map<string, ColumnBuilder>()
  let rows = 0

  function builderOf(name: string): ColumnBuilder {
    const known = builders.get(name)
    if (known) return known
    const created = createColumnBuilder()
    builders.set(name, created)
    return created
  }

  return {
    add(fields: Variant) {
      for (const [name, value] of Object.entries(fields)) builderOf(name).add(rows, value)
      rows += 1
    },
    size: () => rows,
    build: () => new Map([...builders].map(([name, builder]) => [name, builder.build(name, rows)])),
  }
}
