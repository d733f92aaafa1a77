import type { ListFields, OrderData } from './list-and-order'

/** Strings and numbers that must not be confused with one another. A cast is allowed only where a value enters. */
declare const brand: unique symbol
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name }

/** A `uniqueId` of the catalogue. */
export type ProductId = Brand<string, 'ProductId'>

/** The visitor, as in the cookie `svc.userId`. */
export type UserId = Brand<string, 'UserId'>

/** One visit of a visitor; ends after 30 idle minutes. */
export type VisitId = Brand<string, 'VisitId'>

/** A conversation with the Shopping Agent. */
export type ConversationId = Brand<string, 'ConversationId'>

/** Milliseconds since 1970, by the visitor's clock. */
export type Timestamp = Brand<number, 'Timestamp'>

/** The tracker's `t`: the event's time in ms, a bar and a random decimal. Together with `uid` it identifies an event permanently. */
export type EventId = Brand<string, 'EventTime'>

/** The tracker's actions, each with its own fields. */
export interface ActionData {
  /** A visit began. Exactly one per visit; it has no fields of its own. */
  readonly visitor: Readonly<Record<never, never>>
  readonly search: {
    /** The text as typed, trimmed, never blank. */
    readonly query: string
    readonly requestId?: string
    /** The suggestion that the shopper chose, with the vendor's own field names. */
    readonly autosuggest_data?: Readonly<Record<string, string>>
  }
  /** Products of one list became visible. One event carries every product seen since the last one. */
  readonly PRODUCT_IMPRESSIONS: ListFields & {
    /** Empty only for a list that found nothing. */
    readonly pids_list: readonly ProductId[]
    readonly requestId?: string
  }
  /** The shopper opened a product from a list. */
  readonly click: {
    readonly pid: ProductId
    readonly variantId?: string
    readonly requestId?: string
  }
  readonly facets: FacetsData
  /** The shopper put a product into the cart. */
  readonly cart: {
    readonly pid: ProductId
    /** A positive whole number, as text. */
    readonly qty: string
    readonly variantId?: string
    readonly requestId?: string
  }
  readonly order: OrderData
}

export type Action = keyof ActionData

/** An event before its page, visit and visitor are known. */
export type RawEvent = {
  [A in Action]: { readonly action: A; readonly data: ActionData[A] }
}[Action]

/** One request to the tracker, without the site key. It is complete, and a retry never changes it. */
export type TrackerEvent = {
  [A in Action]: {
    readonly action: A
    readonly uid: UserId
    readonly t: EventId
    readonly data: ActionData[A] & PageFields
  }
}[Action]

/** The shopper changed the facets of a list. */
export type FacetsData = ListFields & {
  readonly facets: FacetChanges | FacetsReset
  readonly requestId?: string
}

/** What changed in each facet, by facet name. */
export type FacetChanges = Readonly<Record<string, FacetChange>>

export interface FacetChange {
  /** The facet's position among the facets. */
  readonly prank: string
  readonly selected?: readonly FacetValue[]
  readonly deselected?: readonly FacetValue[]
}

export interface FacetValue {
  /** The value's position in its facet. */
  readonly prank: string
  readonly val: string
}

/** All facets were cleared at once. The spelling of the name is the contract's. */
export interface FacetsReset {
  readonly unxFacetsReset: true
}

/** Fields of every action: where it happened, and in which visit. */
export interface PageFields {
  /** The page the event happened on. */
  readonly url: string
  /** The previous page or, in a single-page application, the previous route. Empty if there is none, but never absent. */
  readonly referrer: string
  readonly visit_type: VisitType
  readonly visitId: VisitId
  /** `svc-tag/<version>`. */
  readonly ver: string
  /**
   * `<8 characters>.<n>`: identifies this load of the page and numbers its events from 1. An
   * extension of the contract: a number that never arrives was lost.
   */
  readonly seq: string
  /** `agent` if a browser agent used a tool or form of the page; absent for people. An extension of the contract. */
  readonly actor?: 'agent'
}

/** `first_time` if the visit began with the creation of the user id. */
export type VisitType = 'first_time' | 'repeat'

/** The visitor and the visit, with the tracker's field names. */
export type VisitorFields = Pick<PageFields, 'visit_type' | 'visitId'> & { readonly uid: UserId }

/** The status of an event. The last one is always `sent` or `dropped`; in shadow mode `withheld`. */
export type EventStatus =
  /** Waits in memory for consent or a user id. */
  | { readonly state: 'held'; readonly reason: string }
  /** The event is in the queue and will be sent in this form. */
  | { readonly state: 'queued'; readonly event: TrackerEvent }
  /** A try failed, and another will follow. */
  | { readonly state: 'retrying'; readonly answer: string }
  | { readonly state: 'sent'; readonly answer: string }
  | { readonly state: 'dropped'; readonly reason: string }
  /** The event would have been sent, but shadow mode sends nothing. */
  | { readonly state: 'withheld'; readonly reason: string }

/** The page that the shopper is on, and the one before. */
export type PageContext = Pick<PageFields, 'url' | 'referrer'>

/** The time and page of something that is reported later. */
export interface EventContext {
  readonly at: Timestamp
  readonly page: PageContext
}

/** The element on which an event was seen; its time and page, if they are not the current ones; its `t`, if a server created it. */
export interface EventSource extends Partial<EventContext> {
  readonly element?: Element | undefined
  readonly t?: EventId
  /** Whether an order is still new. Called when it is stored for sending, which may be long after it was recorded. */
  readonly isNew?: (() => boolean) | undefined
}

/** Records a raw event. Never throws. Returns `true` if it is recorded. */
export type Report = (event: RawEvent, source?: EventSource) => unknown

/**
 * Notes that something was seen and deliberately not counted.
 *
 * @param reason - What was seen, and the fix if there is one, for the shop's developer.
 */
export type Ignore = (reason: string, source?: EventSource & { readonly action?: Action }) => void
