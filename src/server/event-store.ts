/** An event that waits: plain JSON. Its members besides `key` are not for others. */
export interface QueuedEvent {
  /** Names the event among all others: an action, a space, digits, a bar, a decimal. */
  readonly key: string
  readonly [member: string]: unknown
}

/**
 * Stores events until the tracker has responded. `track` resolves when `put` has, so an event is as
 * safe as this store. A store is used by one tracker at a time; another process needs its own
 * store.
 */
export interface EventStore {
  /** Keeps an event. Resolve when it is safe, such as after `fsync` or a commit. */
  readonly put: (event: QueuedEvent) => Promise<unknown>
  /** Forgets an event. A key that is not there is no error. */
  readonly remove: (key: string) => Promise<unknown>
  /** What is kept, oldest first. Asked once, when the tracker is created. */
  readonly list: () => Promise<readonly QueuedEvent[]>
}

/** Keeps events in memory: they end with the process. */
export const createMemoryStore = (): EventStore => ({
  // The tracker already has the events in memory.
  put: async () => {},
  remove: async () => {},
  list: async () => [],
})
