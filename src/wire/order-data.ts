import type { ProductId } from './brand'
import { getOwn } from './get-own'

/** The shopper bought: one line is written flat, several as `products`. */
export type OrderData = (OrderLineData | { readonly products: readonly OrderLineData[] }) & {
  readonly requestId?: string
}

export interface OrderLineData {
  readonly pid: ProductId
  /** A positive whole number, as text. */
  readonly qty: string
  /** Price of one unit, the variant's when there is one; dot-decimal text. */
  readonly price: string
  readonly variantId?: string
}

/** The lines of an order in either form. */
export const linesOf = (order: OrderData): readonly OrderLineData[] =>
  (getOwn(order, 'products') as readonly OrderLineData[] | undefined) ?? [order as OrderLineData]

/** The contract's two forms of an order. At least one line is expected. */
export const orderData = (lines: readonly OrderLineData[]): OrderData => {
  const [only, ...others] = lines
  return only && others.length === 0 ? only : { products: lines }
}
