import type { Statements } from './sql.ts'
import type { ActionCount } from './stored-event.ts'

const ADD = `
  insert into event_counts (action, good, bad, repeats) values (?, ?, ?, ?)
  on conflict (action) do update set
    good = event_counts.good + excluded.good,
    bad = event_counts.bad + excluded.bad,
    repeats = event_counts.repeats + excluded.repeats
  returning action`

/** Adds to the counts of events by action; less than nothing takes away. */
export async function addCounts(statements: Statements, counts: Iterable<ActionCount>) {
  const lists = [...counts].map(({ action, good, bad, repeats }) => [action, good, bad, repeats])
  // In one order everywhere, so that two writers never wait for each other.
  lists.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  await statements.each(ADD, lists)
}

/** How many events of each action are kept, without counting them. */
export const readCounts = (statements: Statements): Promise<ActionCount[]> =>
  statements.all<ActionCount>(
    `select action, good, bad, repeats from event_counts
     where good <> 0 or bad <> 0 or repeats <> 0 order by action`,
  )
