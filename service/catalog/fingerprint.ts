import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FeedError } from './feed-error.ts'

/**
 * Tells one feed from another: the same file has the same, a changed one does not.
 *
 * @throws FeedError when the file cannot be read.
 */
export async function fingerprintOf(file: string): Promise<string> {
  const hash = createHash('sha256').update(`${extname(file).toLowerCase()}\n`)
  try {
    if (!(await stat(file)).isFile()) throw new Error('not a file.')
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    throw new FeedError(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  return hash.digest('hex')
}
