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
import { type ClosestWords, createClosestWords, createSearch } from './text-search.ts'

/** The products that the service sells, ready to be filtered, counted and searched. */
export interface Catalog {
  /** How many products; their rows count from 0 in the order of the feed. */
  readonly size: number
  /** The products' fields, in the order of the feed. */
  readonly columns: readonly Column[]
  /** The names of all fields of products, also of those that cannot be filtered by. */
  readonly fieldNames: ReadonlySet<string>
  readonly categories: CategoryTree
  readonly variants: VariantRows
  /** A field of the products or of their variants, with or without `_uFilter`. */
  column(name: string): Column | undefined
  product(row: number): Product
  /** The product of this `uniqueId`; `undefined` when the feed has none. */
  find(uniqueId: string): Product | undefined
  /**
   * The rows of the products that have all words of a text, or their synonyms, the best match first.
   * Misspelt words are repaired where nothing is found otherwise.
   */
  search(text: string): Uint32Array
  /** What is odd in the feed, one sentence each, with the ids of products. */
  readonly notices: readonly string[]
  /** The catalogue's own words that a misspelt one is probably meant to be, the likeliest first. */
  readonly closestWords: ClosestWords
}

/** All variants of all products, as rows of their own. */
export interface VariantRows {
  readonly size: number
  readonly columns: readonly Column[]
  readonly fieldNames: ReadonlySet<string>
  /** The product's row, for each variant's row; never falls. */
  readonly productOf: Uint32Array
}

/**
 * Opens the catalogue of a feed. A feed that the store has loaded before, unchanged, is not read
 * again.
 *
 * @throws FeedError when the feed cannot be used; what was loaded before stays.
 */
export async function openCatalog(store: ProductStore, file: string): Promise<Catalog> {
  const fingerprint = await fingerprintOf(file)
  if (store.fingerprint() === fingerprint) return storedCatalog(store)
  return loadCatalog(store, readFeed(file), fingerprint).catch((error: unknown) => {
    throw error instanceof FeedError ? error.withFile(file) : error
  })
}

/** Loads products from anywhere, in place of those that the store had. */
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
      // A column of ids that nobody filters by would take more room than all others together.
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
      const closestWords = createClosestWords(all)
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
        product: store.get,
        find: store.find,
        search: createSearch(store, closestWords),
        closestWords,
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

/** Columns for rows whose fields are met as they come. */
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
    build: () => new Map([...builders].map(([name, builder]) => [name, builder.build(rows)])),
  }
}
