import type { EventId, EventStatus } from '../wire/tracker-event'
import type { QueueEntry, StoredRecord } from './queue-entry'

/* What delivery needs from its environment. The tag runs in a page; the Shopify pixels run in a sandbox without a DOM. */

/** A change to the store: an entry to write, or a key to remove. */
export type Change = QueueEntry | string

/** Stores events until the tracker has responded. */
export interface EventStore {
  /** Writes an entry, replacing the record with the same key. */
  readonly put: (entry: QueueEntry) => void
  /** Writes an entry that any page may claim after its lease. Returns `false` if it is in memory only. */
  readonly handOver: (entry: QueueEntry) => boolean
  /** Removes an entry that needs no more sending. The removal may happen a little later. */
  readonly remove: (key: string) => void
  /**
   * Reads all records that have no pending change, in one step that other tabs cannot interrupt.
   *
   * @param decide - Gets the records and returns the changes: leases and removals.
   * @param onDone - Called when the changes are written, with the entries that this page now owns.
   */
  readonly claim: (
    decide: (records: readonly StoredRecord[]) => readonly Change[],
    onDone: (claimed: readonly QueueEntry[]) => void,
  ) => void
  /** Removes everything. */
  readonly erase: () => void
}

/** How a pixel is requested. */
export interface PixelOptions {
  readonly signal?: AbortSignal | undefined
  /** Whether the request outlives the page. Chromium then keeps its connection for 30 s after an abort. */
  readonly keepalive?: boolean
  readonly method?: 'HEAD'
  /** Whether to read the status; if absent, it is read if the tracker sends CORS headers. */
  readonly isCors?: boolean
}

/** Requests a URL. Rejects if there is no response. */
export type Transport = (url: string, options: PixelOptions) => Promise<Response>

/** What delivery needs from its environment. */
export interface Platform {
  readonly store: EventStore
  /** Replaced if `fetch` is missing or blocked. */
  transport: Transport
  /** Whether delivery learns when its page is left. If not, an event is marked as in flight from the start. */
  readonly hearsLeaving: boolean
  readonly isVisible: () => boolean
  readonly isOnline: () => boolean
  /** Notes the status of an event. */
  readonly noteStatus: (t: EventId, status: EventStatus) => void
  /** Remembers for 30 minutes that the tracker drops duplicates. */
  readonly remember: (text: string) => void
  /** The remembered text; `undefined` if there is none. */
  readonly remembered: () => string | undefined
}

/** The environment that delivery runs in. The entry point sets its members first. */
export const platform = {} as Platform
