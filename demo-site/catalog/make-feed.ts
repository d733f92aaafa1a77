import { writeFile } from 'node:fs/promises'

/** One product in the format of a shop's catalogue feed, which is a JSON array of these. */
export interface FeedProduct {
  readonly uniqueId: string
  readonly title: string
  readonly description: string
  readonly brand: string
  readonly brandId: string
  readonly color: readonly string[]
  /** Empty for products that come in one size. */
  readonly size: readonly string[]
  readonly gender: string
  readonly material: string
  /** In euros; the lowest price of the variants. */
  readonly price: number
  /** In euros, before any reduction; the same as `price` if there is none. */
  readonly listPrice: number
  /** Stars, 1 to 5. */
  readonly rating: number
  /** Category names from the top down, joined with `>`; one entry for each place in the tree. */
  readonly categoryPath: readonly string[]
  /** The same places by id, in the same order. */
  readonly categoryPathId: readonly string[]
  readonly imageUrl: string
  readonly productUrl: string
  readonly availability: boolean
  readonly newIn: boolean
  readonly variants: readonly FeedVariant[]
}

/** One colour and size of a product, which can be bought. */
export interface FeedVariant {
  /** The product's id, an underscore and the variant's own id: `P1_V1`. */
  readonly uniqueId: string
  readonly vColor: string
  readonly vSize: string
  /** In euros. Always a single number, in a list because Browse returns it that way. */
  readonly vPrice: readonly [number]
  readonly vImageUrl: string
  readonly vAvailability: boolean
}

/**
 * Writes a catalogue feed: a JSON array with one product on each line.
 *
 * Streams the file, so that a hundred thousand products are never in memory as one text.
 *
 * @param file - The path of the file, which is replaced if it exists. Its folder must exist.
 */
export const writeCatalog = (file: string, products: readonly FeedProduct[]): Promise<void> =>
  writeFile(file, feedText(products))

function* feedText(products: readonly FeedProduct[]): Generator<string> {
  let separator = '[\n'
  for (const product of products) {
    yield `${separator}${JSON.stringify(product)}`
    separator = ',\n'
  }
  yield products.length > 0 ? '\n]\n' : '[]\n'
}
