import type { Product, Variant } from '../shop-product'

/** A shopper's choices on a product so far. */
export interface Choice {
  readonly colour: string
  /** `undefined` until chosen; the empty text for things of one size. */
  readonly size: string | undefined
  readonly qty: number
}

/** The colour asked for, else the first that can be bought; the size too when there is only one. */
export function firstChoice({ variants }: Product, askedColour?: string | null): Choice {
  const asked = variants.find(({ colour }) => colour === askedColour)
  const first = asked ?? variants.find(({ isAvailable }) => isAvailable) ?? variants[0]
  const sizes = new Set(variants.map(({ size }) => size))
  return { colour: first?.colour ?? '', size: sizes.size === 1 ? first?.size : undefined, qty: 1 }
}

/** The variant chosen; `undefined` while the size is open, and for products without variants. */
export function variantOf({ variants }: Product, { colour, size }: Choice): Variant | undefined {
  return variants.find((variant) => variant.colour === colour && variant.size === size)
}

/** Whether what is chosen can be bought; with the size open, whether any size can. */
export function isBuyable(product: Product, choice: Choice): boolean {
  if (product.variants.length === 0) return product.isAvailable
  const variant = variantOf(product, choice)
  return variant
    ? variant.isAvailable
    : product.variants.some(({ colour, isAvailable }) => colour === choice.colour && isAvailable)
}

/** The picture of the chosen colour, or the product's own. */
export const pictureOf = ({ variants, imageUrl }: Product, { colour }: Choice): string =>
  variants.find((variant) => variant.colour === colour)?.imageUrl || imageUrl
