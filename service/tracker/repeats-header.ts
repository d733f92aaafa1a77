import type { NewEvent } from '../store/stored-event.ts'

/**
 * Says that the service stores each `(uid, t)` once: a tag may send again what was not answered. The tag and the pixels of Shopify read it.
 */
export const DROPS_REPEATS_HEADER = 'svc-drops-repeats'

/** Writes the header for an event that the store can tell from others: one with a user and a `t`. */
export const dropsRepeatsHeaders = ({ uid, t }: NewEvent): Readonly<Record<string, string>> =>
  uid && t ? { [DROPS_REPEATS_HEADER]: '1' } : {}
