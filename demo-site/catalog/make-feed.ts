import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** One product as a shop's catalogue feed gives it; the feed is a JSON array of these. */
export interface FeedProduct {
  readonly uniqueId: string
  readonly title: string
  readonly description: string
  readonly brand: string
  readonly brandId: string
  readonly color: readonly string[]
  /** Empty for things that come in one size. */
  readonly size: readonly string[]
  readonly gender: string
  readonly material: string
  /** Euro; the lowest price among the variants. */
  readonly price: number
  /** Euro, before any reduction; the same as `price` when there is none. */
  readonly listPrice: number
  /** Stars, 1 to 5. */
  readonly rating: number
  /** Category names from the top down, joined with `>`; one entry per place in the tree. */
  readonly categoryPath: readonly string[]
  /** The same places by id, in the same order. */
  readonly categoryPathId: readonly string[]
  readonly imageUrl: string
  readonly productUrl: string
  readonly availability: boolean
  readonly newIn: boolean
  readonly variants: readonly FeedVariant[]
}

/** One colour and size of a product that can be bought. */
export interface FeedVariant {
  /** The product's id, an underscore, the variant's own: `P1_V1`. */
  readonly uniqueId: string
  readonly vColor: string
  readonly vSize: string
  /** Euro; always one number, in a list because Browse returns it so. */
  readonly vPrice: readonly [number]
  readonly vImageUrl: string
  readonly vAvailability: boolean
}

/**
 * Writes a catalogue feed: a JSON array with one product on each line.
 *
 * Streams, so that a hundred thousand products never stand in memory as one text.
 *
 * @param file - Replaced when it exists; its folder must exist.
 */
export async function writeCatalog(file: string, products: readonly FeedProduct[]): Promise<void> {
  await pipeline(Readable.from(feedText(products)), createWriteStream(file))
}

function* feedText(products: readonly FeedProduct[]): Generator<string> {
  let separator = '[\n'
  for (const product of products) {
    yield `${separator}${JSON.stringify(product)}`
    separator = ',\n'
  }
  yield products.length > 0 ? '\n]\n' : '[]\n'
}
