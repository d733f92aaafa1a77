import type { Db } from '../store/database.ts'

/**
 * Creates a writer that commits once for all writes requested in the same turn of the event loop, such as those of
 * all requests that have just arrived at a busy tracker. The promise resolves after the commit. If a write throws,
 * the whole turn is rolled back and every write in it rejects.
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
