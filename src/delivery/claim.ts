import { timeOf } from '../events'
import { type Kept, parseKept, timeIn } from './kept'

/** What a claim asks for. */
export interface Claim {
  readonly count: number
  readonly now: number
  /** Nobody else may have them before. */
  readonly until: number
  /** Whether this page leaves an event alone. */
  readonly isOut: (key: string, record?: unknown) => boolean
}

/** What a claim found in a store. */
export interface Found {
  /** The claimed, best first, at most as many as were asked for. */
  readonly claimed: readonly Kept[]
  /** What can never be sent, and why not. */
  readonly hopeless: ReadonlyMap<string, string>
  /** When the next of those that are being seen to may be claimed; Infinity when there are none. */
  readonly nextAt: number
  /** Everything that lay there. */
  readonly records: ReadonlyMap<string, unknown>
}

const WEEK_MS = 604_800_000

/** Why an event is given up for others. */
export const FULL = 'the outbox is full'

/** More than any page makes; bounds, so that a dead network cannot fill the disk. */
const MOST_EVENTS = 1_000
const MOST_CHARACTERS = 1_000_000

/** Sorts stored records, whoever stored them, into what is claimed now, what is hopeless, and what is being seen to. */
export function sortOut(
  records: ReadonlyMap<string, unknown>,
  { count, now, until, isOut }: Claim,
): Found {
  const waiting: Kept[] = []
  const hopeless = new Map<string, string>()
  let nextAt = Number.POSITIVE_INFINITY

  const others = [...records].filter(
    ([key, record]) => !isOut(key, record) && !isForeign(key, record, now),
  )
  for (const [key, record] of others.sort(byKey)) {
    const leasedUntil = untilOf(record)
    const kept = parseKept(record)
    // Another version's too, while its page is seeing to it.
    if (leasedUntil > now) nextAt = Math.min(nextAt, leasedUntil)
    else if (!kept) hopeless.set(key, 'stored by another version of the tag')
    else if (now - timeOf(kept.event) > WEEK_MS) hopeless.set(key, 'older than 7 days')
    else waiting.push({ ...kept, until })
  }
  for (const { key } of surplus(waiting)) hopeless.set(key, FULL)
  const claimed = waiting.filter(({ key }) => !hopeless.has(key)).slice(0, count)
  return { claimed, hopeless, nextAt, records }
}

/** Another layout, of a time that may still matter: its own version may be in another tab, or come back for it. */
const isForeign = (key: string, record: unknown, now: number): boolean =>
  ((record as { v?: number } | undefined)?.v ?? 1) !== 1 &&
  now - timeOf({ t: timeIn(key) }) < WEEK_MS

/** Until when a stored record is leased; `NaN` for what has no such time. */
export const untilOf = (record: unknown): number =>
  Number((record as Partial<Kept> | undefined)?.until)

/** Whether so much may not wait. */
export const isTooMuch = (events: number, characters: number): boolean =>
  events > MOST_EVENTS || characters > MOST_CHARACTERS

/** What to give up so that the rest is not too much: the least worth first, of these the oldest. */
export function surplus(waiting: readonly Kept[]): readonly Kept[] {
  let characters = waiting.reduce((sum, { size }) => sum + size, 0)
  let count = waiting.length
  if (!isTooMuch(count, characters)) return []

  return [...waiting].sort(leastFirst).filter(({ size }) => {
    if (!isTooMuch(count, characters)) return false
    count -= 1
    characters -= size
    return true
  })
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1

const leastFirst = (a: Kept, b: Kept): number =>
  Number(b.key[0]) - Number(a.key[0]) || (a.key < b.key ? -1 : 1)
