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
  // Returns all rows in one text: a hundred thousand separate results take twice as long.
  const match = db.prepare(`
    select json_group_array(row) as found from (
      select rowid as row from product_text where product_text match ?
      order by bm25(product_text, ${WEIGHTS}), rowid)`)

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
     * The rows of the products that match an expression of SQLite's full-text search, best match first: rare words,
     * and words in a title, weigh more. Ignores case, accents and English endings.
     */
    search(expression: string) {
      const { found } = match.get(expression) as FoundRow
      return Uint32Array.from(JSON.parse(found))
    },
  }
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
