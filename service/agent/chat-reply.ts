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

/** The colours and sizes that the wishes ask for; if they only exclude some colours, all the others. */
export function wantedIn(
  { catalog, sizeColumn }: Lexicon,
  constraints: readonly Constraint[],
): Wanted {
  const wishes = constraints.filter((one) => one.kind === 'value')
  const wantedOf = (isOwn: (field: string) => boolean) =>
    wishes.flatMap(({ field, not, values }) => (isOwn(field) && !not ? values : []))
  const sizes = wantedOf((field) => field === sizeColumn?.field.name)
  const colours = wantedOf((field) => COLOUR_FIELD.test(field))
  const excluded = wishes.flatMap(({ field, values }) => (COLOUR_FIELD.test(field) ? values : []))
  if (colours.length > 0 || excluded.length === 0) return { colours, sizes }
  const others = catalog.columns
    .filter(({ field }) => COLOUR_FIELD.test(field.name))
    .flatMap(({ values }) => values.map(String))
  return { colours: others.filter((value) => !excluded.includes(value)), sizes }
}
