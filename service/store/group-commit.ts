import type { Db } from './database.ts'

/**
 * Makes a writer whose writes share one transaction when they are asked for in one turn of the
 * event loop: a busy tracker commits once for all requests that have arrived.
 *
 * The promise settles after the commit. When a write throws, none of its turn is kept and each of
 * them rejects.
 */
export function createGroupCommit<Item, Written>(
  db: Db,
  write: (item: Item) => Written,
): (item: Item) => Promise<Written> {
  let waiting: Waiting<Item, Written>[] = []

  function commit() {
    const group = waiting
    waiting = []
    try {
      const writeAll = db.transaction(() => group.map(({ item }) => write(item)))
      const written = writeAll() as Written[]
      for (const [index, { settle }] of group.entries()) settle(written[index] as Written)
    } catch (error) {
      for (const { fail } of group) fail(error)
    }
  }

  return (item) =>
    new Promise((settle, fail) => {
      if (waiting.length === 0) setImmediate(commit)
      waiting.push({ item, settle, fail })
    })
}

interface Waiting<Item, Written> {
  readonly item: Item
  readonly settle: (written: Written) => void
  readonly fail: (error: unknown) => void
}
