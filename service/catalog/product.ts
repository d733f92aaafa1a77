/** A product exactly as the feed has it. Only `uniqueId` is promised. */
export interface Product {
  readonly uniqueId: string
  /** Each with fields of its own; absent or empty when the product has none. */
  readonly variants?: readonly Variant[]
  readonly [field: string]: unknown
}

/** One buyable form of a product. */
export type Variant = Readonly<Record<string, unknown>>
