import type { ActionCount, StoredEvent } from 'svc-tag-service'

/** Counts the events by action without querying the store. */
export type Totals = ReturnType<typeof createTotals>

/** Sums up all actions that are not in the contract; their names could be anything. */
export const OTHER_ACTIONS = 'other'

/** Starts from the counts in the store. */
export function createTotals(known: readonly string[], kept: readonly ActionCount[]) {
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
    /** Counts an event that was just stored, or its repeat. */
    add({ action, repeats, isGood }: StoredEvent) {
      const row = rowOf(action)
      if (repeats > 0) row.repeats += 1
      else if (isGood) row.good += 1
      else row.bad += 1
    },
    /** Starts over from the counts in the store. */
    restart,
    /** One row for each known action, and `OTHER_ACTIONS` for the rest. */
    list: (): readonly ActionCount[] => [...rows.values()].map((row) => ({ ...row })),
  }
}

type MutableCount = { -readonly [Field in keyof ActionCount]: ActionCount[Field] }
