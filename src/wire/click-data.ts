import type { ProductId } from './brand'

/** The shopper opened a product from a list. */
export interface ClickData {
  readonly pid: ProductId
  readonly variantId?: string
  readonly requestId?: string
}
