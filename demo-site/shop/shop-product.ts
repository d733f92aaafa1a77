/** A product as the shop shows it. */
export interface Product {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly brand: string
  readonly material: string
  /** In euros; 0 if the feed has no price that can be read. */
  readonly price: number
  /** In euros, before a reduction; the same as `price` if there is none. */
  readonly listPrice: number
  /** Stars, 1 to 5; 0 if the product has no ratings. */
  readonly rating: number
  /** Category names from the top down, joined with `>`; the first is the main category. */
  readonly categories: readonly string[]
  readonly imageUrl: string
  readonly url: string
  readonly isAvailable: boolean
  readonly variants: readonly Variant[]
}

/** One colour and size, which can be bought. */
export interface Variant {
  readonly id: string
  readonly colour: string
  /** Empty for products that come in one size. */
  readonly size: string
  /** In euros. */
  readonly price: number
  readonly imageUrl: string
  readonly isAvailable: boolean
}

/** The URL of a product's page in one of its colours. */
export const colouredUrl = (url: string, colour: string): string =>
  `${url}?colour=${encodeURIComponent(colour)}`

type Fields = Readonly<Record<string, unknown>>

/** Reads a product from a reply or a feed; `undefined` if it has no id. */
export function parseProduct(raw: unknown): Product | undefined {
  if (!isFields(raw) || typeof raw.uniqueId !== 'string') return undefined
  const id = textOf(raw.uniqueId)
  const price = numberOf(raw.price) ?? 0
  return {
    id,
    title: textOf(raw.title) || id,
    description: textOf(raw.description),
    brand: textOf(raw.brand),
    material: textOf(raw.material),
    price,
    listPrice: numberOf(raw.listPrice) ?? price,
    rating: numberOf(raw.rating) ?? 0,
    categories: textsOf(raw.categoryPath),
    imageUrl: textOf(raw.imageUrl),
    url: `/p/${encodeURIComponent(id)}`,
    isAvailable: isSold(raw.availability),
    variants: listOf(raw.variants).flatMap((variant) => parseVariant(variant, price) ?? []),
  }
}

function parseVariant(raw: unknown, productPrice: number): Variant | undefined {
  if (!isFields(raw) || typeof raw.uniqueId !== 'string') return undefined
  return {
    id: textOf(raw.uniqueId),
    colour: textOf(raw.vColor),
    size: textOf(raw.vSize),
    price: numberOf(listOf(raw.vPrice)[0]) ?? productPrice,
    imageUrl: textOf(raw.vImageUrl),
    isAvailable: isSold(raw.vAvailability),
  }
}

const isFields = (raw: unknown): raw is Fields => typeof raw === 'object' && raw !== null
const listOf = (raw: unknown): readonly unknown[] => (Array.isArray(raw) ? raw : [])
/** A lone surrogate, which is not allowed in a URL. */
const LONE_SURROGATE = /\p{Surrogate}/gu

const textOf = (raw: unknown) =>
  typeof raw === 'string' ? raw.replace(LONE_SURROGATE, '\u{fffd}') : ''
const numberOf = (raw: unknown) => (typeof raw === 'number' ? raw : undefined)
// A reply may contain a boolean as text.
const isTrue = (raw: unknown) => raw === true || raw === 'true'
// If the feed has no stock information, the product can be bought.
const isSold = (raw: unknown) => raw === undefined || isTrue(raw)

/** Some feeds have a single value where others have a list. */
function textsOf(raw: unknown): readonly string[] {
  const list = typeof raw === 'string' ? [raw] : listOf(raw)
  return list.map(textOf).filter(Boolean)
}
