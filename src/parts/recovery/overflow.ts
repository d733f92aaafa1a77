import { type QueueEntry, rankOf } from '../../send/queue-entry'

/** More than any page makes; bounds, so that a dead network cannot fill the disk. */
const MAX_EVENTS = 1_000
const MAX_CHARACTERS = 1_000_000

const leastFirst = (one: QueueEntry, other: QueueEntry): number =>
  rankOf(other.event.action) - rankOf(one.event.action) || (one.key < other.key ? -1 : 1)

/** The entries to give up so that the rest is not too much: the least worth first, of these the oldest. Pure. */
export function overflow(waiting: readonly QueueEntry[]): readonly QueueEntry[] {
  let count = waiting.length
  let characters = waiting.reduce((sum, { size }) => sum + size, 0)
  const isTooMuch = () => count > MAX_EVENTS || characters > MAX_CHARACTERS
  if (!isTooMuch()) return []
  return [...waiting].sort(leastFirst).filter(({ size }) => {
    if (!isTooMuch()) return false
    count -= 1
    characters -= size
    return true
  })
}
