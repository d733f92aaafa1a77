import type { Product } from '../catalog/feed.ts'
import type { Lexicon } from './chat-turn.ts'
import type { Constraint } from './constraints.ts'
import { COLOUR_FIELD } from './product-columns.ts'
import { fieldNamed, titleOf } from './product-facts.ts'
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

/** The variant of a product that a shopper asked for; empty lists for any. */
export interface Wanted {
  readonly colours: readonly string[]
  readonly sizes: readonly string[]
}

const anything: Wanted = { colours: [], sizes: [] }

/**
 * A product of the catalogue as a chat shows it; a field that the feed lacks is empty, or 0.
 *
 * @param wanted - The image shows the first of these colours that it comes in, the price is that of the size.
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

/** The first variant in a wanted colour and size, and that colour. */
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

/** The variant of each product that some wishes ask for. */
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

/** The colours asked for; of all others, when some are not wanted. */
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
