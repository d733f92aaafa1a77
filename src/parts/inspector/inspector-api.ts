import type { PageMap } from '../map/map-markup'

/** One rule of a map, and what it finds on the page. */
export interface TriedRule {
  /** `product`, or `product[1]` for the second of several. */
  readonly rule: string
  readonly in: string
  /** How many elements `in` finds. */
  readonly found: number
  /** How many of them have a value. */
  readonly values: number
  /** The first value. */
  readonly first: string | undefined
}

/** One rule of a proposal, with the results of its trial. */
export interface ProposedRule {
  /** The attribute's name without `data-svc-`. */
  readonly mark: string
  readonly in: string
  /** How many elements have a value, and the first value. */
  readonly finds: number
  readonly first: string | undefined
  /** How many elements of the same kind it rightly does not match. */
  readonly others: number
  /** `check`: correct on this page, but compare it with what the shop intends. */
  readonly certainty: 'sure' | 'check'
}

/** Something about the page that keeps events from counting, or makes them count wrongly. */
export interface Finding {
  /** The rule's name, for use in code: `tile-without-id`. */
  readonly rule: string
  /** `error`: something is lost or wrong. `warning`: it works but is probably unintended. */
  readonly severity: 'error' | 'warning'
  /** The element; `undefined` if the finding is about the whole page. */
  readonly element: Element | undefined
  readonly message: string
  /** The fix, in one sentence. */
  readonly fix: string
  /** How many elements of the page have this mistake, if more than one. */
  readonly count?: number
  /** A map that may be able to read an unmarked page, for `svc.tryMap`. */
  readonly map?: PageMap
  /** The rules of that map, each with the results of its trial. */
  readonly rules?: readonly ProposedRule[]
}
