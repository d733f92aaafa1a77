import type {
  Action,
  ActionData,
  EventId,
  PageFields,
  TrackerEvent,
  UserId,
} from '../../src/module'

/** One event as the tracker received it. */
export type SentEvent = TrackerEvent & Delivery

/** How an event reached the network. */
export interface Delivery {
  /** The tracker's URL, without `/v2/1p.jpg`. */
  readonly trackerUrl: string
  readonly siteKey: string
  /** The number of requests for this event; more than one after a failure. */
  readonly tries: number
  /**
   * `request`: seen on the network. `exit`: known from the tag's own record, because Playwright
   * does not report requests that a page makes while it is left.
   */
  readonly seen: 'request' | 'exit'
}

/** Converts branded strings to plain ones, so that a test can write `'sku-7'`; literals such as `'BOOLEAN'` stay. */
type Plain<Value> = Value extends string
  ? Record<never, never> extends Record<Value, 1>
    ? string
    : Value
  : Value extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value]?: Plain<Value[Name]> }
      : Value

/** The fields that an event must contain; fields that are omitted do not matter. */
export type Expected<A extends Action> = Plain<ActionData[A] & PageFields>

/** An action and the expected data of its event. Not `readonly`, because Playwright's types would lose the matcher's arguments. */
export type ExpectedEvent = {
  [A in Action]: [action: A, data?: Expected<A>]
}[Action]

/** Identifies an event. */
export const keyOf = ({ uid, t }: { readonly uid: UserId; readonly t: EventId }): string =>
  `${uid} ${t}`

/** Milliseconds since 1970, from an event's `t`. */
export const timeOf = ({ t }: { readonly t: string }): number => Number.parseInt(t, 10)
