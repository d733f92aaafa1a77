/** An event that waits: plain JSON. Its members besides `key` are not for others. */
export interface QueuedEvent {
  /** Names the event among all others: an action, a space, digits, a bar, a decimal. */
  readonly key: string
  readonly [member: string]: unknown
}

/**
 * Where events wait until the tracker has answered. `track` resolves when `put` has, so an event is as safe as this store. One tracker uses
 * a store at a time; another process needs a store of its own.
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
  // The tracker already has them in memory.
  put: async () => {},
  remove: async () => {},
  list: async () => [],
})
