import type { UserId, VisitId } from './brand'

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
