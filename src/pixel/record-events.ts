import { now } from '../browser/clock'
import { randomDecimal } from '../browser/ids'
import { sendEvent } from '../send/delivery'
import { settings } from '../settings/read-settings'
import { nextNumber } from '../track/event-id'
import { ordersKey, withOrder } from '../track/orders/known-orders'
import type {
  EventContext,
  EventId,
  RawEvent,
  Timestamp,
  TrackerEvent,
} from '../wire/tracker-event'
import type { FoundVisitor } from './pixel-visitor'
import type { Meaning } from './read-shop-event'
import type { KeptTexts } from './sandbox-store'

declare const __VERSION__: string

/** An event of the shop with the time and page of the moment. */
export interface PixelEvent extends EventContext {
  readonly meaning: Meaning
}

/** The `t` of an event that happened at this time. */
const eventIdAt = (at: Timestamp) => `${at}|${randomDecimal()}` as EventId

const visitorEvent: RawEvent = { action: 'visitor', data: {} }

/**
 * Reports one event of the shop. Reports the visitor first if the event begins a visit, and reports an order only once.
 *
 * @returns Why the event was not reported; `undefined` if it was.
 */
export async function recordEvent(
  { meaning, at, page }: PixelEvent,
  { fields, isNew }: FoundVisitor,
  texts: KeptTexts,
): Promise<string | undefined> {
  const { uid, ...visit } = fields
  const send = ({ action, data }: RawEvent) =>
    sendEvent({
      action,
      uid,
      t: eventIdAt(at),
      data: { ...data, ...page, ...visit, ver: `svc-tag/${__VERSION__}`, seq: nextNumber() },
    } as TrackerEvent)

  if (isNew) send(visitorEvent)
  const { events, order } = meaning
  const key = ordersKey(settings)
  const orders =
    order && withOrder((await texts.readLatest(key)) ?? '', order.id, order.lines, now())
  const isRepeated = order !== undefined && orders === undefined
  // Both are written in one task, so that the page gets both or neither.
  const written = orders === undefined ? undefined : texts.write(key, orders)
  if (!isRepeated) events.forEach(send)
  await written
  return isRepeated ? 'the order was counted before' : undefined
}
