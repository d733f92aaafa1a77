import { type ChatProduct, type Product, type Variant, valuesOf } from 'svc-tag-service'
import { type Constraint, isValue, type Of } from './constraints.ts'
import { COLOUR_FIELD, fieldNamed, type ShopView, titleOf } from './shop-view.ts'

/** The variant that a shopper asked for; an empty list accepts any. */
export interface Wanted {
  readonly colours: readonly string[]
  readonly sizes: readonly string[]
}

/**
 * A product of the catalogue as the chat shows it; a text that the feed lacks is empty.
 *
 * @param wanted - The image shows the first of these colours that the product has; the price is that of the size.
 */
export function chatProduct(product: Product, origin: string, wanted: Wanted): ChatProduct {
  const { brand, rating } = product
  const asked = variantIn(product, wanted)
  const own = wanted.sizes.length > 0 && fieldNamed(asked, /price/i)
  const price = Number(valuesOf(own || product.price)[0] ?? Number.NaN)
  const colour = wanted.colours.length > 0 && fieldNamed(asked, COLOUR_FIELD)
  return {
    productId: product.uniqueId,
    title: titleOf(product),
    imageUrl: addressOf(fieldNamed(asked, /image/i) ?? product.imageUrl ?? product.image, origin),
    productUrl: addressOf(product.productUrl ?? product.url, origin),
    ...(Number.isFinite(price) && { price }),
    ...(typeof brand === 'string' && { brand }),
    ...(typeof rating === 'number' && { rating }),
    ...(typeof colour === 'string' && { color: colour }),
  }
}

function variantIn({ variants = [] }: Product, { colours, sizes }: Wanted): Variant {
  const isIn = (values: readonly string[], value: unknown) =>
    values.length === 0 || values.includes(String(value))
  const isAsked = (own: Variant) =>
    isIn(colours, fieldNamed(own, COLOUR_FIELD)) && isIn(sizes, fieldNamed(own, /size/i))
  return (colours.length + sizes.length > 0 && variants.find(isAsked)) || {}
}

/** Accepts only URLs that are safe as a link. */
function addressOf(value: unknown, origin: string): string {
  const [text] = valuesOf(value)
  if (typeof text !== 'string' || text === '' || !URL.canParse(text, origin)) return ''
  const { href, protocol } = new URL(text, origin)
  return /^https?:$/.test(protocol) ? href : ''
}

/** The colours and sizes that the wishes ask for; if they only exclude some colours, all the others. */
export function wantedIn({ catalog, size }: ShopView, wishes: readonly Constraint[]): Wanted {
  const isColour = ({ field }: Pick<Of<'value'>, 'field'>) => COLOUR_FIELD.test(field)
  const values = wishes.filter(isValue)
  const wanted = values.filter(({ not }) => !not)
  const sizes = wanted.flatMap((one) => (one.field === size?.field.name ? one.any : []))
  const colours = wanted.flatMap((one) => (isColour(one) ? one.any : []))
  const excluded = values.flatMap((one) => (isColour(one) ? one.any : []))
  if (colours.length > 0 || excluded.length === 0) return { colours, sizes }
  const others = catalog.columns
    .filter(({ field }) => COLOUR_FIELD.test(field.name))
    .flatMap((column) => column.values.map(String))
  return { colours: others.filter((value) => !excluded.includes(value)), sizes }
}
