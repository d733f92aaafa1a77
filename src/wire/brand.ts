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
