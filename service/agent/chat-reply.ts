import type { Product, Variant } from '../catalog/product.ts'
import { COLOUR_FIELD } from './product-columns.ts'
import type { Refinement } from './refinements.ts'

/** The reply to a chat message, as the contract has it. */
export interface ChatReply {
  readonly message: string
  readonly products: readonly ChatProduct[]
  readonly filters: readonly Refinement[]
}

/** A product as a chat shows it. */
export interface ChatProduct {
  readonly productId: string
  readonly title: string
  /** Whole addresses: the chat may be on another site. */
  readonly imageUrl: string
  readonly productUrl: string
  readonly price: number
  /** Further fields of this site. */
  readonly brand?: string
  readonly rating?: number
  /** The colour that was asked for and that the image shows. */
  readonly color?: string
}

/**
 * A product of the catalogue as a chat shows it; a field that the feed lacks is empty, or 0.
 *
 * @param colours - The colours asked for: the image shows the first of them that it comes in.
 */
export function chatProduct(
  product: Product,
  origin: string,
  colours: readonly string[] = [],
): ChatProduct {
  const { brand, rating } = product
  const asked = variantIn(product, colours)
  const image = asked ? imageOf(asked.variant) : undefined
  return {
    productId: product.uniqueId,
    title: textOf(product.title ?? product.name) || product.uniqueId,
    imageUrl: addressOf(image ?? product.imageUrl ?? product.image, origin),
    productUrl: addressOf(product.productUrl ?? product.url, origin),
    price: priceOf(product.price),
    ...(typeof brand === 'string' && { brand }),
    ...(typeof rating === 'number' && { rating }),
    ...(asked && { color: asked.colour }),
  }
}

/** The first variant in a wanted colour, and that colour. */
function variantIn({ variants = [] }: Product, colours: readonly string[]) {
  for (const variant of variants) {
    const colour = fieldOf(variant, COLOUR_FIELD)
    if (typeof colour === 'string' && colours.includes(colour)) return { variant, colour }
  }
  return undefined
}

const imageOf = (variant: Variant) => fieldOf(variant, /image/i)

const fieldOf = (variant: Variant, name: RegExp): unknown =>
  Object.entries(variant).find(([field]) => name.test(field))?.[1]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Only addresses that a page may lead to. */
function addressOf(value: unknown, origin: string): string {
  const text = textOf(Array.isArray(value) ? value[0] : value)
  if (text === '' || !URL.canParse(text, origin)) return ''
  const { href, protocol } = new URL(text, origin)
  return /^https?:$/.test(protocol) ? href : ''
}

function priceOf(value: unknown): number {
  const price = Number(Array.isArray(value) ? value[0] : value)
  return Number.isFinite(price) ? price : 0
}
