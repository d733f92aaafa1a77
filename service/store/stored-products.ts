import type { Product } from '../catalog/feed.ts'
import { textOf } from '../catalog/searchable.ts'
import type { Db } from './database.ts'

/** The products of the catalogue loaded last, by row: 0, 1, 2, … in the order of the feed. */
export type ProductStore = ReturnType<typeof createProductStore>

/** Increase when the stored form of a product changes; older stores are then reloaded. */
const FORM = 1

const SCHEMA = `
  create table if not exists catalog (fingerprint text not null) strict;
  create table if not exists products (
    row integer primary key,
    id text not null unique,
    json text not null
  ) strict;
  create virtual table if not exists product_text using fts5 (
    title, place, attributes, prose,
    content = '', tokenize = 'porter unicode61 remove_diacritics 2'
  );
`

const DROP = `
  drop table if exists catalog;
  drop table if exists products;
  drop table if exists product_text;
`

const CLEAR = `
  delete from catalog;
  delete from products;
  insert into product_text (product_text) values ('delete-all');
`

const WEIGHTS = '8.0, 4.0, 4.0, 1.0'

/**
 * How many matches are ranked by relevance, which costs fifteen times as much as finding them. Among more, the words hardly
 * tell the products apart.
 */
const RANKED_MOST = 500

/** Opens the catalogue of a store and creates its tables if necessary. */
export function createProductStore(db: Db) {
  createTables(db)
  const insertProduct = db.prepare('insert into products values (?, ?, ?)')
  const insertText = db.prepare(
    'insert into product_text (rowid, title, place, attributes, prose) values (?, ?, ?, ?, ?)',
  )
  const selectAll = db.prepare('select json from products order by row')
  const selectOne = db.prepare('select json from products where row = ?')
  const selectById = db.prepare('select json from products where id = ?')
  const selectFingerprint = db.prepare('select fingerprint from catalog')
  const insertFingerprint = db.prepare('insert into catalog values (?)')
  // Return all rows in one text: a hundred thousand separate results take twice as long.
  const matchRanked = db.prepare(`
    select json_group_array(row) as found from (
      select rowid as row from product_text where product_text match ?
      order by bm25(product_text, ${WEIGHTS}), rowid)`)
  const matchAny = db.prepare(
    'select json_group_array(rowid) as found from product_text where product_text match ?',
  )
  const matchOne = db.prepare('select 1 from product_text where product_text match ? limit 1')

  const rowsOf = (statement: typeof matchAny, expression: string): readonly number[] =>
    JSON.parse((statement.get(expression) as FoundRow).found)

  /** Rows by relevance if they are few, otherwise as in the feed. */
  function rowsFor(expression: string): readonly number[] {
    const rows = rowsOf(matchAny, expression)
    return rows.length > RANKED_MOST ? rows : rowsOf(matchRanked, expression)
  }

  function add(row: number, product: Product) {
    insertProduct.run(row, product.uniqueId, JSON.stringify(product))
    const { title, place, attributes, prose } = textOf(product)
    insertText.run(row, title, place, attributes, prose)
  }

  return {
    /** The feed that is loaded, as passed to `load`; `undefined` if none is. */
    fingerprint: () => (selectFingerprint.get() as FingerprintRow | undefined)?.fingerprint,
    /**
     * Replaces the whole catalogue, or nothing if `products` fails.
     *
     * @param onProduct - Called for each product when it is stored.
     */
    async load(
      products: AsyncIterable<Product> | Iterable<Product>,
      fingerprint: string,
      onProduct: (product: Product) => void,
    ) {
      db.exec('begin immediate')
      try {
        db.exec(CLEAR)
        let row = 0
        for await (const product of products) {
          add(row++, product)
          onProduct(product)
        }
        insertFingerprint.run(fingerprint)
        db.exec('commit')
        // The whole feed went through the write-ahead log, which would otherwise stay that large.
        db.pragma('wal_checkpoint(TRUNCATE)')
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
    *all(): Iterable<Product> {
      for (const { json } of selectAll.iterate() as Iterable<ProductRow>) yield JSON.parse(json)
    },
    get: (row: number): Product => JSON.parse((selectOne.get(row) as ProductRow).json),
    find(uniqueId: string): Product | undefined {
      const row = selectById.get(uniqueId) as ProductRow | undefined
      return row && JSON.parse(row.json)
    },
    /**
     * The rows of the products that match an expression of SQLite's full-text search, best match first. Rare words, and
     * words in a title, weigh more; of many matches, those with all words in the title come first, then those with all
     * words in other short texts. Ignores case, accents and English endings.
     */
    search(expression: string): Uint32Array {
      const all = rowsFor(expression)
      if (all.length <= RANKED_MOST) return Uint32Array.from(all)
      const titled = rowsFor(`{title} : (${expression})`)
      const named = rowsFor(`{title place attributes} : (${expression})`)
      return inOrder([titled, named, all], all.length)
    },
    /** Whether a product matches. */
    hasMatch: (expression: string): boolean => matchOne.get(expression) !== undefined,
  }
}

/** Each row once, in the order of its first list. The last list has all rows. */
function inOrder(lists: readonly (readonly number[])[], size: number): Uint32Array {
  const rows = new Uint32Array(size)
  const isTaken = new Uint8Array(
    (lists.at(-1) ?? []).reduce((most, row) => Math.max(most, row), 0) + 1,
  )
  let length = 0
  for (const list of lists)
    for (const row of list) {
      if (!isTaken[row]) rows[length++] = row
      isTaken[row] = 1
    }
  return rows
}

/** Drops tables of another form, because their content can be read from the feed again. */
function createTables(db: Db) {
  db.exec('create table if not exists catalog_form (form integer primary key) strict')
  const known = db.prepare('select form from catalog_form').get() as FormRow | undefined
  if (known?.form !== FORM) db.exec(DROP)
  db.exec(`${SCHEMA} delete from catalog_form; insert into catalog_form values (${FORM});`)
}

interface FormRow {
  readonly form: number
}

interface FingerprintRow {
  readonly fingerprint: string
}

interface ProductRow {
  readonly json: string
}

interface FoundRow {
  /** A JSON array of rows. */
  readonly found: string
}
