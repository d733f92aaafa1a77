import type { Catalog } from '../catalog/catalog.ts'
import { type Column, eachCode } from '../catalog/column.ts'
import type { Metadata } from './chat-request.ts'

/** How much a shopper may care for a product, by row; 0 when nothing is known. */
export type Interest = (row: number) => number

/** What each kind of attention is worth. */
const weights: Readonly<Record<string, number>> = { views: 1, clicks: 2, carts: 4 }
const OTHER_WEIGHT = 1

/** More values than these tell apart products, not tastes. */
const MAX_VALUES = 1_000

/**
 * Learns from the products that a shopper looked at, clicked or put into a cart: others of their
 * brand, category and colour are of interest, and they themselves most of all. Products that the
 * catalogue does not have say nothing.
 */
export function interestFrom(catalog: Catalog, metadata: readonly Metadata[]): Interest {
  const attention = attentionIn(metadata)
  const columns = tasteColumns(catalog)
  const tastes = columns.map((column) => ({ column, byCode: tasteIn(catalog, column, attention) }))
  if (metadata.length === 0) return () => 0
  return (row) => {
    let sum = 0
    for (const { column, byCode } of tastes) {
      eachCode(column, row, (code) => {
        sum += byCode[code] ?? 0
      })
    }
    return sum
  }
}

const tasteColumns = ({ columns }: Catalog): readonly Column[] =>
  columns.filter(
    ({ field, values }) =>
      field.isFacet &&
      (field.type === 'text' || field.type === 'category') &&
      !/size/i.test(field.name) &&
      values.length <= MAX_VALUES,
  )

function tasteIn(catalog: Catalog, column: Column, attention: readonly Attention[]): Float64Array {
  const byCode = new Float64Array(column.values.length)
  for (const { id, weight } of attention) {
    for (const value of valuesOfProduct(catalog, column, id)) {
      const code = column.codeOf(value)
      if (code !== undefined) byCode[code] = (byCode[code] ?? 0) + weight
    }
  }
  return byCode
}

/** One product, and what the attention to it is worth. */
interface Attention {
  readonly id: string
  readonly weight: number
}

const attentionIn = (metadata: readonly Metadata[]): readonly Attention[] =>
  metadata.flatMap(({ name, value }) => {
    const weight = (Object.hasOwn(weights, name) ? weights[name] : undefined) ?? OTHER_WEIGHT
    return value.map((id) => ({ id, weight }))
  })

function valuesOfProduct(catalog: Catalog, { field }: Column, id: string): readonly string[] {
  const value = catalog.find(id)?.[field.name]
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')
}
