import { attempt } from '../browser/guard'
import { newEventId as eventIdAt } from '../track/event-id'
import { isEventId, UNRENDERED } from '../wire/fields'
import { scrubUrl } from '../wire/scrub-url'
import type { EventId, PageFields, Timestamp, UserId, VisitId } from '../wire/tracker-event'
import type { Visitor } from './cookie-visitor'

/**
 * Why an event was not accepted. Nothing of it is stored or sent.
 *
 * - `settings`: the tracker cannot be created with these settings.
 * - `data`: the action or its data is wrong; the message names the member and the fix.
 * - `origin`: the visitor, the page or the consent is missing or wrong.
 * - `full`: the queue is full, because the tracker has not responded for a long time. Try again
 *   later.
 * - `store`: the store has rejected the event; `cause` is its error.
 * - `closed`: the tracker has been closed.
 */
export type TrackFault = 'settings' | 'data' | 'origin' | 'full' | 'store' | 'closed'

/** The error that `track` rejects with. Code reads `fault`; people read `message`. */
export class TrackError extends Error {
  override readonly name = 'TrackError'
  readonly fault: TrackFault

  constructor(fault: TrackFault, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.fault = fault
  }
}

/** The visitor, the page and the consent of an event. */
export interface EventOrigin extends Visitor {
  /** The full URL of the page on which the event happened. */
  readonly url: string
  /** The URL of the previous page; empty if absent. */
  readonly referrer?: string
  /** The shopper's answer to your consent banner, which the server cannot see. With `denied`, nothing is stored or sent. */
  readonly consent: 'granted' | 'denied'
  /**
   * The event's `t`, from {@link newEventId}. Together with the user id it identifies the event permanently. Store it with the order and
   * pass it here, so that the order counts once even if a job runs twice or the page reports it too. A new one is created if absent.
   */
  readonly t?: string
  /** `'agent'` for what a shopper's agent has done, such as an order that it placed over UCP or ACP; absent for people. */
  readonly actor?: 'agent'
}

/**
 * Creates the `t` of an event: its time in milliseconds, a bar and a random decimal. Create it
 * together with the order, and store it with the order.
 *
 * @param at - When the event happened (ms since 1970), if not now.
 */
export const newEventId = (at?: number): EventId => eventIdAt(at as Timestamp | undefined)

/** A checked origin, ready to send. */
export interface CheckedOrigin {
  readonly uid: UserId
  readonly t: EventId
  readonly page: Pick<PageFields, 'url' | 'referrer' | 'visit_type' | 'visitId' | 'actor'>
}

function refuse(problem: string): never {
  throw new TrackError('origin', problem)
}

function named(name: string, value: unknown): string {
  if (typeof value !== 'string' || !value.trim()) return refuse(`${name} needs a text`)
  return UNRENDERED.test(value) ? refuse(`${name} is "${value}", which names nobody`) : value
}

function address(value: unknown): string {
  const url = attempt(() => new URL(String(value)))
  return url && /^https?:$/.test(url.protocol)
    ? String(value)
    : refuse('url needs the whole address of a page, such as https://shop.example/thanks')
}

function eventId(t: string | undefined): EventId {
  if (t === undefined) return newEventId()
  return isEventId(t) ? t : refuse('t needs a text by newEventId()')
}

/** The field of an event that an agent caused; none for people. */
function actorFields(actor: unknown): Pick<PageFields, 'actor'> {
  if (actor === undefined) return {}
  return actor === 'agent' ? { actor } : refuse("actor needs 'agent', or is absent")
}

/**
 * Checks an origin, and removes personal data from its addresses.
 *
 * @param names - Further query parameters to remove.
 * @returns `undefined` if the shopper denied consent.
 * @throws TrackError `origin`.
 */
export function checkOrigin(
  { uid, visitId, visit_type, url, referrer = '', consent, t, actor }: EventOrigin,
  names: readonly string[],
): CheckedOrigin | undefined {
  if (consent === 'denied') return undefined
  if (consent !== 'granted') return refuse("consent needs 'granted' or 'denied'")
  if (visit_type !== 'first_time' && visit_type !== 'repeat')
    return refuse("visit_type needs 'first_time' or 'repeat'")
  if (typeof referrer !== 'string') return refuse('referrer needs a text')
  return {
    uid: named('uid', uid) as UserId,
    t: eventId(t),
    page: {
      url: scrubUrl(address(url), names),
      referrer: scrubUrl(referrer, names),
      visit_type,
      visitId: named('visitId', visitId) as VisitId,
      ...actorFields(actor),
    },
  }
}
