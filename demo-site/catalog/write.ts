import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FeedProduct } from './make-feed.ts'

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
