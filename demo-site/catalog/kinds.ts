import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Brand } from './title-words.ts'

/** Facts that every product of one kind shares. */
export interface Kind {
  readonly makes: Brand['makes']
  readonly nouns: readonly string[]
  readonly materials: readonly string[]
  /** Lowest and highest list price, in euro. */
  readonly price: readonly [number, number]
  /** Empty for products that come in one size. */
  readonly sizes: readonly string[]
  /** The sizes for children; empty where they are the same. */
  readonly kidsSizes: readonly string[]
  /** How much more each next size costs, in euros. */
  readonly sizeStep: number
  /** The available colours; empty for all colours. */
  readonly tones: readonly string[]
  /** The end of the description, which says what the product is for. */
  readonly use: string
}

/** Lists that several kinds share, by the name that stands for them in the table. */
const shared: Readonly<Record<string, string>> = {
  letters: 'XS; S; M; L; XL; XXL',
  waists: '28/32; 30/32; 31/32; 32/32; 33/34; 34/34; 36/34',
  shoes: 'EU 36; EU 37; EU 38; EU 39; EU 40; EU 41; EU 42 ⅔; EU 43; EU 44',
  smallShoes: 'EU 26; EU 28; EU 30; EU 32; EU 34',
  ages: '92; 104; 116; 128; 140; 152',
  denim: 'Black; Grey; Navy; Blue; Sky; Cream',
  leather: 'Black; Brown; Camel; Burgundy; Sand; Navy',
  wood: 'Brown; Camel; Sand; Black; White; Sage',
}

const listOf = (cell = '') => (shared[cell] ?? cell).split('; ').filter(Boolean)

function kindOf(row: Readonly<Record<string, string>>): Kind {
  const [low = 0, high = 0] = (row.price ?? '').split('-').map(Number)
  return {
    makes: row.makes as Brand['makes'],
    nouns: listOf(row.nouns),
    materials: listOf(row.materials),
    price: [low, high],
    sizes: listOf(row.sizes),
    kidsSizes: listOf(row.kidsSizes),
    sizeStep: Number(row.sizeStep),
    tones: listOf(row.tones),
    use: row.use ?? '',
  }
}

const table = readFileSync(new URL('kinds.csv', import.meta.url), 'utf8')
const rows: readonly Record<string, string>[] = parse(table, { columns: true, delimiter: '|' })

/** Every kind, by the name that categories and pictures use. */
export const kinds: Readonly<Record<string, Kind>> = Object.fromEntries(
  rows.map((row) => [row.name, kindOf(row)]),
)
