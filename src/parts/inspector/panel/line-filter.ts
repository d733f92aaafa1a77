import { type Outcome, outcomeOf, type SessionEntry } from './session-entry'
import { actionNames, listName, listOf, reasonOf, summaryOf } from './summary'

/** Which lines are shown. */
export interface Filter {
  /** `undefined` for all. */
  readonly outcome: Outcome | undefined
  /** Words that must all occur, in any order, in whatever the line is about. */
  readonly words: string
}

/** All that is searched: what the line shows, and every value of its payload. */
const haystack = (entry: SessionEntry): string =>
  [
    entry.action,
    entry.action && actionNames[entry.action],
    summaryOf(entry),
    listName(listOf(entry)),
    reasonOf(entry),
    entry.t,
    JSON.stringify(entry.event?.data ?? entry.data),
  ]
    .join(' ')
    .toLowerCase()

/** The lines that pass, in the order given. */
export function filtered(entries: readonly SessionEntry[], filter: Filter): SessionEntry[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (filter.outcome && outcomeOf(entry) !== filter.outcome) return false
    if (words.length === 0) return true
    const text = haystack(entry)
    return words.every((word) => text.includes(word))
  })
}

/** How many lines have each outcome. */
export function countsOf(entries: readonly SessionEntry[]): Readonly<Record<Outcome, number>> {
  const counts = { waiting: 0, sent: 0, withheld: 0, ignored: 0, dropped: 0 }
  for (const entry of entries) counts[outcomeOf(entry)] += 1
  return counts
}
