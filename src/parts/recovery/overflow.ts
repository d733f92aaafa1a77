import type { JournalEntry } from '../../send/journal-entry'

/** More than any page makes; bounds, so that a dead network cannot fill the disk. */
const MAX_EVENTS = 1_000
const MAX_CHARACTERS = 1_000_000

const leastFirst = (one: JournalEntry, other: JournalEntry): number =>
  Number(other.key[0]) - Number(one.key[0]) || (one.key < other.key ? -1 : 1)

/** The entries to give up so that the rest is not too much: the least worth first, of these the oldest. Pure. */
export function overflow(waiting: readonly JournalEntry[]): readonly JournalEntry[] {
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
