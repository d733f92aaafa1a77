import type { ActionCount, StoredEvent } from '../store/stored-event.ts'

/** How many events of each action there are, without asking the store. */
export interface Totals {
  /** Counts an event that was just kept, or its repeat. */
  add(event: StoredEvent): void
  /** Begins anew with what the store has. */
  restart(kept: readonly ActionCount[]): void
  /** One row for each known action, and one for what is none: `OTHER_ACTIONS`. */
  list(): readonly ActionCount[]
}

/** Stands for all actions that the contract does not know; their names are anybody's text. */
export const OTHER_ACTIONS = 'other'

/** Goes on from what the store has. */
export function createTotals(known: readonly string[], kept: readonly ActionCount[]): Totals {
  const rows = new Map<string, MutableCount>()
  restart(kept)

  function restart(counts: readonly ActionCount[]) {
    for (const action of [...known, OTHER_ACTIONS]) {
      rows.set(action, { action, good: 0, bad: 0, repeats: 0 })
    }
    for (const { action, good, bad, repeats } of counts) {
      const row = rowOf(action)
      row.good += good
      row.bad += bad
      row.repeats += repeats
    }
  }

  function rowOf(action: string): MutableCount {
    const name = known.includes(action) ? action : OTHER_ACTIONS
    return rows.get(name) as MutableCount
  }

  return {
    add({ action, repeats, isGood }) {
      const row = rowOf(action)
      if (repeats > 0) row.repeats += 1
      else if (isGood) row.good += 1
      else row.bad += 1
    },
    restart,
    list: () => [...rows.values()].map((row) => ({ ...row })),
  }
}

type MutableCount = { -readonly [Field in keyof ActionCount]: ActionCount[Field] }
