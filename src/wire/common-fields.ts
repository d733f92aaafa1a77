import type { Action } from './tracker-event'

/** The fields of every event, marked as those of {@link file://./contract.ts}. Apart from them, because the first file needs only those. */
export const EVENT_FIELDS = 'url referrer visit_type visitId ver+ seq+ actor+'

/** Fields of every event that the contract's row of an action does not list. */
export const UNLISTED_FIELDS: Readonly<Partial<Record<Action, string>>> = {
  search: 'visit_type visitId',
  cart: 'visitId',
}
