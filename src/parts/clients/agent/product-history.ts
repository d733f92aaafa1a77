/** Products that the shopper met in a visit, by what happened with them: `views`, `clicks`, `carts`. Those of the list met last come first. */
export type Seen = Readonly<Record<string, readonly string[]>>

/** The most ids of each kind that go along with a message. */
const MOST = 20

/**
 * The shopper's products, of lists whose names begin with what happened with their products. What was only given by Browse (`shown`)
 * was met by nobody yet.
 *
 * @param lists - The latest first.
 */
export function seenIn(lists: readonly (readonly [name: string, ...ids: string[]])[]): Seen {
  const seen: Record<string, readonly string[]> = {}
  for (const [name, ...ids] of lists) {
    const [kind = ''] = name.split(' ')
    if (kind !== 'shown') seen[kind] = [...new Set([...(seen[kind] ?? []), ...ids])].slice(0, MOST)
  }
  return seen
}
