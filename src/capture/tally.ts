import type { List } from './list'

/** Remembers what was counted in each list. */
export interface Tally {
  /** The products counted in a list so far; add to it. */
  readonly of: (list: List) => Set<string>
  /** A list that comes from now on is a new one, whatever it is called. Those on the page go on. */
  readonly newRoute: () => void
  /** Every list is a new one. */
  readonly newPage: () => void
}

/**
 * Starts with nothing counted.
 *
 * A list keeps its tally while its element stays in the page, so a shop that adds a page number to its address while
 * the list grows counts nothing twice. An element that replaces it on the same route, as frameworks do, takes it over.
 */
export function createTally(): Tally {
  const named = {}
  let kept = new WeakMap<object, { readonly key: string; readonly pids: Set<string> }>()
  let onRoute = new Map<string, Set<string>>()

  return {
    of({ element = named, key }) {
      const before = kept.get(element)
      if (before?.key === key) return before.pids
      const pids = onRoute.get(key) ?? new Set()
      onRoute.set(key, pids)
      kept.set(element, { key, pids })
      return pids
    },
    newRoute() {
      onRoute = new Map()
      kept.delete(named)
    },
    newPage() {
      onRoute = new Map()
      kept = new WeakMap()
    },
  }
}
