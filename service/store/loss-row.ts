/** Arrivals of the events of a day, a browser and a version of the tag. */
export interface LossRow {
  /** The day in UTC on which the pages were opened: `2026-11-24`. */
  readonly day: string
  /** Empty when unknown. */
  readonly browser: string
  /** `svc-tag/0.1.0`; empty when the events do not say. */
  readonly version: string
  readonly received: number
  /** Arrived 10 s or more, an hour or more, a day or more after they happened. */
  readonly lateSeconds: number
  readonly lateHours: number
  readonly lateDays: number
  /** How often an event that is there arrived again. */
  readonly repeated: number
  /** Numbers that are missing of pages whose first event is more than a day old. */
  readonly lost: number
  /** The same of younger pages; they may still arrive. */
  readonly open: number
}
