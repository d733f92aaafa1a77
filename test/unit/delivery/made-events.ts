import type {
  Action,
  EventId,
  PageFields,
  ProductId,
  TrackerEvent,
  UserId,
  VisitId,
} from '../../../src/wire/tracker-event.ts'

/** The page of every event here. */
export const page: PageFields = {
  url: 'https://shop.example/shoes',
  referrer: '',
  visit_type: 'repeat',
  visitId: 'visitId-1' as VisitId,
  ver: 'svc-tag/0',
  seq: 'instance.1',
}

let made = 0

/** A `t` that no other event has. */
export const newEventId = (ms = 1_800_000_000_000): EventId => `${ms}|0.${++made}` as EventId

/** The required fields of each action. */
export const NEEDED: Readonly<Record<Action, object>> = {
  visitor: {},
  search: { query: 'shoes' },
  PRODUCT_IMPRESSIONS: { query: 'shoes', pids_list: ['P1'] },
  click: { pid: 'P1' },
  facets: { query: 'shoes', facets: { unxFacetsReset: true } },
  cart: { pid: 'P1', qty: '1' },
  order: { pid: 'P1', qty: '1', price: '1' },
}

/** An event with the fields that matter to a test; the others are always the same. */
export function eventOf(
  action: Action = 'click',
  data: object = NEEDED[action],
  t = newEventId(),
): TrackerEvent {
  return { action, uid: 'uid-1' as UserId, t, data: { ...page, ...data } } as TrackerEvent
}

/** Impressions of products of one list. */
export const seen = (pids: readonly string[], list: object = { query: 'shoes' }) =>
  eventOf('PRODUCT_IMPRESSIONS', { ...list, pids_list: pids as readonly ProductId[] })
