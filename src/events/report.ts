import type { Timestamp } from '../brand'
import type { PageFields } from './page-fields'
import type { Action, Fact } from './tracker-event'

/** The page that the shopper is on, and the one before. */
export type Place = Pick<PageFields, 'url' | 'referrer'>

/** When and where something happened that is told later. */
export interface Moment {
  readonly at: Timestamp
  readonly place: Place
}

/** What a fact was seen on, and when and where it happened, if that was not now and here. */
export interface Origin extends Partial<Moment> {
  readonly element?: Element | undefined
}

/** Hands over a fact to be recorded. Never throws. */
export type Report = (fact: Fact, origin?: Origin) => void

/**
 * Says that something was seen and deliberately not counted.
 *
 * @param reason - For the shop's developer: what was seen, and the fix when there is one.
 */
export type Ignore = (reason: string, origin?: Origin & { readonly action?: Action }) => void
