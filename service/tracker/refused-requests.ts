/** A request to the tracker that could not be read as an event. */
export interface RefusedRequest {
  /** Counts up from 1. */
  readonly id: number
  /** Epoch milliseconds. */
  readonly at: number
  /** The HTTP method; empty when not even that could be read. */
  readonly method: string
  /** The HTTP status of the answer. */
  readonly status: number
  /** Why it was refused, and what to send instead. */
  readonly reason: string
  /** The beginning of its query string, body or bytes. */
  readonly beginning: string
}

/** The refused requests since the service started; the last hundred are kept, in memory. */
export interface RefusedRequests {
  add(request: Omit<RefusedRequest, 'id' | 'at'>): void
  /** Newest first. */
  list(): readonly RefusedRequest[]
  /** Calls back after each request that was added, and after `clear`. Returns what stops it. */
  watch(onChange: () => void): () => void
  clear(): void
}

const MAX_KEPT = 100

const MAX_BEGINNING = 500

/** Starts with none. */
export function createRefusedRequests(now: () => number = Date.now): RefusedRequests {
  const watchers = new Set<() => void>()
  let kept: readonly RefusedRequest[] = []
  let last = 0

  function change(next: readonly RefusedRequest[]) {
    kept = next
    for (const onChange of watchers) onChange()
  }

  return {
    add(request) {
      const beginning = request.beginning.slice(0, MAX_BEGINNING)
      last += 1
      change([{ ...request, beginning, id: last, at: now() }, ...kept].slice(0, MAX_KEPT))
    },
    list: () => kept,
    watch(onChange) {
      watchers.add(onChange)
      return () => void watchers.delete(onChange)
    },
    clear: () => change([]),
  }
}
