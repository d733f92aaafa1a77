import type { Product } from '../catalog/feed.ts'
import type { Lexicon } from './chat-turn.ts'
import type { Constraint } from './constraints.ts'
import { COLOUR_FIELD } from './product-columns.ts'
import { fieldNamed, titleOf } from './product-facts.ts'
import type { Refinement } from './refinements.ts'

/** The reply to a chat message, as the contract defines it. */
export interface ChatReply {
  readonly message: string
  readonly products: readonly ChatProduct[]
  readonly filters: readonly Refinement[]
}

/** A product as the chat shows it. */
export interface ChatProduct {
  readonly productId: string
  readonly title: string
  /** Absolute URLs, because the chat may run on another site. */
  readonly imageUrl: string
  readonly productUrl: string
  readonly price: number
  /** The remaining fields are extensions of this service. */
  readonly brand?: string
  readonly rating?: number
  /** The requested colour, if the image shows it. */
  readonly color?: string
}

/** The variant that a shopper asked for; an empty list accepts any. */
export interface Wanted {
  readonly colours: readonly string[]
  readonly sizes: readonly string[]
}

const anything: Wanted = { colours: [], sizes: [] }

/**
 * A product of the catalogue as the chat shows it; a field that the feed lacks is empty, or 0.
 *
 * @param wanted - The image shows the first of these colours that the product has; the price is that of the size.
 */
export function chatProduct(
  product: Product,
  origin: string,
  wanted: Wanted = anything,
): ChatProduct {
  const { brand, rating } = product
  const asked = variantIn(product, wanted)
  const image = asked ? fieldNamed(asked.variant, /image/i) : undefined
  return {
    productId: product.uniqueId,
    title: titleOf(product),
    imageUrl: addressOf(image ?? product.imageUrl ?? product.image, origin),
    productUrl: addressOf(product.productUrl ?? product.url, origin),
    price: priceOf(
      (wanted.sizes.length > 0 && asked && fieldNamed(asked.variant, /price/i)) || product.price,
    ),
    ...(typeof brand === 'string' && { brand }),
    ...(typeof rating === 'number' && { rating }),
    ...(asked?.colour && { color: asked.colour }),
  }
}

function variantIn({ variants = [] }: Product, { colours, sizes }: Wanted) {
  if (colours.length + sizes.length === 0) return undefined
  for (const variant of variants) {
    const colour = fieldNamed(variant, COLOUR_FIELD)
    const isColour = colours.length === 0 || colours.includes(String(colour))
    const isSize = sizes.length === 0 || sizes.includes(String(fieldNamed(variant, /size/i)))
    if (isColour && isSize)
      return { variant, colour: colours.length > 0 ? String(colour) : undefined }
  }
  return undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Accepts only URLs that are safe as a link. */
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

/** The colours and sizes that the wishes ask for. */
export const wantedIn = (lexicon: Lexicon, constraints: readonly Constraint[]): Wanted => ({
  colours: coloursWanted(lexicon, constraints),
  sizes: sizesWanted(lexicon, constraints),
})

const sizesWanted = (
  { sizeColumn }: Lexicon,
  constraints: readonly Constraint[],
): readonly string[] =>
  constraints.flatMap((one) =>
    one.kind === 'value' && !one.not && one.field === sizeColumn?.field.name ? one.values : [],
  )

/** The colours asked for; if some are excluded instead, all the others. */
function coloursWanted(
  { columns }: Lexicon,
  constraints: readonly Constraint[],
): readonly string[] {
  const own = constraints.flatMap((one) =>
    one.kind === 'value' && COLOUR_FIELD.test(one.field) ? [one] : [],
  )
  const wanted = own.flatMap((one) => (one.not ? [] : one.values))
  if (wanted.length > 0 || own.length === 0) return wanted
  const out = own.flatMap(({ values }) => values)
  return columns.catalog.columns
    .filter(({ field }) => COLOUR_FIELD.test(field.name))
    .flatMap(({ values }) => values.map(String))
    .filter((value) => !out.includes(value))
}
