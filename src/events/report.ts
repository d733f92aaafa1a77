import type { Timestamp } from '../brand'
import type { Action, Fact } from './tracker-event'

/** Where and when a fact was seen. */
export interface Origin {
  readonly element?: Element | undefined
  /** When it happened, if that was not now. */
  readonly at?: Timestamp | undefined
}

/** Hands over a fact to be recorded. Never throws. */
export type Report = (fact: Fact, origin?: Origin) => void

/**
 * Says that something was seen and deliberately not counted.
 *
 * @param reason - For the shop's developer: what was seen, and the fix when there is one.
 */
export type Ignore = (reason: string, origin?: Origin & { readonly action?: Action }) => void
