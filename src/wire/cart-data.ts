import type { ProductId } from './brand'

/** The shopper put a product into the cart. */
export interface CartData {
  readonly pid: ProductId
  /** A positive whole number, as text. */
  readonly qty: string
  readonly variantId?: string
  readonly requestId?: string
}
