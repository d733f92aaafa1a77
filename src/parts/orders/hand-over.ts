import { HAND_OVER, runCall } from '../../api/calls'
import type { EventSource } from '../../wire/event-context'

/** Tracks an event that a server wrote into the page; the part for calls checks its data. */
export const trackHandedOver = (action: unknown, data: unknown, source: EventSource) =>
  runCall(HAND_OVER, [action, data, source])
