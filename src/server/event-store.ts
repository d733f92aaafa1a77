/** A waiting event as plain JSON. Only `key` is meant for the store; the other members may change. */
export interface QueuedEvent {
  /** Identifies the event: an action, a space, digits, a bar, a decimal. */
  readonly key: string
  readonly [member: string]: unknown
}

/**
 * Stores events until the tracker has responded. `track` resolves when `put` has, so an event is as safe as this store. A store is used by
 * one tracker at a time; another process needs its own store.
 */
export interface EventStore {
  /** Stores an event. Resolve when it is safe, for example after `fsync` or a commit. */
  readonly put: (event: QueuedEvent) => Promise<unknown>
  /** Removes an event. A missing key is not an error. */
  readonly remove: (key: string) => Promise<unknown>
  /** Returns the stored events, oldest first. Called once, when the tracker is created. */
  readonly list: () => Promise<readonly QueuedEvent[]>
}

/** Stores events in memory; they are lost when the process ends. */
export const createMemoryStore = (): EventStore => ({
  // The tracker already has the events in memory.
  put: async () => {},
  remove: async () => {},
  list: async () => [],
})
