import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { JSONParser } from '@streamparser/json-node'
import { readCsv } from './csv.ts'
import { FeedError, feedFault } from './feed-fault.ts'

/** Far deeper than any real product: fields, variants, lists. */
const MAX_DEPTH = 20

/**
 * Reads a feed product by product, without holding all of it in memory: a JSON array of products, or (`.ndjson`,
 * `.jsonl`) one product per line, or (`.csv`) one per row.
 *
 * @throws FeedError if the file cannot be read or is malformed, or if a product lacks its own `uniqueId` or is
 *   nested too deeply.
 */
export async function* readFeed(file: string): AsyncGenerator<Product> {
  const places = new Map<string, number>()
  try {
    if (!(await stat(file)).isFile()) throw new FeedError('not a file.')
    for await (const item of itemsOf(file)) yield productAt(places.size + 1, item, places)
  } catch (error) {
    throw new FeedError(`${file}: ${feedFault(error, places.size)}`, { cause: error })
  }
}

function itemsOf(file: string): AsyncIterable<unknown> {
  if (/\.csv$/i.test(file)) return readCsv(file)
  return /\.(ndjson|jsonl)$/i.test(file) ? readLines(file) : readArray(file)
}

async function* readLines(file: string): AsyncGenerator<unknown> {
  const handle = await open(file)
  let at = 0
  for await (const line of handle.readLines()) {
    at += 1
    if (line.trim()) yield parseLine(line, at)
  }
}

function parseLine(line: string, at: number): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new FeedError(`line ${at} is not JSON.`, { cause: error })
  }
}

async function* readArray(file: string): AsyncGenerator<unknown> {
  if (!(await beginsAsArray(file))) throw new FeedError('not a JSON array of products.')
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false })
  for await (const { value } of createReadStream(file).pipe(parser)) yield value
}

/** Checked first, because the parser below would also return the members of an object. */
async function beginsAsArray(file: string): Promise<boolean> {
  const [beginning = ''] = await createReadStream(file, { encoding: 'utf8', end: 1023 }).toArray()
  return /^\uFEFF?\s*\[/.test(beginning)
}

function productAt(place: number, item: unknown, places: Map<string, number>): Product {
  const { uniqueId, variants } = Object(item) as Partial<Product>
  if (typeof uniqueId !== 'string' || uniqueId.trim() === '') {
    throw new FeedError(`product ${place} has no uniqueId.`)
  }
  if (variants !== undefined && !isListOfObjects(variants)) {
    throw new FeedError(`the variants of product ${place} are not a list of objects.`)
  }
  if (isDeeperThan(MAX_DEPTH, item)) {
    throw new FeedError(`product ${place} is nested more than ${MAX_DEPTH} levels deep.`)
  }
  const earlier = places.get(uniqueId)
  if (earlier !== undefined) {
    throw new FeedError(`products ${earlier} and ${place} have the same uniqueId, ${uniqueId}.`)
  }
  places.set(uniqueId, place)
  return item as Product
}

const isListOfObjects = (value: unknown) =>
  Array.isArray(value) && value.every((item) => item === Object(item) && !Array.isArray(item))

/** Stops at the limit, so that a hostile feed cannot exhaust the stack. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member))
}

/**
 * Identifies the content of a feed: it changes whenever the file does.
 *
 * @throws FeedError if the file cannot be read.
 */
export async function fingerprintOf(file: string): Promise<string> {
  const hash = createHash('sha256').update(`${extname(file).toLowerCase()}\n`)
  try {
    if (!(await stat(file)).isFile()) throw new FeedError('not a file.')
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    throw new FeedError(`${file}: ${feedFault(error, 0)}`, { cause: error })
  }
  return hash.digest('hex')
}

/** A product exactly as in the feed. Only `uniqueId` is guaranteed. */
export interface Product {
  readonly uniqueId: string
  /** Each has its own fields; absent or empty if the product has no variants. */
  readonly variants?: readonly Variant[]
  readonly [field: string]: unknown
}

/** One buyable form of a product. */
export type Variant = Readonly<Record<string, unknown>>
