import type { Action } from './tracker-event'

/**
 * The fields of every event, with the marks explained in {@link file://./contract.ts}. In a file of
 * their own, because the first file needs only these.
 */
export const EVENT_FIELDS = 'url referrer visit_type visitId ver+ seq+ actor+'

/** Fields of every event that are missing from the contract's row for an action. */
export const UNLISTED_FIELDS: Readonly<Partial<Record<Action, string>>> = {
  search: 'visit_type visitId',
  cart: 'visitId',
}
