import { RequestError } from '../http/request-error.ts'
import type { Db } from '../store/database.ts'

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

/** How full a spool may be for an action to be still accepted: the first to go is the cheapest. */
const LIMITS: Readonly<Record<string, number>> = {
  order: 1,
  cart: 0.95,
  click: 0.9,
  search: 0.9,
  facets: 0.9,
  visitor: 0.9,
}

/** Impressions, which are most of all traffic, and what is no action at all. */
const USUAL_LIMIT = 0.8

/** Whether a spool that holds so much of what it may hold still accepts an event. */
export const isAdmitted = (action: string, usedBytes: number, limitBytes: number): boolean =>
  usedBytes < limitBytes * (Object.hasOwn(LIMITS, action) ? (LIMITS[action] ?? 0) : USUAL_LIMIT)

/** Senders that come back spread over this time, so that they do not come back together. */
const RETRY_AFTER_S = { least: 5, most: 15 }

/** The refusal of an event that cannot be kept now. The tag sends it again. */
export function spoolError(cause?: unknown): RequestError {
  const { least, most } = RETRY_AFTER_S
  const message = cause
    ? `The disk does not take the event: ${(cause as Error).message}.`
    : 'The spool is full; the events in it are not handed over fast enough.'
  const seconds = Math.round(least + Math.random() * (most - least))
  return new RequestError(503, 'busy', message, undefined, seconds)
}
