import type { ListFields, OrderData } from './list-and-order'

/** Texts and numbers that must not be mistaken for one another; a cast is allowed only where a value enters. */
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

/** The tracker's `t`: event time in ms, a bar, a random decimal. With `uid` it names an event for good. */
export type EventId = Brand<string, 'EventTime'>

/** The tracker's actions, each with the fields that are its own. */
export interface ActionData {
  /** A visit began. Exactly one per visit; it has no fields of its own. */
  readonly visitor: Readonly<Record<never, never>>
  readonly search: {
    /** The text as typed, trimmed, never blank. */
    readonly query: string
    readonly requestId?: string
    /** The suggestion that was chosen, in the vendor's own words. */
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

/** An event before its page, its visit and its visitor are known. */
export type RawEvent = {
  [A in Action]: { readonly action: A; readonly data: ActionData[A] }
}[Action]

/** One request to the tracker, less the site key: complete, and never changed by a retry. */
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

/** Facet name to what changed in it. */
export type FacetChanges = Readonly<Record<string, FacetChange>>

export interface FacetChange {
  /** The facet's own place among the facets. */
  readonly prank: string
  readonly selected?: readonly FacetValue[]
  readonly deselected?: readonly FacetValue[]
}

export interface FacetValue {
  /** The value's place in its facet. */
  readonly prank: string
  readonly val: string
}

/** All facets were cleared at once. The name is the contract's own spelling. */
export interface FacetsReset {
  readonly unxFacetsReset: true
}

/** Fields of every action: where it happened, and in which visit. */
export interface PageFields {
  /** The page the event happened on. */
  readonly url: string
  /** The page before it; in a single-page shop the previous route. Empty when there is none, never absent. */
  readonly referrer: string
  readonly visit_type: VisitType
  readonly visitId: VisitId
  /** `svc-tag/<version>`. */
  readonly ver: string
  /** `<8 characters>.<n>`: this load of the page, and a running number from 1. Beyond the contract: a number that never arrives was lost. */
  readonly seq: string
  /** `agent` for what a browser agent did by a tool or form of the page; absent for people. Beyond the contract. */
  readonly actor?: 'agent'
}

/** `first_time` when the visit began by creating the user id. */
export type VisitType = 'first_time' | 'repeat'

/** The visitor and the visit, as the tracker spells them. */
export type VisitorFields = Pick<PageFields, 'visit_type' | 'visitId'> & { readonly uid: UserId }

/** The status of an event. The last one is always `sent` or `dropped`; in shadow mode `withheld`. */
export type EventStatus =
  /** Waits in memory for consent or a user id. */
  | { readonly state: 'held'; readonly reason: string }
  /** Is in the queue and will be sent in this form. */
  | { readonly state: 'queued'; readonly event: TrackerEvent }
  /** One try failed; another follows. */
  | { readonly state: 'retrying'; readonly answer: string }
  | { readonly state: 'sent'; readonly answer: string }
  | { readonly state: 'dropped'; readonly reason: string }
  /** Would have been sent: shadow mode sends nothing. */
  | { readonly state: 'withheld'; readonly reason: string }

/** The page that the shopper is on, and the one before. */
export type PageContext = Pick<PageFields, 'url' | 'referrer'>

/** The time and page of something that is reported later. */
export interface EventContext {
  readonly at: Timestamp
  readonly page: PageContext
}

/** The element an event was seen on; time and page if they were not now and here; its `t` if a server has made it. */
export interface EventSource extends Partial<EventContext> {
  readonly element?: Element | undefined
  readonly t?: EventId
  /** Asked when an order is handed on, which may be long after it was recorded. */
  readonly isNew?: (() => boolean) | undefined
}

/** Records a raw event. Never throws. Returns `true` if it is recorded. */
export type Report = (event: RawEvent, source?: EventSource) => unknown

/**
 * Notes that something was seen and deliberately not counted.
 *
 * @param reason - For the shop's developer: what was seen, and the fix when there is one.
 */
export type Ignore = (reason: string, source?: EventSource & { readonly action?: Action }) => void
