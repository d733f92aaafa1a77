/**
 * Reports events from a backend: Node 20, Deno, Bun and Workers. Uses only web standards.
 *
 * @packageDocumentation
 */
export type { ListName, TrackData } from './api/svc'
export { newVisitor, type Visitor, visitorFromCookies } from './server/cookie-visitor'
export { type EventOrigin, newEventId, TrackError, type TrackFault } from './server/event-origin'
export type { EventStore, QueuedEvent } from './server/event-store'
export {
  createTracker,
  type EventTracker,
  type ServerData,
  type TrackerOptions,
} from './server/event-tracker'
export type { DroppedEvent } from './server/retrying-queue'
export type { EventId } from './wire/tracker-event'
