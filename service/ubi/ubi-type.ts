/** A query of User Behavior Insights 1.3.0: one list of products that a shopper saw. */
export interface UbiQuery {
  readonly application: string
  readonly query_id: string
  readonly client_id: string
  /** What was searched; the page value of a browse page. */
  readonly user_query: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** In the order of the reply; absent when the reply is not known. */
  readonly query_response_hit_ids?: readonly string[]
  readonly query_attributes: Readonly<Record<string, string | number | readonly string[]>>
}

/** An event of User Behavior Insights 1.3.0. */
export interface UbiEvent {
  readonly application: string
  readonly action_name: 'impression' | 'click' | 'add_to_cart' | 'purchase'
  /** Absent when no list explains the event. */
  readonly query_id?: string
  readonly user_query?: string
  readonly session_id: string
  readonly client_id: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** Absent when the place is not known: the schema requires a place in them. */
  readonly event_attributes?: UbiAttributes
  /** The product of an event without a known place; the schema allows further fields here. */
  readonly object_id?: string
}

/** The product of an event, and its place. */
export interface UbiAttributes {
  readonly object: { readonly object_id: string }
  /** The rank in the reply, from 1. */
  readonly position: { readonly ordinal: number }
  /** Of a cart or an order. */
  readonly quantity?: number
  /** Of an order line, in the shop's currency. */
  readonly revenue?: number
}

/** A document with the id that makes a second delivery harmless. */
export interface UbiDocument {
  readonly index: 'ubi_queries' | 'ubi_events'
  readonly id: string
  readonly body: UbiQuery | UbiEvent
}
