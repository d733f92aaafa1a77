import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FeedError } from './feed-error.ts'
import { feedFault } from './feed-fault.ts'

/**
 * Tells one feed from another: the same file has the same, a changed one does not.
 *
 * @throws FeedError when the file cannot be read.
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
